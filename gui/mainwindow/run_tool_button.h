// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/panels/ring_animation.h"

#include <QToolButton>

namespace gui {

// A tool button of fixed width that can wait: it has the room of its widest word, and a ring takes
// the place of its icon while a request is not acknowledged.
class RunToolButton : public QToolButton
{
    Q_OBJECT

public:
    RunToolButton(QAction* action, const QStringList& words, const ThemeSource& source,
                  QWidget* parent = nullptr);

    void setRequestLook(bool requested, bool ringing);
    bool isRinging() const { return m_ring.isRunning(); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void initStyleOption(QStyleOptionToolButton* option) const override;

private:
    QStringList m_words;
    RingAnimation m_ring;
    bool m_requested = false;
};

} // namespace gui
