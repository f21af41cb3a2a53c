// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QDialog>

namespace gui {

// What the program is, its version and licences, and the promise that it has no network code.
class AboutDialog : public QDialog
{
    Q_OBJECT

public:
    AboutDialog(const ThemeSource& source, QWidget* parent);
};

} // namespace gui
