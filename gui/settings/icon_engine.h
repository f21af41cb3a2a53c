// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/icons.h"

#include <QIconEngine>
#include <QPointer>

namespace gui {

// Renders one SVG of the resources at the wanted device resolution and tints it
// (CompositionMode_SourceIn). Up to 20 logical pixels it takes the drawing on the 16 px grid, above
// the one on the 24 px grid.
class IconEngine : public QIconEngine
{
public:
    IconEngine(QString name, const ThemeSource& source, IconRole role);

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override;
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override;
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state,
                         qreal scale) override;
    QSize actualSize(const QSize& size, QIcon::Mode mode, QIcon::State state) override;
    bool isNull() override;
    QString iconName() override;
    QIconEngine* clone() const override;

private:
    QColor color(QIcon::Mode mode, QIcon::State state) const;

    QString m_name;
    QPointer<const ThemeSource> m_source;
    IconRole m_role;
};

} // namespace gui
