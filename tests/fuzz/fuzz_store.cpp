// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/run_store_reader.h"
#include "engine/summary/run_store_writer.h"
#include "tests/fuzz/fuzz_input.h"

namespace {

void look(const std::filesystem::path& store, const engine::Clock& clock)
{
    expectAnswer([&] {
        engine::RunStoreReader reader(store, clock);
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
}

void record(engine::RunStoreWriter& writer, engine::RunId run)
{
    writer.beginSegment(run, 3);
    writer.scalar(writer.registerTag("train/loss"), 0.5, 4);
    writer.addSummary("note", std::string("a text"), 4);
    writer.addEvent(engine::EventKind::kAlert, "a message", 4);
    engine::StoredCheckpoint checkpoint;
    checkpoint.step = 4;
    checkpoint.prefix = "/model.ckpt-4";
    writer.addCheckpoint(checkpoint);
    expectAnswer([&] { writer.flush(); });
    writer.endSegment(engine::RunStatus::Stopped, "as asked", 4);
}

// A run of its own, and the first of the file goes on.
void train(const std::filesystem::path& store, const engine::Clock& clock)
{
    expectAnswer([&] {
        engine::RunStoreWriter writer(store, clock);
        engine::RunSpec spec;
        spec.name = "new";
        spec.parameters = {{"run.steps", "4"}};
        expectAnswer([&] { record(writer, writer.createRun(spec)); });
        expectAnswer([&] { record(writer, 1); });
        expectAnswer([&] { writer.close(); });
    });
}

} // namespace

// The bytes as a run store that somebody looks at, then trains into, then looks at again.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const FuzzFile file({reinterpret_cast<const char*>(data), size});
    const engine::SystemClock clock;
    look(file.path(), clock);
    train(file.path(), clock);
    look(file.path(), clock);
    return 0;
}
