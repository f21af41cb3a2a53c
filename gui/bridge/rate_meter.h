// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <deque>

namespace gui {

// Steps per second over the last seconds, and what is left at that rate.
class RateMeter
{
public:
    static constexpr double kWindowSeconds = 3;
    static constexpr qint64 kTrustedSteps = 20; // no estimate before these

    // After a start or resume.
    void reset(qint64 step, double seconds);
    // `seconds`: a clock that stands still in pauses.
    void add(qint64 step, double seconds);

    double stepsPerSecond() const; // 0: not known yet
    double secondsLeft(qint64 targetSteps) const; // -1: not known yet

private:
    struct Sample
    {
        qint64 step;
        double seconds;
    };

    std::deque<Sample> m_samples;
    qint64 m_firstStep = 0;
};

} // namespace gui
