// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

class QWidget;

namespace gui {

class QuestionDialog;
struct EngineFailure;
struct FailureText;

// The questions about a run, ready to open(). Words: design/README.md §7.

// Names of the answers, as QuestionDialog::chosen brings them.
inline constexpr char kSaveAndQuit[] = "close.saveAndQuit";
inline constexpr char kKeepTraining[] = "close.keepTraining";
inline constexpr char kCancelClose[] = "close.cancel";
inline constexpr char kStopWithoutSaving[] = "stop.withoutSaving";
inline constexpr char kKeepSaving[] = "stop.keepSaving";

// Closing the window while a run trains. `checkpointAge`: steps since the last checkpoint; below 0
// when there is none. `saves`: whether the stop saves one.
QuestionDialog* makeCloseQuestion(qint64 checkpointAge, bool saves, const ThemeSource& source,
                                  QWidget* parent);

// Stop pressed again while the final checkpoint is being written.
QuestionDialog* makeStopQuestion(qint64 stepsLost, const ThemeSource& source, QWidget* parent);

// A sentence, what to do or what it means, and the engine's words under Details.
QuestionDialog* makeDetailsDialog(const FailureText& text, const QString& details,
                                  const ThemeSource& source, QWidget* parent);

// An error that does not belong to a banner: a sentence, what to do, and Details.
QuestionDialog* makeFailureDialog(const EngineFailure& failure, const ThemeSource& source,
                                  QWidget* parent);

} // namespace gui
