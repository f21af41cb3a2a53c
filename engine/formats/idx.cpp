// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/idx.h"

#include "engine/base/errors.h"
#include "engine/formats/gzip_file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <string>

namespace engine {

namespace {

constexpr std::size_t kFirstReadBytes = 256 * 1024;

[[noreturn]] void throwDamaged(const GzipFile& file, std::string_view what)
{
    throw DataLossError(
        fmt::format("{}: {} at byte {}", file.path().string(), what, file.offset()));
}

template <std::size_t kSize>
std::array<std::uint8_t, kSize> readHeaderBytes(GzipFile& file, std::string_view part)
{
    std::array<char, kSize> bytes{};
    if (file.read(bytes) != kSize) {
        throwDamaged(file, fmt::format("the file ends in the {}", part));
    }
    std::array<std::uint8_t, kSize> result;
    std::memcpy(result.data(), bytes.data(), kSize);
    return result;
}

DataType elementTypeOf(const GzipFile& file, std::uint8_t code)
{
    switch (code) {
    case 0x08:
        return DataType::UInt8;
    case 0x0C:
        return DataType::Int32;
    case 0x0D:
        return DataType::Float;
    case 0x0E:
        return DataType::Double;
    case 0x09:
    case 0x0B:
        throw UnimplementedError(fmt::format("{}: IDX element type 0x{:02x} ({}) is not supported",
                                             file.path().string(), code,
                                             code == 0x09 ? "signed byte" : "2-byte integer"));
    default:
        throwDamaged(file, fmt::format("unknown IDX element type 0x{:02x}", code));
    }
}

Shape readShape(GzipFile& file, int rank)
{
    if (rank > Shape::kMaxRank) {
        throw UnimplementedError(fmt::format("{}: {} axes, at most {} are supported",
                                             file.path().string(), rank, Shape::kMaxRank));
    }
    Shape shape;
    for (int axis = 0; axis < rank; ++axis) {
        const auto bytes = readHeaderBytes<4>(file, fmt::format("size of axis {}", axis));
        shape.append(std::int64_t{bytes[0]} << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3]);
    }
    return shape;
}

// Any shape may stand in a damaged file; one whose byte count overflows is refused here.
std::size_t expectedBytes(const GzipFile& file, DataType type, const Shape& shape)
{
    std::int64_t count = 1;
    for (const std::int64_t size : shape.dims()) {
        if (size != 0 && count > std::numeric_limits<std::int64_t>::max() / 8 / size) {
            throwDamaged(file, fmt::format("impossible shape {}", shape.toString()));
        }
        count *= size;
    }
    return static_cast<std::size_t>(count) * sizeOf(type);
}

// Grows with what the file turns out to hold, whatever its header promises.
std::string readElements(GzipFile& file, std::size_t byteCount)
{
    std::string bytes;
    while (bytes.size() < byteCount) {
        const std::size_t used = bytes.size();
        bytes.resize(std::min(byteCount, std::max(kFirstReadBytes, 2 * used)));
        const std::size_t got = file.read(std::span(bytes).subspan(used));
        if (used + got < bytes.size()) {
            throwDamaged(file, fmt::format("the file ends {} bytes early", byteCount - used - got));
        }
    }
    // Asking for one more also makes zlib compare its checksum.
    char extra = 0;
    if (file.read({&extra, 1}) != 0) {
        throwDamaged(file, "the file goes on after the last element");
    }
    return bytes;
}

// From big-endian to the machine's order.
void copyElements(const std::string& bytes, Tensor& tensor)
{
    char* to = static_cast<char*>(tensor.data());
    const std::size_t size = sizeOf(tensor.dataType());
    if (size == 1) {
        std::ranges::copy(bytes, to);
        return;
    }
    for (std::size_t begin = 0; begin < bytes.size(); begin += size) {
        std::reverse_copy(bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                          bytes.begin() + static_cast<std::ptrdiff_t>(begin + size), to + begin);
    }
}

} // namespace

Tensor readIdx(const std::filesystem::path& path)
{
    GzipFile file(path);
    const auto magic = readHeaderBytes<4>(file, "magic number");
    if (magic[0] != 0 || magic[1] != 0 || magic[3] == 0) {
        throwDamaged(file,
                     fmt::format("not an IDX file: magic number 0x{:02x}{:02x}{:02x}{:02x}",
                                 magic[0], magic[1], magic[2], magic[3]));
    }
    const DataType type = elementTypeOf(file, magic[2]);
    const Shape shape = readShape(file, magic[3]);
    const std::string bytes = readElements(file, expectedBytes(file, type, shape));
    Tensor tensor(type, shape);
    copyElements(bytes, tensor);
    return tensor;
}

} // namespace engine
