// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/event_codec.h"
#include "engine/formats/record_reader.h"
#include "tests/fuzz/fuzz_input.h"

#include <sstream>

// The bytes as an event file, and, since checksums keep most made-up files out, as one message.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    expectAnswer([&] {
        std::istringstream stream(bytes);
        engine::RecordReader reader(stream);
        std::string record;
        while (reader.next(record)) {
            engine::decodeEvent(record);
        }
    });
    expectAnswer([&] { engine::decodeEvent(bytes); });
    expectAnswer([&] { engine::decodeHistogram(bytes); });
    return 0;
}
