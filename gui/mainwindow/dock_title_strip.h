// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QDockWidget;

namespace gui {

// Puts a strip of small widgets into the title of a dock, between its words and its buttons. The
// title itself stays Qt's, so that moving, closing and screen readers work as everywhere.
class DockTitleStrip : public QObject
{
    Q_OBJECT

public:
    DockTitleStrip(QDockWidget* dock, QWidget* strip);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QDockWidget* m_dock;
    QWidget* m_strip;
};

} // namespace gui
