// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <string>

namespace engine {

// Reads the records of a TFRecord file one after the other (see record_writer.h). Memory grows
// only with bytes that are really there, whatever a length field says, and up to 1 GiB for a
// record. Not thread-safe.
class RecordReader
{
public:
    // `stream` must be seekable and binary; it stays owned by the caller and must outlive this.
    explicit RecordReader(std::istream& stream) : m_stream(stream) { }

    // The next record into `record`; false at a clean end. DataLossError "truncated record at N"
    // if the file ends within the record that begins at byte N, "corrupted record at N" if a
    // checksum is wrong (N is that of the record for its length, of its data for the data).
    // After false or an error the position is unchanged: a file that has grown is read on.
    bool next(std::string& record);

    // Where the last whole record ends; bytes from the beginning of the file.
    std::uint64_t offset() const { return m_offset; }
    // True if the last next() threw because the file ends too early: more may come.
    bool isTruncated() const { return m_isTruncated; }

private:
    bool readHeader(std::uint64_t& length);
    void readData(std::uint64_t length, std::string& record);
    [[noreturn]] void throwTruncated();

    std::istream& m_stream;
    std::uint64_t m_offset = 0;
    bool m_isTruncated = false;
};

} // namespace engine
