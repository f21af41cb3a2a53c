// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings/icons.h"

#include "gui/settings/icon_engine.h"
#include "gui/settings/resources.h"

#include <QPainter>

namespace gui {

namespace {

class MarkerIconEngine : public QIconEngine
{
public:
    MarkerIconEngine(int slot, bool shown, const ThemeSource& source)
        : m_slot(slot), m_shown(shown), m_source(&source)
    { }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode, QIcon::State) override
    {
        if (!m_source) {
            return;
        }
        const Theme& theme = m_source->theme();
        const SeriesLook look = theme.series(m_slot);
        const QColor color = m_shown ? look.line : theme.text.secondary;
        const qreal size = kShareOfIcon * std::min(rect.width(), rect.height());
        paintMarker(*painter, look.marker, QRectF(rect).center(), size, m_shown && look.filled,
                    color);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new MarkerIconEngine(*this); }

private:
    static constexpr qreal kShareOfIcon = 0.72;

    int m_slot;
    bool m_shown;
    QPointer<const ThemeSource> m_source;
};

} // namespace

QIcon icon(const QString& name, const ThemeSource& source, IconRole role)
{
    QIcon icon(new IconEngine(name, source, role));
    if (icon.isNull()) {
        qWarning("There is no icon named %s.", qUtf8Printable(name));
    }
    return icon;
}

QIcon markerIcon(int slot, bool shown, const ThemeSource& source)
{
    return QIcon(new MarkerIconEngine(slot, shown, source));
}

QIcon applicationIcon()
{
    initResources();
    QIcon icon;
    for (int size : {16, 24, 32, 48, 64, 128, 256}) {
        icon.addFile(QStringLiteral(":/icons/app/trainspotter-%1.png").arg(size),
                     QSize(size, size));
    }
    return icon;
}

QPixmap requestRing(const Theme& theme, int size, qreal turn, qreal devicePixelRatio)
{
    constexpr qreal kWidth = 1.75;
    constexpr int kFullCircle = 360 * 16; // QPainter counts sixteenths of a degree
    QPixmap pixmap(QSize(size, size) * devicePixelRatio);
    pixmap.setDevicePixelRatio(devicePixelRatio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal inset = size / 16.0 * 2 + kWidth / 2;
    const QRectF circle = QRectF(0, 0, size, size).adjusted(inset, inset, -inset, -inset);
    painter.setPen(QPen(theme.outline.subtle, kWidth));
    painter.drawEllipse(circle);
    painter.setPen(QPen(theme.accent.line, kWidth, Qt::SolidLine, Qt::RoundCap));
    painter.drawArc(circle, kFullCircle / 4 - qRound(turn * kFullCircle), -kFullCircle / 3);
    return pixmap;
}

} // namespace gui
