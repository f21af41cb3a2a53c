// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace engine {

// Follows the training loss: its debiased exponential average, and since when it climbs. The onset
// of a divergence is where the average was lowest before it.
//
// Thread rule: one thread.
class LossTrend
{
public:
    explicit LossTrend(double halfLifeSteps = 20);

    // `step` rises; a non-finite loss is left out.
    void add(std::int64_t step, double loss);

    bool isEmpty() const { return m_weight == 0; }
    double average() const; // NaN when empty
    std::int64_t lowestStep() const { return m_lowestStep; } // of the lowest average; -1 when empty

private:
    double m_decay;
    double m_sum = 0;
    double m_weight = 0;
    double m_lowest = 0;
    std::int64_t m_lowestStep = -1;
};

} // namespace engine
