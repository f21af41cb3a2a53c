// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/ring_animation.h"

#include "gui/settings/icons.h"

#include <QTimerEvent>

namespace gui {

namespace {

constexpr int kFrames = 12; // a turn a second
constexpr int kFrameMilliseconds = 1000 / kFrames;

} // namespace

RingAnimation::RingAnimation(const ThemeSource& source, QObject* parent)
    : QObject(parent), m_source(source)
{ }

void RingAnimation::setRunning(bool running)
{
    if (running == m_running) {
        return;
    }
    m_running = running;
    m_frame = 0;
    if (running && !m_source.theme().motion.reduced) {
        m_timer.start(kFrameMilliseconds, this);
    } else {
        m_timer.stop();
    }
    emit turned();
}

QPixmap RingAnimation::frame(int size, qreal devicePixelRatio) const
{
    return requestRing(m_source.theme(), size, qreal(m_frame) / kFrames, devicePixelRatio);
}

void RingAnimation::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != m_timer.timerId()) {
        QObject::timerEvent(event);
        return;
    }
    m_frame = (m_frame + 1) % kFrames;
    emit turned();
}

} // namespace gui
