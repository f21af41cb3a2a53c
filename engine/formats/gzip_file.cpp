// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/gzip_file.h"

#include "engine/base/errors.h"

#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <zlib.h>

namespace engine {

namespace {

constexpr unsigned kBufferBytes = 128 * 1024;
constexpr std::size_t kFirstReadBytes = 256 * 1024;

} // namespace

struct GzipFile::Stream
{
    gzFile file = nullptr;
    ~Stream() { gzclose(file); }
};

GzipFile::GzipFile(std::filesystem::path path)
    : m_path(std::move(path)), m_stream(std::make_unique<Stream>())
{
    // A pipe or a device might never answer.
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(m_path, error);
    if (!std::filesystem::exists(status)) {
        throwSystemError(error ? error.value() : ENOENT, "open", m_path.string());
    }
    if (!std::filesystem::is_regular_file(status)) {
        throw FailedPreconditionError(fmt::format("{} is not a file", m_path.string()));
    }
    errno = 0;
    m_stream->file = gzopen(m_path.c_str(), "rb");
    if (m_stream->file == nullptr) {
        throwSystemError(errno == 0 ? ENOMEM : errno, "open", m_path.string());
    }
    gzbuffer(m_stream->file, kBufferBytes);
}

GzipFile::~GzipFile() = default;

std::size_t GzipFile::read(std::span<char> bytes)
{
    const std::size_t got = gzfread(bytes.data(), 1, bytes.size(), m_stream->file);
    m_offset += got;
    int code = Z_OK;
    const char* reason = gzerror(m_stream->file, &code);
    if (code == Z_ERRNO) {
        throwSystemError(errno, "read", m_path.string());
    }
    if (code != Z_OK && code != Z_STREAM_END) {
        throw DataLossError(fmt::format("{}: damaged compressed data after byte {}: {}",
                                        m_path.string(), m_offset, reason));
    }
    return got;
}

std::string readGzipFile(const std::filesystem::path& path, std::uint64_t limit)
{
    GzipFile file(path);
    std::string bytes;
    std::size_t used = 0;
    do {
        if (used > limit) {
            throw DataLossError(
                fmt::format("{}: more than {} bytes are not read at once", path.string(), limit));
        }
        bytes.resize(std::max(kFirstReadBytes, 2 * used));
        used += file.read(std::span(bytes).subspan(used));
    } while (used == bytes.size());
    bytes.resize(used);
    return bytes;
}

} // namespace engine
