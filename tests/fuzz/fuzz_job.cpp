// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_parser.h"
#include "tests/fuzz/fuzz_input.h"

#include <cstdlib>

// The bytes as a job file and as one setting of the command line. What is accepted can be written
// and read back.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    expectAnswer([&] {
        const engine::JobConfig config = engine::parseJob(text, "input");
        if (engine::writeJob(engine::parseJob(engine::writeJob(config), "input"))
            != engine::writeJob(config)) {
            std::abort();
        }
    });
    expectAnswer([&] { engine::parseJob("[data]\nkind = 'spirals'\n", "input", {text}); });
    return 0;
}
