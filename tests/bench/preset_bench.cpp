// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "measurement.h"

#include "engine/hooks/stop_at_step_hook.h"
#include "engine/jobs/job_parser.h"
#include "engine/jobs/resources.h"
#include "engine/jobs/training_job.h"

#include <QTemporaryDir>

namespace {

// Times every step and ends the run when the time is over.
class TimingHook final : public engine::SessionRunHook
{
public:
    TimingHook(engine::Clock& clock, double seconds) : m_clock(clock), m_seconds(seconds) { }

    void afterCreateSession(engine::SessionRunContext&, engine::Coordinator&) override
    {
        m_start = m_last = m_clock.monotonicSeconds();
    }
    void afterRun(engine::SessionRunContext& context, const engine::SessionRunValues&) override
    {
        const double now = m_clock.monotonicSeconds();
        m_microseconds.push_back((now - m_last) * 1e6);
        m_last = now;
        if (now - m_start >= m_seconds) {
            context.requestStop("measured");
        }
    }

    const std::vector<double>& microseconds() const { return m_microseconds; }

private:
    engine::Clock& m_clock;
    double m_seconds;
    double m_start = 0;
    double m_last = 0;
    std::vector<double> m_microseconds;
};

} // namespace

Measurement measurePreset(const std::string& preset, double seconds)
{
    const QTemporaryDir folder;
    engine::SystemClock clock;
    engine::NullLogger logger;
    engine::LocalFileSystem files;
    engine::JobRequest request;
    request.config = engine::parseJobFile(engine::findJobFile(preset));
    request.config.run.steps = 1'000'000'000;
    request.store = folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
    engine::TrainingJob job(request, {clock, logger, files});
    job.open();
    auto timing = std::make_shared<TimingHook>(clock, seconds);
    job.addHook(timing);
    const engine::JobResult result = job.train();
    return {preset,
            {{"steps_per_second", result.stepsPerSecond},
             {"examples_per_second", result.examplesPerSecond},
             {"step_us_median", median(timing->microseconds())},
             {"step_us_p95", percentile95(timing->microseconds())},
             {"peak_rss_bytes", peakRssBytes()}}};
}
