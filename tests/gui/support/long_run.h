// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/clock.h"
#include "engine/summary/run_store_writer.h"

#include <QString>
#include <QTemporaryDir>

#include <cmath>
#include <limits>
#include <numbers>

// A store in a folder of its own, with a run that is written segment by segment: one point a step,
// one step a millisecond.
class LongRun
{
public:
    LongRun() : m_writer(path().toStdString(), m_clock)
    {
        engine::RunSpec spec;
        spec.name = "long";
        m_run = m_writer.createRun(spec);
    }

    QString path() const { return m_folder.filePath(QStringLiteral("runs.sqlite")); }
    engine::RunId run() const { return m_run; }

    void begin(std::int64_t step) { m_segment = m_writer.beginSegment(m_run, step); }
    template <typename Value>
    void append(const char* tag, std::int64_t first, std::int64_t last, Value value)
    {
        const int id = m_writer.registerTag(tag);
        for (std::int64_t step = first; step <= last; ++step) {
            m_writer.scalar(id, value(step), step, std::chrono::milliseconds(wallMs(step)));
            if (step % 100'000 == 0) {
                m_writer.flush();
            }
        }
        m_writer.setStatus(engine::RunStatus::Running, last);
        m_writer.flush();
    }
    void end(std::int64_t step)
    {
        m_writer.endSegment(engine::RunStatus::Finished, "as asked", step);
    }

    // A later segment is later in time by a day.
    double wallSeconds(std::int64_t step) const { return 1e-3 * static_cast<double>(wallMs(step)); }

private:
    std::int64_t wallMs(std::int64_t step) const
    {
        return 1'700'000'000'000 + 86'400'000 * std::int64_t{m_segment} + step;
    }

    QTemporaryDir m_folder;
    engine::SystemClock m_clock;
    engine::RunStoreWriter m_writer;
    engine::RunId m_run = 0;
    int m_segment = 0;
};

// A series with everything that must not be lost: waves, a jump of level, a spike, a dip, NaN.
struct EventfulSeries
{
    static constexpr std::int64_t kSteps = 300'000;
    static constexpr std::int64_t kJump = 123'457;
    static constexpr std::int64_t kSpike = 200'003;
    static constexpr std::int64_t kDip = 77'777;
    static constexpr std::int64_t kBroken = 250'007;
    static constexpr double kSpikeValue = 50;
    static constexpr double kDipValue = -7;

    static double at(std::int64_t step)
    {
        switch (step) {
        case kSpike:
            return kSpikeValue;
        case kDip:
            return kDipValue;
        case kBroken:
            return std::numeric_limits<double>::quiet_NaN();
        default:
            return (step < kJump ? 5.0 : 2.0)
                + std::sin(2 * std::numbers::pi * static_cast<double>(step % 997) / 997);
        }
    }
};
