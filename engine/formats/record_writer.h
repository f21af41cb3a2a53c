// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/file_system.h"

#include <string>
#include <string_view>

namespace engine {

// Appends to `out` one record of a TFRecord file (TensorFlow, lib/io/record_writer): length as
// 8 bytes, masked CRC-32C of these, the data, masked CRC-32C of the data; all little-endian.
void appendRecord(std::string& out, std::string_view data);

// Writes records to a file. Not thread-safe.
class RecordWriter
{
public:
    // `file` stays owned by the caller and must outlive this.
    explicit RecordWriter(WritableFile& file) : m_file(file) { }

    // Errors: those of WritableFile. After one the file may end in a part of a record.
    void write(std::string_view data);

private:
    WritableFile& m_file;
    std::string m_record;
};

} // namespace engine
