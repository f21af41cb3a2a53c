// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/command_line.h"
#include "engine/cli/train_command.h"

int main(int argc, char** argv)
{
    std::optional<engine::ExitCode> exit;
    const engine::CommandLine line = engine::parseCommandLine(argc, argv, exit);
    return exit ? exit->code : engine::runTrainCommand(line);
}
