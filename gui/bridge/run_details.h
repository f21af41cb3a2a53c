// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"

namespace gui {

// What the store knows of a run beyond its row. As the other values: copyable, no engine type.
struct RunDetails
{
    RunId id = 0;
    QList<QPair<QString, QString>> hyperParameters; // as in RunDescription
    QString failure; // the engine's text on what ended a failed run; empty for others
};

} // namespace gui

Q_DECLARE_METATYPE(gui::RunDetails)
