// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/record_file.h"

#include "engine/base/errors.h"
#include "engine/formats/crc32c.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <zlib.h>

namespace engine {

namespace {

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kHeaderBytes = 12; // of a record: length and its checksum
constexpr std::size_t kBufferBytes = 64 * 1024;
constexpr int kGzipOrZlib = 15 + 32; // largest window; the header says which

unsigned byteAt(std::string_view bytes, std::size_t index)
{
    return static_cast<unsigned char>(bytes[index]);
}

bool isRecordHeader(std::string_view head)
{
    if (head.size() < kHeaderBytes) {
        return false;
    }
    std::uint32_t stored = 0;
    for (unsigned i = 0; i < 4; ++i) {
        stored |= byteAt(head, kLengthBytes + i) << 8U * i;
    }
    return unmaskCrc32c(stored) == crc32c(head.substr(0, kLengthBytes));
}

} // namespace

RecordCompression recordCompression(std::string_view head)
{
    if (head.size() < 2 || isRecordHeader(head)) {
        return RecordCompression::None;
    }
    const unsigned first = byteAt(head, 0);
    const unsigned second = byteAt(head, 1);
    if (first == 0x1f && second == 0x8b) {
        return RecordCompression::Gzip;
    }
    // RFC 1950: method 8, a window of at most 32 KiB, and a check of both bytes.
    const bool isZlib =
        (first & 0x0fU) == 8 && first >> 4U <= 7 && (first << 8U | second) % 31 == 0;
    return isZlib ? RecordCompression::Zlib : RecordCompression::None;
}

struct InflatingBuffer::Inflater
{
    z_stream stream{};
    bool isBetweenStreams = true;
    bool isFull = false; // more may come out without more going in

    Inflater()
    {
        if (inflateInit2(&stream, kGzipOrZlib) != Z_OK) {
            throw ResourceExhaustedError("no memory to decompress with");
        }
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    ~Inflater() { inflateEnd(&stream); }
};

InflatingBuffer::InflatingBuffer(std::streambuf& source)
    : m_source(source), m_inflater(std::make_unique<Inflater>()), m_input(kBufferBytes),
      m_output(kBufferBytes)
{ }

InflatingBuffer::~InflatingBuffer() = default;

bool InflatingBuffer::isCut() const
{
    return !m_inflater->isBetweenStreams;
}

// False if the source has nothing now.
bool InflatingBuffer::takeInput()
{
    z_stream& stream = m_inflater->stream;
    if (stream.avail_in > 0) {
        return true;
    }
    const std::streamsize got =
        m_source.sgetn(m_input.data(), static_cast<std::streamsize>(m_input.size()));
    stream.next_in = reinterpret_cast<Bytef*>(m_input.data());
    stream.avail_in = static_cast<uInt>(got);
    return got > 0;
}

InflatingBuffer::int_type InflatingBuffer::underflow()
{
    z_stream& stream = m_inflater->stream;
    stream.next_out = reinterpret_cast<Bytef*>(m_output.data());
    stream.avail_out = static_cast<uInt>(m_output.size());
    std::size_t made = 0;
    while (made == 0 && (m_inflater->isFull || takeInput())) {
        m_inflater->isBetweenStreams = false;
        const int code = inflate(&stream, Z_NO_FLUSH);
        m_inflater->isFull = stream.avail_out == 0;
        if (code == Z_STREAM_END) {
            m_inflater->isBetweenStreams = true;
            m_inflater->isFull = false;
            inflateReset(&stream);
        } else if (code != Z_OK && code != Z_BUF_ERROR) {
            throw DataLossError(fmt::format("damaged compressed data after byte {}: {}", m_produced,
                                            stream.msg == nullptr ? zError(code) : stream.msg));
        }
        made = m_output.size() - stream.avail_out;
    }
    m_produced += made;
    setg(m_output.data(), m_output.data(), m_output.data() + made);
    return made == 0 ? traits_type::eof() : traits_type::to_int_type(*gptr());
}

void InflatingBuffer::restart()
{
    m_source.pubseekpos(0, std::ios_base::in);
    m_inflater = std::make_unique<Inflater>();
    m_produced = 0;
    setg(m_output.data(), m_output.data(), m_output.data());
}

InflatingBuffer::pos_type InflatingBuffer::seekpos(pos_type position, std::ios_base::openmode)
{
    const auto target = static_cast<std::uint64_t>(static_cast<off_type>(position));
    if (target < m_produced - static_cast<std::uint64_t>(egptr() - eback())) {
        restart();
    }
    while (target > m_produced) {
        setg(eback(), egptr(), egptr());
        if (underflow() == traits_type::eof()) {
            return pos_type(off_type(-1));
        }
    }
    setg(eback(), egptr() - static_cast<off_type>(m_produced - target), egptr());
    return position;
}

InflatingBuffer::pos_type InflatingBuffer::seekoff(off_type offset,
                                                   std::ios_base::seekdir direction,
                                                   std::ios_base::openmode which)
{
    return direction == std::ios_base::beg ? seekpos(offset, which) : pos_type(off_type(-1));
}

RecordFile::RecordFile(const std::filesystem::path& path)
{
    errno = 0;
    if (m_file.open(path, std::ios::in | std::ios::binary) == nullptr) {
        throwSystemError(errno == 0 ? EIO : errno, "open", path.string());
    }
    std::array<char, kHeaderBytes> head{};
    const std::streamsize got = m_file.sgetn(head.data(), head.size());
    m_file.pubseekpos(0, std::ios_base::in);
    m_compression = recordCompression(
        {head.data(), static_cast<std::size_t>(std::max<std::streamsize>(got, 0))});
    if (m_compression != RecordCompression::None) {
        m_inflating = std::make_unique<InflatingBuffer>(m_file);
        m_stream = std::make_unique<std::istream>(m_inflating.get());
        m_stream->exceptions(std::ios_base::badbit); // damage is told as what it is
    } else {
        m_stream = std::make_unique<std::istream>(&m_file);
    }
}

} // namespace engine
