// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QWidget>

namespace gui {

// Shows an icon at a fixed size. Unlike a pixmap in a label it follows theme and scale by itself.
class IconLabel : public QWidget
{
    Q_OBJECT

public:
    IconLabel(const QIcon& icon, int size, QWidget* parent = nullptr);

    void setIcon(const QIcon& icon);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QIcon m_icon;
};

} // namespace gui
