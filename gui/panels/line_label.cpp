// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/line_label.h"

#include <QFontMetrics>
#include <QPainter>

namespace gui {

LineLabel::LineLabel(const ThemeSource& source, QWidget* parent) : QWidget(parent), m_source(source)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    connect(&source, &ThemeSource::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void LineLabel::setText(const QString& text)
{
    if (text != m_text) {
        m_text = text;
        setAccessibleName(text);
        update();
    }
}

QSize LineLabel::sizeHint() const
{
    return {0, QFontMetrics(m_source.theme().font(FontRole::Body)).height()};
}

void LineLabel::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_source.theme();
    QPainter painter(this);
    painter.setFont(theme.font(FontRole::Body));
    painter.setPen(theme.text.secondary);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_text, Qt::ElideRight, width()));
}

} // namespace gui
