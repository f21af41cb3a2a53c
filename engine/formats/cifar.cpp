// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/cifar.h"

#include "engine/base/errors.h"
#include "engine/formats/gzip_file.h"

#include <array>
#include <fmt/format.h>
#include <string>

namespace engine {

namespace {

constexpr std::size_t kSide = 32;
constexpr std::size_t kPlane = kSide * kSide;
constexpr std::size_t kColours = 3;
constexpr std::size_t kPicture = kPlane * kColours;

struct Layout
{
    std::string_view name;
    std::size_t labelBytes;
    std::array<int, 2> classCounts; // of each label byte
};

Layout layoutOf(CifarKind kind)
{
    return kind == CifarKind::Cifar10 ? Layout{"CIFAR-10", 1, {10, 0}}
                                      : Layout{"CIFAR-100", 2, {20, 100}};
}

void requireClasses(const std::filesystem::path& path, const Layout& layout,
                    std::span<const char> record, std::size_t number)
{
    for (std::size_t i = 0; i < layout.labelBytes; ++i) {
        const int label = static_cast<unsigned char>(record[i]);
        if (label >= layout.classCounts.at(i)) {
            throw DataLossError(fmt::format("{}: picture {} is of class {}, {} has 0 to {}",
                                            path.string(), number, label, layout.name,
                                            layout.classCounts.at(i) - 1));
        }
    }
}

// All records; grows with what the file turns out to hold.
std::string readRecords(const std::filesystem::path& path, const Layout& layout)
{
    GzipFile file(path);
    const std::size_t recordBytes = layout.labelBytes + kPicture;
    std::string bytes;
    std::array<char, kPicture + 2> buffer{};
    const std::span<char> record = std::span(buffer).first(recordBytes);
    for (std::size_t number = 0;; ++number) {
        const std::size_t got = file.read(record);
        if (got == 0) {
            break;
        }
        if (got < recordBytes) {
            throw DataLossError(fmt::format("{}: the file ends within picture {}, {} bytes early",
                                            path.string(), number, recordBytes - got));
        }
        requireClasses(path, layout, record, number);
        bytes.append(record.data(), recordBytes);
    }
    if (bytes.empty()) {
        throw DataLossError(fmt::format("{}: no picture of {}", path.string(), layout.name));
    }
    return bytes;
}

// From three planes to three bytes a pixel.
void interleave(const char* planes, std::uint8_t* pixels)
{
    for (std::size_t pixel = 0; pixel < kPlane; ++pixel) {
        for (std::size_t colour = 0; colour < kColours; ++colour) {
            *pixels++ = static_cast<std::uint8_t>(planes[colour * kPlane + pixel]);
        }
    }
}

} // namespace

CifarPictures readCifar(const std::filesystem::path& path, CifarKind kind)
{
    const Layout layout = layoutOf(kind);
    const std::string bytes = readRecords(path, layout);
    const std::size_t recordBytes = layout.labelBytes + kPicture;
    const auto count = static_cast<std::int64_t>(bytes.size() / recordBytes);
    CifarPictures result{Tensor(DataType::UInt8, {count, kSide, kSide, kColours}),
                         Tensor(DataType::UInt8, {count})};
    const char* record = bytes.data();
    std::uint8_t* pixels = result.pictures.values<std::uint8_t>().data();
    for (std::uint8_t& label : result.labels.values<std::uint8_t>()) {
        label = static_cast<std::uint8_t>(record[layout.labelBytes - 1]);
        interleave(record + layout.labelBytes, pixels);
        record += recordBytes;
        pixels += kPicture;
    }
    return result;
}

} // namespace engine
