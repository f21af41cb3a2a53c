// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/run_store_writer.h"

#include "engine/formats/summary_content.h"
#include "engine/summary/run_recorder.h"
#include "engine/summary/tag_table.h"
#include "engine/summary/writer_thread.h"

#include <string>
#include <utility>

namespace engine {

RunStoreWriter::RunStoreWriter(const std::filesystem::path& store, const Clock& clock)
    : RunStoreWriter(store, clock, Options())
{ }

RunStoreWriter::RunStoreWriter(const std::filesystem::path& store, const Clock& clock,
                               Options options)
    : m_clock(clock), m_tags(std::make_unique<TagTable>()),
      m_recorder(std::make_unique<RunRecorder>(store, *m_tags, clock)),
      m_thread(std::make_unique<WriterThread>(
          *m_recorder,
          WriterThread::Options{options.commitInterval, options.capacity,
                                std::move(options.onError), std::move(options.onRecovery)}))
{ }

RunStoreWriter::~RunStoreWriter() = default;

RunId RunStoreWriter::createRun(const RunSpec& spec)
{
    RunId run = 0;
    m_thread->perform([&] { run = m_recorder->createRun(spec); });
    return run;
}

int RunStoreWriter::beginSegment(RunId run, std::int64_t firstStep)
{
    int number = 0;
    m_thread->perform([&] { number = m_recorder->beginSegment(run, firstStep); });
    return number;
}

void RunStoreWriter::endSegment(RunStatus status, std::string_view stopReason, std::int64_t step)
{
    m_thread->perform([&] { m_recorder->endSegment(status, stopReason, step); });
}

RunStoreWriter::TagId RunStoreWriter::registerTag(std::string_view tag)
{
    return m_tags->idOf(tag);
}

void RunStoreWriter::scalar(TagId tag, double value, std::int64_t step)
{
    scalar(tag, value, step, m_clock.wallTime());
}

void RunStoreWriter::scalar(TagId tag, double value, std::int64_t step,
                            std::chrono::microseconds wallTime)
{
    m_thread->scalar({tag, step, wallTime.count(), value});
}

void RunStoreWriter::setStatus(RunStatus status, std::int64_t step)
{
    m_thread->post([this, status, step] { m_recorder->setStatus(status, step); });
}

void RunStoreWriter::setTargetSteps(std::int64_t steps)
{
    m_thread->post([this, steps] { m_recorder->setTargetSteps(steps); });
}

void RunStoreWriter::setJob(const RunSpec& spec)
{
    m_thread->post([this, spec] { m_recorder->setJob(spec); });
}

void RunStoreWriter::addCheckpoint(const StoredCheckpoint& checkpoint)
{
    m_thread->post([this, checkpoint, wallMicros = m_clock.wallTime().count()] {
        m_recorder->addCheckpoint(checkpoint, wallMicros);
    });
}

void RunStoreWriter::removeCheckpoint(std::string_view prefix)
{
    m_thread->post([this, prefix = std::string(prefix)] { m_recorder->removeCheckpoint(prefix); });
}

void RunStoreWriter::markCheckpointDamaged(std::string_view prefix)
{
    m_thread->post(
        [this, prefix = std::string(prefix)] { m_recorder->markCheckpointDamaged(prefix); });
}

void RunStoreWriter::setCheckpointPinned(std::string_view prefix, bool isPinned)
{
    m_thread->post([this, prefix = std::string(prefix), isPinned] {
        m_recorder->setCheckpointPinned(prefix, isPinned);
    });
}

void RunStoreWriter::addScalar(std::string_view tag, double value, std::int64_t step)
{
    scalar(registerTag(tag), value, step);
}

void RunStoreWriter::addScalars(std::span<const TaggedScalar> scalars, std::int64_t step)
{
    m_thread->scalars(*m_tags, scalars, step, m_clock.wallTime().count());
}

void RunStoreWriter::addSummary(std::string_view tag, const SummaryContent& content,
                                std::int64_t step)
{
    m_thread->post(
        [this, tag = std::string(tag), content, step, wallMicros = m_clock.wallTime().count()] {
            m_recorder->addSummary(tag, storeContent(content), step, wallMicros);
        });
}

void RunStoreWriter::addHyperParameters(std::string_view, const HyperParameters& parameters)
{
    m_thread->post([this, parameters] { m_recorder->setHyperParameters(parameters); });
}

void RunStoreWriter::addEvent(std::string_view kind, std::string_view message, std::int64_t step)
{
    m_thread->post([this, kind = std::string(kind), message = std::string(message), step,
                    wallMicros = m_clock.wallTime().count()] {
        m_recorder->addEvent(kind, message, step, wallMicros);
    });
}

void RunStoreWriter::flush()
{
    m_thread->flush();
}

void RunStoreWriter::close()
{
    m_thread->close();
}

} // namespace engine
