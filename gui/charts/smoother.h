// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gui {

// After so many half-lives a value weighs less than the rounding of the mean.
inline constexpr double kForgottenHalfLives = 60;

// Debiased exponential average of a series with uneven steps:
//
//     mean(n) = Σ w(i) v(i) / Σ w(i),   w(i) = 2^-((step(n) - step(i)) / halfLife),   i ≤ n
//
// For even steps this is the bias-corrected average of Adam (Kingma and Ba, 2015). A constant
// series stays exactly constant; a half-life of 0 gives the values themselves; values that are not
// finite are left out and the mean stays.
class Smoother
{
public:
    explicit Smoother(double halfLife = 0) : m_halfLife(halfLife) { }

    double halfLife() const { return m_halfLife; } // in steps

    // Takes the next value (steps never fall) and returns the mean; NaN before a finite value.
    double add(double step, double value);

private:
    double decay(double steps);

    double m_halfLife;
    double m_mean = 0;
    double m_weight = 0;
    double m_lastStep = 0;
    double m_decaySteps = -1; // argument and result of the last decay(): steps are mostly even
    double m_decay = 0;
};

} // namespace gui
