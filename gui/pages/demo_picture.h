// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QImage>
#include <QPixmap>
#include <QPolygonF>
#include <QWidget>

namespace gui {

// The picture on a demonstration's card, drawn from the sample data itself.
class DemoPicture : public QWidget
{
    Q_OBJECT

public:
    enum class Kind
    {
        Clothing,
        Iris,
        Spirals
    };

    DemoPicture(Kind kind, const ThemeSource& source, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void paintClothing(QPainter& painter) const;
    void paintLossCurve(QPainter& painter, const QRectF& area) const;
    void paintIris(QPainter& painter) const;
    void paintSpirals(QPainter& painter) const;

    Kind m_kind;
    const ThemeSource& m_source;
    QPixmap m_cache; // drawing takes a few milliseconds; cleared on resize and theme change
};

} // namespace gui
