// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace gui {

// What stands where nothing is yet: icon, title, one sentence that says what will be here and how
// it comes, at most two buttons, a hint.
class EmptyState : public QWidget
{
    Q_OBJECT

public:
    EmptyState(const QString& iconName, const QString& title, const QString& sentence,
               const ThemeSource& source, QWidget* parent = nullptr);

    void setSentence(const QString& sentence);
    // The first button is the accent one.
    QPushButton* addButton(const QString& name, const QString& text, const QString& iconName = {});
    void addHint(const QString& text);

private:
    const ThemeSource& m_source;
    QLabel* m_sentence;
    QBoxLayout* m_column;
    QBoxLayout* m_buttons;
};

} // namespace gui
