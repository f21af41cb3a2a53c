// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/request_indicator.h"

#include "gui/panels/secondary_label.h"
#include "gui/settings/icons.h"

#include <QHBoxLayout>
#include <QLabel>

namespace gui {

namespace {

constexpr int kIcon = 14;

} // namespace

RequestIndicator::RequestIndicator(const ThemeSource& source, QWidget* parent)
    : QWidget(parent), m_source(source), m_ring(source, this), m_icon(new QLabel(this)),
      m_text(new SecondaryLabel({}, FontRole::Caption, source, this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(source.theme().space.xs);
    row->addStretch(1);
    row->addWidget(m_icon);
    row->addWidget(m_text);
    setMinimumHeight(m_text->sizeHint().height());
    connect(&m_ring, &RingAnimation::turned, this, &RequestIndicator::showFrame);
}

void RequestIndicator::setIdle()
{
    m_ring.setRunning(false);
    m_icon->clear();
    m_text->clear();
}

void RequestIndicator::setWaiting()
{
    m_text->setText(tr("waiting for the next step"));
    m_ring.setRunning(true);
}

void RequestIndicator::setDone(const QString& text)
{
    m_ring.setRunning(false);
    m_icon->setPixmap(icon(QStringLiteral("check"), m_source, IconRole::Good)
                          .pixmap(QSize(kIcon, kIcon), devicePixelRatioF()));
    m_text->setText(text);
}

QString RequestIndicator::text() const
{
    return m_text->text();
}

void RequestIndicator::showFrame()
{
    if (m_ring.isMoving()) {
        m_icon->setPixmap(m_ring.frame(kIcon, devicePixelRatioF()));
    } else if (m_ring.isRunning()) {
        m_icon->setText(QStringLiteral("…"));
    }
}

} // namespace gui
