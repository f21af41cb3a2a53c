// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/record_writer.h"

#include "engine/formats/crc32c.h"

#include <cstdint>

namespace engine {

namespace {

template <typename Unsigned>
void appendLittleEndian(std::string& out, Unsigned value)
{
    for (std::size_t i = 0; i < sizeof value; ++i) {
        out.push_back(static_cast<char>(value >> 8 * i & 0xffU));
    }
}

} // namespace

void appendRecord(std::string& out, std::string_view data)
{
    const std::size_t begin = out.size();
    appendLittleEndian(out, std::uint64_t{data.size()});
    const std::uint32_t headerCrc = crc32c(std::string_view(out).substr(begin));
    appendLittleEndian(out, maskCrc32c(headerCrc));
    out.append(data);
    appendLittleEndian(out, maskCrc32c(crc32c(data)));
}

void RecordWriter::write(std::string_view data)
{
    m_record.clear();
    appendRecord(m_record, data);
    m_file.append(m_record);
}

} // namespace engine
