// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "chart_page.h"

inline double line(qint64 step)
{
    return 1 + 0.001 * double(step);
}

inline QPoint inPlot(const ChartPage& page, const char* name, double x, double y)
{
    return page.plot(name).mapFrom(&page.card(name), page.pixel(name, x, y));
}

inline void drag(QWidget& plot, Qt::MouseButton button, const QPoint& from, const QPoint& to)
{
    QTest::mousePress(&plot, button, Qt::NoModifier, from);
    for (const QPoint& at : {from + (to - from) / 2, to}) {
        QMouseEvent move(QEvent::MouseMove, at, plot.mapToGlobal(at), Qt::NoButton, button,
                         Qt::NoModifier);
        QApplication::sendEvent(&plot, &move);
    }
    QTest::mouseRelease(&plot, button, Qt::NoModifier, to);
}

inline bool near(double a, double b, double tolerance)
{
    return std::abs(a - b) <= tolerance;
}

// Loss and accuracy of 1 000 steps, drawn.
class Page : public ChartPage
{
public:
    Page()
    {
        view.setSmoothing(0);
        append("train/loss", 1, 1000, line);
        append("train/accuracy", 1, 1000, line);
        view.refreshNow();
    }
    double width() const { return view.xRange().second - view.xRange().first; }
};
