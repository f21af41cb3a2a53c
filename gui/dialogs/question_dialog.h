// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QDialog>

class QBoxLayout;
class QPushButton;

namespace gui {

// A question that stands in the way: one strong sentence, what it means under it, and buttons
// whose words say what will happen. It is shown with open(), never exec(); chosen() brings the
// object name of the button. Esc and closing it answer like the button added with addCancel().
class QuestionDialog : public QDialog
{
    Q_OBJECT

public:
    QuestionDialog(const QString& sentence, const QString& explanation, const ThemeSource& source,
                   QWidget* parent);

    // The first button is the default one.
    QPushButton* addButton(const QString& name, const QString& text);
    QPushButton* addCancel(const QString& name, const QString& text);
    void addContent(QWidget* content); // between the explanation and the buttons

signals:
    void chosen(const QString& name);

private:
    const ThemeSource& m_source;
    QBoxLayout* m_column;
    QBoxLayout* m_buttons;
    bool m_hasDefault = false;
};

} // namespace gui
