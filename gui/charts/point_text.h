// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/series_pyramid.h"
#include "gui/settings/number_format.h"

#include <QLocale>
#include <QString>

namespace gui {

// "1 240", "≈ 1 240"
inline QString stepText(const SeriesPoint& point, const QLocale& locale)
{
    return withApproximation(formatInteger(qint64(point.step), locale), point.isExact);
}

} // namespace gui
