// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/chart_card.h"
#include "gui/charts/charts_view.h"
#include "gui/settings/theme_source.h"

#include <QtTest>

#include <cmath>

// A page of charts on the offscreen screen, and where things are in it.
class ChartPage
{
public:
    explicit ChartPage(QSize size = {766, 535}) : view(source)
    {
        view.resize(size);
        view.setRun(1, QStringLiteral("first"), 0);
        view.show();
        view.activateWindow();
    }

    // As a person does: with the focus on the card.
    void press(const char* name, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QVERIFY(QTest::qWaitForWindowActive(&view));
        card(name).setFocus();
        QTest::keyClick(&card(name), key, modifiers);
        view.refreshNow();
    }

    // Points 1 … `last` of a tag of run 1, one in a millisecond.
    template <typename Value>
    void append(const char* tag, qint64 first, qint64 last, Value value, gui::RunId run = 1,
                int segment = 0)
    {
        gui::MetricBatch batch{run, segment, QLatin1String(tag), {}};
        for (qint64 step = first; step <= last; ++step) {
            batch.points.append({step, value(step), 1e9 + 100 * segment + 1e-3 * double(step)});
        }
        view.append(batch);
    }

    gui::ChartCard& card(const char* name) const
    {
        auto* found = view.findChild<gui::ChartCard*>(
            QStringLiteral("charts.card.%1").arg(QLatin1String(name)));
        Q_ASSERT(found);
        return *found;
    }

    QWidget& plot(const char* name) const
    {
        auto* found =
            view.findChild<QWidget*>(QStringLiteral("charts.plot.%1").arg(QLatin1String(name)));
        Q_ASSERT(found);
        return *found;
    }

    QImage image(const char* name)
    {
        view.refreshNow();
        return card(name).grab().toImage().convertToFormat(QImage::Format_RGB32);
    }

    // In coordinates of the card.
    QPoint pixel(const char* name, double x, double y) const
    {
        const QRectF plot = card(name).plotRect();
        const auto [lower, upper] = view.xRange();
        const gui::ValueRange values = card(name).yRange();
        const auto axis = [&](double v) { return card(name).options().logY ? std::log10(v) : v; };
        return QPointF(plot.left() + (x - lower) / (upper - lower) * plot.width(),
                       plot.bottom()
                           - (axis(y) - axis(values.lower))
                               / (axis(values.upper) - axis(values.lower)) * plot.height())
            .toPoint();
    }

    gui::ThemeSource source{gui::StyleChoice::Light};
    gui::ChartsView view;
};

// Lines are antialiased: their darkest pixels come near their colour.
inline bool isNear(const QColor& a, const QColor& b, int tolerance)
{
    return std::abs(a.red() - b.red()) <= tolerance && std::abs(a.green() - b.green()) <= tolerance
        && std::abs(a.blue() - b.blue()) <= tolerance;
}

// Whether a pixel within `distance` of `at` has about this colour.
inline bool hasColor(const QImage& image, const QPoint& at, const QColor& color, int distance = 2,
                     int tolerance = 30)
{
    for (int x = at.x() - distance; x <= at.x() + distance; ++x) {
        for (int y = at.y() - distance; y <= at.y() + distance; ++y) {
            if (image.valid(x, y) && isNear(image.pixelColor(x, y), color, tolerance)) {
                return true;
            }
        }
    }
    return false;
}

inline int countColor(const QImage& image, const QColor& color, int tolerance = 0)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            count += isNear(image.pixelColor(x, y), color, tolerance) ? 1 : 0;
        }
    }
    return count;
}
