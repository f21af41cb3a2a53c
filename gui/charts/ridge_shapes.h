// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/distribution_values.h"

namespace gui {

// A distribution over the range of all: the share of its values in each of the equal bins.
struct Ridge
{
    qint64 step = 0;
    QList<double> shares;
};

struct RidgeSet
{
    double low = 0; // the range; it has a width unless there is no ridge
    double high = 0;
    double peak = 0; // share that has the full height
    bool isCut = false; // some share is larger than that
    int bins = 0; // the more values, the more
    QList<Ridge> ridges; // oldest first

    double binStart(int bin) const { return low + (high - low) * bin / bins; }
    double binMiddle(int bin) const { return (binStart(bin) + binStart(bin + 1)) / 2; }
    int binOf(double share) const; // of the range; the outermost ones for what is outside
};

// About how many values are below `value`: within a bucket a cubic that is monotone through the
// ends of the buckets (F. N. Fritsch and J. Butland, 1984), so that a wide bucket is no step.
class CumulativeCounts
{
public:
    explicit CumulativeCounts(const Distribution& distribution);
    double below(double value) const;

private:
    QList<double> m_ends; // of buckets
    QList<double> m_below; // values below each
    QList<double> m_slopes; // there
};

// Where the values of the distributions without any are left out. A peak that is far above the
// others, as of biases that are still all alike, is cut.
RidgeSet makeRidges(const QList<Distribution>& distributions);

// The bucket in which `value` lies; nothing outside of the values.
struct RidgeBucket
{
    double low = 0;
    double high = 0;
    double count = 0;
};
RidgeBucket bucketAt(const Distribution& distribution, double value);

} // namespace gui
