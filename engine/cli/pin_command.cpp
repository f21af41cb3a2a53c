// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/pin_command.h"

#include "engine/base/errors.h"
#include "engine/cli/console.h"
#include "engine/cli/train_command.h"
#include "engine/jobs/checkpoint_pins.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <string_view>

namespace engine {

namespace {

std::string reportOf(const PinRequest& request, RunId run)
{
    const std::string_view what = request.isPinned ? "is pinned: it stays whatever else is deleted"
                                                   : "is not pinned: it goes when it is its turn";
    return fmt::format("checkpoint {} of {} {}\n{}", request.step, request.directory.string(), what,
                       run == 0 ? "  no run of the store has this checkpoint\n" : "");
}

} // namespace

int runPinCommand(int argc, char** argv)
{
    PinRequest request;
    const std::string_view word = argv[0];
    request.isPinned = word == "pin";
    CLI::App app(
        request.isPinned
            ? "Keeps a checkpoint, whatever session.max_to_keep says, until it is unpinned."
            : "Lets retention delete a pinned checkpoint again.",
        fmt::format("trainspotter-train {}", word));
    app.add_option("directory", request.directory, "Directory of checkpoints")->required();
    app.add_option("step", request.step, "Step of the checkpoint")
        ->required()
        ->check(CLI::NonNegativeNumber);
    app.add_option("--store", request.store, "Run store in which this is noted");
    app.footer(
        "While a training saves there it has the directory: stop it first, or click Keep in the\n"
        "Inspector of the window that trains it.\n"
        "Exit codes: 0 done, 2 wrong arguments or no such checkpoint, 3 failed.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? TrainExit::kSuccess : TrainExit::kUsage;
    }
    try {
        SystemClock clock;
        LocalFileSystem files;
        StderrLogger logger(LogLevel::Warning);
        writeTo(stdout, reportOf(request, pinCheckpoint(request, {clock, logger, files})));
        return TrainExit::kSuccess;
    } catch (const NotFoundError& error) {
        writeTo(stderr, fmt::format("trainspotter-train: {}\n", error.what()));
        return TrainExit::kUsage;
    } catch (const std::exception& error) {
        writeTo(stderr, fmt::format("trainspotter-train: {}\n", error.what()));
        return TrainExit::kFailed;
    }
}

} // namespace engine
