// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <istream>
#include <memory>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// How the bytes of a file of records are packed: TensorFlow's TFRecordOptions has these.
enum class RecordCompression
{
    None,
    Gzip, // RFC 1952
    Zlib // RFC 1950
};

// By the first bytes. A record's header with the right checksum is no compression, whatever else
// it looks like.
RecordCompression recordCompression(std::string_view head);

// The decompressed bytes of a gzip or zlib stream, several in a row too. Where the source ends, so
// does this; when the source has grown, it goes on. Positions are set from the beginning only: back
// to one that is no longer in memory everything is decompressed again. Reading throws DataLossError
// if the compressed data is damaged. `source` must outlive this.
class InflatingBuffer final : public std::streambuf
{
public:
    explicit InflatingBuffer(std::streambuf& source);
    ~InflatingBuffer() override;
    InflatingBuffer(const InflatingBuffer&) = delete;
    InflatingBuffer& operator=(const InflatingBuffer&) = delete;

    // True if the source ended within a stream.
    bool isCut() const;

protected:
    int_type underflow() override;
    pos_type seekpos(pos_type position, std::ios_base::openmode which) override;
    pos_type seekoff(off_type offset, std::ios_base::seekdir direction,
                     std::ios_base::openmode which) override;

private:
    struct Inflater;

    bool takeInput();
    void restart();

    std::streambuf& m_source;
    std::unique_ptr<Inflater> m_inflater;
    std::vector<char> m_input;
    std::vector<char> m_output;
    std::uint64_t m_produced = 0; // decompressed bytes up to the end of the output
};

// A file of records, opened to be read by RecordReader, decompressed on the way if it is
// compressed. It may still be growing once its first twelve bytes are there, which tell whether it
// is compressed.
class RecordFile
{
public:
    // NotFoundError, PermissionDeniedError and the like.
    explicit RecordFile(const std::filesystem::path& path);

    std::istream& stream() { return *m_stream; }
    RecordCompression compression() const { return m_compression; }
    // True if what is compressed ends early: more may come.
    bool isCut() const { return m_inflating != nullptr && m_inflating->isCut(); }

private:
    std::filebuf m_file;
    RecordCompression m_compression = RecordCompression::None;
    std::unique_ptr<InflatingBuffer> m_inflating;
    std::unique_ptr<std::istream> m_stream;
};

} // namespace engine
