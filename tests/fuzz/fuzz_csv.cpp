// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/csv.h"
#include "tests/fuzz/fuzz_input.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    expectAnswer([&] { engine::parseCsv(text, "input"); });
    engine::CsvOptions options;
    options.separator = ';';
    options.hasHeader = true;
    expectAnswer([&] { engine::parseCsv(text, "input", options); });
    return 0;
}
