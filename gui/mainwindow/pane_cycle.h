// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointer>
#include <QWidget>

namespace gui {

// F8 and Shift+F8: moves the focus from pane to pane, over those that are to be seen.
class PaneCycle
{
public:
    explicit PaneCycle(const QList<QWidget*>& panes);

    void next() { move(1); }
    void previous() { move(-1); }

private:
    void move(int direction);

    QList<QPointer<QWidget>> m_panes;
};

} // namespace gui
