// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/pages/demo_picture.h"

#include <QFrame>

class QPushButton;

namespace gui {

// One demonstration of the Start page.
class DemoCard : public QFrame
{
    Q_OBJECT

public:
    struct Content
    {
        QString preset; // "iris"
        DemoPicture::Kind picture;
        QString title;
        QString sentence;
        QString size; // "150 rows · 1 500 steps"
    };

    DemoCard(const Content& content, const ThemeSource& source, QWidget* parent = nullptr);

    QPushButton* startButton() const { return m_start; }

signals:
    void startAsked();

private:
    QPushButton* m_start;
};

} // namespace gui
