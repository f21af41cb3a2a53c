// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace gui {

struct EngineFailure;

// What to tell a person about an error of the engine: what happened, and what can be done.
struct FailureText
{
    QString sentence;
    QString advice;
    bool needsDetails = false; // only the engine's message has the name or the further mistakes
};

// By the failure's code (names of TensorFlow's error codes); an unknown code gets a general
// sentence. A mistake in a job file ("mine.toml, line 10: data.batch_size must be 1 or more") is
// said with file and line. The engine's message itself belongs under Details.
FailureText failureText(const EngineFailure& failure);

} // namespace gui
