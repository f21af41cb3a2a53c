// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings/icon_engine.h"

#include <QFile>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <cmath>

namespace gui {

namespace {

constexpr int kLargestOnSmallGrid = 20;

QString svgPath(const QString& name, const QSize& logicalSize)
{
    const bool small = logicalSize.height() <= kLargestOnSmallGrid;
    return QStringLiteral(":/icons/%1/%2.svg").arg(small ? 16 : 24).arg(name);
}

QPixmap tintedSvg(const QString& path, const QSize& deviceSize, const QColor& color)
{
    QSvgRenderer renderer(path);
    renderer.setAspectRatioMode(Qt::KeepAspectRatio);
    QPixmap pixmap(deviceSize);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    renderer.render(&painter);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(pixmap.rect(), color);
    return pixmap;
}

} // namespace

IconEngine::IconEngine(QString name, const ThemeSource& source, IconRole role)
    : m_name(std::move(name)), m_source(&source), m_role(role)
{ }

void IconEngine::paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state)
{
    const qreal scale = painter->device()->devicePixelRatioF();
    painter->drawPixmap(rect, scaledPixmap(rect.size() * scale, mode, state, scale));
}

QPixmap IconEngine::pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state)
{
    return scaledPixmap(size, mode, state, 1);
}

QPixmap IconEngine::scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state,
                                 qreal scale)
{
    if (isNull() || size.isEmpty()) {
        return {};
    }
    const QString path = svgPath(m_name, size / scale);
    const QColor tint = color(mode, state);
    const QString key = QStringLiteral("%1 %2x%3 %4")
                            .arg(path)
                            .arg(size.width())
                            .arg(size.height())
                            .arg(tint.name());
    QPixmap pixmap;
    if (!QPixmapCache::find(key, &pixmap)) {
        pixmap = tintedSvg(path, size, tint);
        QPixmapCache::insert(key, pixmap);
    }
    pixmap.setDevicePixelRatio(scale);
    return pixmap;
}

QSize IconEngine::actualSize(const QSize& size, QIcon::Mode, QIcon::State)
{
    return size;
}

bool IconEngine::isNull()
{
    return !m_source || !QFile::exists(svgPath(m_name, {}));
}

QString IconEngine::iconName()
{
    return m_name;
}

QIconEngine* IconEngine::clone() const
{
    return new IconEngine(*this);
}

QColor IconEngine::color(QIcon::Mode mode, QIcon::State state) const
{
    const Theme& theme = m_source->theme();
    if (mode == QIcon::Disabled) {
        return theme.text.disabled;
    }
    switch (m_role) {
    case IconRole::Normal:
        return state == QIcon::On ? theme.accent.text : theme.text.primary;
    case IconRole::Secondary:
        return theme.text.secondary;
    case IconRole::Accent:
        return theme.accent.line;
    case IconRole::Good:
        return theme.good.fg;
    case IconRole::Warning:
        return theme.warning.fg;
    case IconRole::Danger:
        return theme.danger.fg;
    }
    Q_UNREACHABLE();
}

} // namespace gui
