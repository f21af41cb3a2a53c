// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/ridge_shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace gui {

namespace {

constexpr double kMostAboveMedian = 4; // a peak that is higher is cut
constexpr double kMargin = 0.02; // of the range, beside the outermost values
constexpr double kBinsOfCubicRoot = 3; // of the number of values (Rice's rule: 2)
constexpr int kLeastBins = 24;
constexpr int kMostBins = 96;
constexpr double kAloneWidth = 0.1; // of a value that all are, to both sides

// Whatever numbers a damaged file has: with these nothing is out of range.
bool hasValues(const Distribution& distribution)
{
    const double counted =
        std::accumulate(distribution.counts.cbegin(), distribution.counts.cend(), 0.0);
    return distribution.count > 0 && std::isfinite(distribution.count) && counted > 0
        && std::isfinite(counted) && std::isfinite(distribution.minimum)
        && std::isfinite(distribution.maximum) && distribution.minimum <= distribution.maximum
        && distribution.counts.size() == distribution.limits.size();
}

void findRange(const QList<Distribution>& distributions, RidgeSet& set)
{
    set.low = std::numeric_limits<double>::max();
    set.high = std::numeric_limits<double>::lowest();
    for (const Distribution& distribution : distributions) {
        set.low = std::min(set.low, distribution.minimum);
        set.high = std::max(set.high, distribution.maximum);
    }
    const double size = std::max(std::abs(set.low), std::abs(set.high));
    const double width = set.high - set.low;
    const double margin = width > size * 1e-9 ? kMargin * width
        : size > 0                            ? kAloneWidth * size
                                              : kAloneWidth;
    set.low -= margin;
    set.high += margin;
}

// The median of the highest shares, times a few, unless all are lower.
void findPeak(RidgeSet& set)
{
    QList<double> peaks;
    for (const Ridge& ridge : std::as_const(set.ridges)) {
        peaks.append(*std::max_element(ridge.shares.cbegin(), ridge.shares.cend()));
    }
    std::sort(peaks.begin(), peaks.end());
    set.peak = std::min(peaks.constLast(), kMostAboveMedian * peaks.at(peaks.size() / 2));
    set.isCut = set.peak < peaks.constLast();
}

} // namespace

CumulativeCounts::CumulativeCounts(const Distribution& distribution)
{
    m_ends.append(distribution.minimum);
    m_below.append(0);
    QList<double> densities; // of the buckets
    for (qsizetype i = 0; i < distribution.limits.size(); ++i) {
        const double end =
            std::clamp(distribution.limits[i], distribution.minimum, distribution.maximum);
        const double count = distribution.counts[i];
        const double width = end - m_ends.constLast();
        if (width > 0) {
            m_ends.append(end);
            m_below.append(m_below.constLast() + count);
            densities.append(count / width);
        } else { // outside of the values, or too narrow to be told apart: all at one place
            m_below.last() += count;
        }
    }
    m_slopes.fill(0, m_ends.size());
    for (qsizetype i = 0; i < m_ends.size() && !densities.isEmpty(); ++i) {
        const double left = densities[std::max<qsizetype>(i - 1, 0)];
        const double right = densities[std::min(i, densities.size() - 1)];
        m_slopes[i] = left > 0 && right > 0 ? 2 / (1 / left + 1 / right) : 0;
    }
}

double CumulativeCounts::below(double value) const
{
    if (value <= m_ends.constFirst()) {
        return 0;
    }
    const auto above = std::upper_bound(m_ends.cbegin(), m_ends.cend(), value);
    if (above == m_ends.cend()) {
        return m_below.constLast();
    }
    const qsizetype i = above - m_ends.cbegin();
    const double width = m_ends[i] - m_ends[i - 1];
    const double t = (value - m_ends[i - 1]) / width;
    const double u = 1 - t;
    // Hermite's form.
    return (1 + 2 * t) * u * u * m_below[i - 1] + t * u * u * width * m_slopes[i - 1]
        + t * t * (3 - 2 * t) * m_below[i] - t * t * u * width * m_slopes[i];
}

int RidgeSet::binOf(double share) const
{
    return std::clamp(int(share * bins), 0, bins - 1);
}

RidgeSet makeRidges(const QList<Distribution>& distributions)
{
    QList<Distribution> some;
    std::copy_if(distributions.cbegin(), distributions.cend(), std::back_inserter(some), hasValues);
    RidgeSet set;
    if (some.isEmpty()) {
        return set;
    }
    findRange(some, set);
    const auto most = std::max_element(
        some.cbegin(), some.cend(),
        [](const Distribution& a, const Distribution& b) { return a.count < b.count; });
    set.bins =
        int(std::clamp<double>(kBinsOfCubicRoot * std::cbrt(most->count), kLeastBins, kMostBins));
    for (const Distribution& distribution : std::as_const(some)) {
        const CumulativeCounts counts(distribution);
        Ridge ridge;
        ridge.step = distribution.step;
        double before = 0;
        for (int bin = 0; bin < set.bins; ++bin) {
            const double below = counts.below(set.binStart(bin + 1));
            ridge.shares.append(std::max(0.0, below - before) / distribution.count);
            before = below;
        }
        set.ridges.append(ridge);
    }
    findPeak(set);
    return set;
}

RidgeBucket bucketAt(const Distribution& distribution, double value)
{
    if (!hasValues(distribution) || value < distribution.minimum || value > distribution.maximum) {
        return {};
    }
    const auto limit =
        std::upper_bound(distribution.limits.cbegin(), distribution.limits.cend(), value);
    const qsizetype i =
        std::min<qsizetype>(limit - distribution.limits.cbegin(), distribution.limits.size() - 1);
    RidgeBucket bucket;
    bucket.low =
        i == 0 ? distribution.minimum : std::max(distribution.minimum, distribution.limits[i - 1]);
    bucket.high = std::min(distribution.maximum, distribution.limits[i]);
    bucket.count = distribution.counts[i];
    return bucket;
}

} // namespace gui
