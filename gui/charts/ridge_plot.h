// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/ridge_shapes.h"
#include "gui/settings/theme.h"

#include <QWidget>

namespace gui {

class ThemeSource;

// The distributions of a tag one behind the other: the oldest at the back and pale, the newest in
// front in the full colour of the run. Each stands on a line at the height of its step.
//
// A pointer, or the arrow keys, choose a distribution and a value; pointed() says what is there.
class RidgePlot : public QWidget
{
    Q_OBJECT

public:
    RidgePlot(const ThemeSource& source, QWidget* parent);

    void setDistributions(const QList<Distribution>& distributions);
    void setColourSlot(int slot); // 0-based

    // In the distribution of a step at a value, just below its edge; null if there is none.
    QPointF placeOf(qint64 step, double value) const;
    QSize minimumSizeHint() const override;

signals:
    void pointed(const QString& readout); // empty: at nothing

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Layout
    {
        QRectF plot;
        double ridgeHeight = 0; // of a share as large as the peak
    };

    Layout layOut() const;
    double baseOf(const Layout& layout, const Ridge& ridge) const;
    double xOf(const Layout& layout, double value) const;
    double topOf(const Layout& layout, const Ridge& ridge, int bin) const;
    QPolygonF outlineOf(const Layout& layout, const Ridge& ridge) const;
    QColor colourOf(int ridge) const;
    QList<int> labelledRidges(const Layout& layout) const;
    QFont labelFont(bool isNewest) const;
    int labelWidth() const;
    bool isPeakOnTheLeft() const;
    int ridgeAt(const Layout& layout, const QPointF& place) const;
    QString readout() const;
    void point(int ridge, int bin);
    void pointAtNothing();

    void paintGrid(QPainter& painter, const Layout& layout) const;
    void paintRidges(QPainter& painter, const Layout& layout) const;
    void paintSteps(QPainter& painter, const Layout& layout) const;
    void paintPointed(QPainter& painter, const Layout& layout) const;

    const ThemeSource& m_source;
    QList<Distribution> m_distributions;
    RidgeSet m_set;
    int m_slot = 0;
    int m_ridge = -1; // pointed at; -1: none
    int m_bin = 0;
};

} // namespace gui
