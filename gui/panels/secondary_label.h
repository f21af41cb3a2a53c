// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QLabel>

namespace gui {

// A label in the secondary text colour, wherever it stands: on the window, a card or a toolbar.
class SecondaryLabel : public QLabel
{
    Q_OBJECT

public:
    SecondaryLabel(const QString& text, FontRole font, const ThemeSource& source,
                   QWidget* parent = nullptr);
};

// A line of one pixel in outline.subtle.
class Divider : public QWidget
{
    Q_OBJECT

public:
    explicit Divider(const ThemeSource& source, QWidget* parent = nullptr);
};

} // namespace gui
