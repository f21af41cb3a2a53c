// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace gui {

// Holds the content of a dock: it scrolls up and down, so that a dock never sets the height of the
// window, but it is never narrower than its content, so that nothing is cut.
class DockScroll : public QScrollArea
{
    Q_OBJECT

public:
    // At least `leastWidth` wide.
    DockScroll(QWidget* content, int leastWidth);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int m_leastWidth;
};

} // namespace gui
