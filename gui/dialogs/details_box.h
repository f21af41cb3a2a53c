// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QWidget>

class QPlainTextEdit;
class QToolButton;

namespace gui {

// The engine's own words, one click away: a button "Details" and, once pressed, a text that can be
// selected and copied. Not translated.
class DetailsBox : public QWidget
{
    Q_OBJECT

public:
    DetailsBox(const QString& text, const ThemeSource& source, QWidget* parent = nullptr);

    void setOpen(bool open);

private:
    void showText(bool shown);

    const ThemeSource& m_source;
    QToolButton* m_toggle;
    QPlainTextEdit* m_text;
    QWidget* m_copy;
};

} // namespace gui
