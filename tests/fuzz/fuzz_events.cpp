// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/event_codec.h"
#include "engine/formats/record_file.h"
#include "engine/formats/record_reader.h"
#include "tests/fuzz/fuzz_input.h"

#include <sstream>

namespace {

void readRecords(std::istream& stream)
{
    engine::RecordReader reader(stream);
    std::string record;
    while (reader.next(record)) {
        engine::decodeEvent(record);
    }
}

} // namespace

// The bytes as an event file, plain and compressed, and, since checksums keep most made-up files
// out, as one message.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    expectAnswer([&] {
        std::istringstream stream(bytes);
        readRecords(stream);
    });
    expectAnswer([&] {
        std::stringbuf packed(bytes);
        engine::InflatingBuffer buffer(packed);
        std::istream stream(&buffer);
        stream.exceptions(std::ios_base::badbit);
        readRecords(stream);
    });
    expectAnswer([&] { engine::decodeEvent(bytes); });
    expectAnswer([&] { engine::decodeHistogram(bytes); });
    return 0;
}
