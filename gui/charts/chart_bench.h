// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace gui {

class ThemeSource;

// Median milliseconds of one complete redraw of a 750 × 330 loss card that shows all of `points`
// raw values and their mean, as on the screen. Needs a QApplication (offscreen will do); fills and
// smooths the series first, which is not measured.
double chartReplotMilliseconds(qsizetype points, const ThemeSource& theme);

} // namespace gui
