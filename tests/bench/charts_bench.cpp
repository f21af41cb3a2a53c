// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "measurement.h"

#include "gui/charts/chart_bench.h"
#include "gui/settings/theme_source.h"

#include <fmt/format.h>

Measurement measureCharts(double)
{
    const gui::ThemeSource theme(gui::StyleChoice::Light);
    Measurement measurement{"charts", {}};
    for (const int exponent : {4, 6, 7}) {
        qsizetype points = 1;
        for (int i = 0; i < exponent; ++i) {
            points *= 10;
        }
        measurement.figures.emplace_back(fmt::format("replot_ms_1e{}", exponent),
                                         gui::chartReplotMilliseconds(points, theme));
    }
    return measurement;
}
