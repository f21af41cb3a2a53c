// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/command_line.h"
#include "engine/cli/inspect_command.h"
#include "engine/cli/pin_command.h"
#include "engine/cli/train_command.h"

#include <csignal>
#include <string_view>

int main(int argc, char** argv)
{
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error of its writer
    const std::string_view word = argc > 1 ? argv[1] : "";
    if (word == "inspect") {
        return engine::runInspectCommand(argc - 1, argv + 1);
    }
    if (word == "pin" || word == "unpin") {
        return engine::runPinCommand(argc - 1, argv + 1);
    }
    std::optional<engine::ExitCode> exit;
    const engine::CommandLine line = engine::parseCommandLine(argc, argv, exit);
    return exit ? exit->code : engine::runTrainCommand(line);
}
