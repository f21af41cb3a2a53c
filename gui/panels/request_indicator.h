// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/panels/ring_animation.h"

#include <QWidget>

class QLabel;

namespace gui {

// Says under a live control what became of the request: nothing, a ring while it waits for the
// step boundary, then a tick and what was changed.
class RequestIndicator : public QWidget
{
    Q_OBJECT

public:
    RequestIndicator(const ThemeSource& source, QWidget* parent = nullptr);

    void setIdle();
    void setWaiting();
    void setDone(const QString& text);

    bool isWaiting() const { return m_ring.isRunning(); }
    QString text() const;

private:
    void showFrame();

    const ThemeSource& m_source;
    RingAnimation m_ring;
    QLabel* m_icon;
    QLabel* m_text;
};

} // namespace gui
