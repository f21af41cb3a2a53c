// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cli/command_line.h"

namespace engine {

// Exit codes of trainspotter-train.
struct TrainExit
{
    static constexpr int kSuccess = 0; // finished, or stopped as asked
    static constexpr int kUsage = 2; // wrong arguments or job file
    static constexpr int kFailed = 3;
    static constexpr int kNonFiniteLoss = 4;
    static constexpr int kSignalBase = 128; // and the signal's number
};

// Trains as the command line says; reports on standard output and standard error.
int runTrainCommand(const CommandLine& line);

} // namespace engine
