// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"

#include <QString>

namespace gui {

// The word for a state, in lower case as it stands in lists: "running", "ended unexpectedly".
QString runStateWord(RunState state);

// The icon of a state; empty for none. Shapes differ, so that a state is told without its colour.
QString runStateIcon(RunState state);

// Whether a stored run in this state can be trained further from its newest checkpoint.
bool canContinue(const RunSummary& run);

// Whether the window's buttons belong to a run in this state alone: it is open, or its alert waits
// for an answer. Otherwise they belong to the selected run.
bool holdsButtons(RunState state);

} // namespace gui
