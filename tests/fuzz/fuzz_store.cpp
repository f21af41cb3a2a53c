// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/run_store_reader.h"
#include "tests/fuzz/fuzz_input.h"

// The bytes as a run store that somebody looks at.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const FuzzFile file({reinterpret_cast<const char*>(data), size});
    engine::SystemClock clock;
    expectAnswer([&] {
        engine::RunStoreReader reader(file.path(), clock);
        for (const engine::RunInfo& run : reader.runs(true)) {
            expectAnswer([&] { reader.details(run.id); });
            expectAnswer([&] { reader.segments(run.id); });
            expectAnswer([&] { reader.events(run.id); });
            expectAnswer([&] { reader.checkpoints(run.id); });
            expectAnswer([&] {
                for (const engine::StoredSummary& summary : reader.summaries(run.id)) {
                    expectAnswer([&] { reader.summary(summary.id); });
                }
            });
            expectAnswer([&] {
                for (const engine::StoredSeries& series : reader.series(run.id)) {
                    reader.spans(run.id, series.segment, series.tag, 0, 1000, 100);
                    reader.points(run.id, series.segment, series.tag);
                }
            });
        }
    });
    return 0;
}
