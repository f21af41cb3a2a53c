// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QBasicTimer>
#include <QObject>
#include <QPixmap>

namespace gui {

// The turning ring that says "requested, not acknowledged yet". It costs nothing while stopped.
// With reduced motion it does not run: whoever shows it writes "…" instead.
class RingAnimation : public QObject
{
    Q_OBJECT

public:
    RingAnimation(const ThemeSource& source, QObject* parent);

    void setRunning(bool running);
    bool isRunning() const { return m_running; }
    bool isMoving() const { return m_timer.isActive(); }
    QPixmap frame(int size, qreal devicePixelRatio) const;

signals:
    void turned();

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    const ThemeSource& m_source;
    QBasicTimer m_timer;
    bool m_running = false;
    int m_frame = 0;
};

} // namespace gui
