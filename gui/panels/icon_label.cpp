// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/icon_label.h"

#include <QPainter>

namespace gui {

IconLabel::IconLabel(const QIcon& icon, int size, QWidget* parent) : QWidget(parent), m_icon(icon)
{
    setFixedSize(size, size);
}

void IconLabel::setIcon(const QIcon& icon)
{
    m_icon = icon;
    update();
}

void IconLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    m_icon.paint(&painter, rect());
}

} // namespace gui
