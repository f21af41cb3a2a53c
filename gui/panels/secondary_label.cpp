// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/secondary_label.h"

namespace gui {

// Both set their role themselves: without it they would inherit the one of a card or a toolbar, and
// the colour given to another role would do nothing.

SecondaryLabel::SecondaryLabel(const QString& text, FontRole font, const ThemeSource& source,
                               QWidget* parent)
    : QLabel(text, parent)
{
    setForegroundRole(QPalette::WindowText);
    followFont(*this, source, font);
    followColor(*this, source, QPalette::WindowText,
                [](const Theme& theme) { return theme.text.secondary; });
}

Divider::Divider(const ThemeSource& source, QWidget* parent) : QWidget(parent)
{
    setFixedHeight(1);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Window);
    followColor(*this, source, QPalette::Window,
                [](const Theme& theme) { return theme.outline.subtle; });
}

} // namespace gui
