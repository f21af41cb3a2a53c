// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <optional>

namespace gui {

// What stands behind `trainspotter` on the command line.
struct Arguments
{
    Q_DECLARE_TR_FUNCTIONS(gui::Arguments)

public:
    QString job; // a file or the name of a preset; empty: none
    bool start = false;
    qint64 steps = 0; // 0: as the job says
    QString store; // empty: the user's
    QString screenshot; // PNG to write; empty: none
    qint64 screenshotAtStep = -1; // -1: when the run has ended, or at once without one
    bool exitWhenFinished = false;
    std::optional<StyleChoice> style;
    QString language; // empty: the desktop's

    // Ends the process for --help, --version and wrong arguments (code 2). Needs no application.
    static Arguments parse(const QStringList& arguments);
};

} // namespace gui
