// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/command_line.h"

#include "engine/base/errors.h"
#include "engine/cli/console.h"
#include "engine/cli/result_report.h"
#include "engine/jobs/job_keys.h"
#include "engine/jobs/job_reference.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <span>
#include <string>
#include <system_error>

#ifndef TRAINSPOTTER_VERSION
#error "the build sets TRAINSPOTTER_VERSION"
#endif

namespace engine {

namespace {

// An option in the place of a whole number of the job file: what that accepts.
CLI::Validator settingOf(std::string_view path)
{
    const JobAccess& access = findJobKey(path)->access;
    return CLI::Validator(
        [&access](const std::string& text) {
            std::int64_t number = 0;
            const auto [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), number);
            if (error != std::errc() || end != text.data() + text.size()) {
                return "must be " + access.accepts;
            }
            try {
                JobConfig unused;
                access.apply(unused, number);
                return std::string();
            } catch (const InvalidArgumentError&) {
                return "must be " + access.accepts;
            }
        },
        "N");
}

} // namespace

CommandLine parseCommandLine(int argc, char** argv, std::optional<ExitCode>& exit)
{
    CommandLine line;
    CLI::App app("Trains a neural network from a job file and keeps the run in a store.",
                 "trainspotter-train");
    app.set_version_flag("--version", TRAINSPOTTER_VERSION);
    app.add_option("job", line.job, "Job file (TOML), or the name of a preset such as fashion-mlp")
        ->required();
    app.add_option("--steps", line.steps, "Train until this step")->check(settingOf("run.steps"));
    app.add_option("--store", line.store, "Run store; made if absent");
    app.add_option("--checkpoint-dir", line.checkpointDir, "Where checkpoints go");
    app.add_flag(
        "--resume", line.resume,
        "Go on from the newest checkpoint of the run in --checkpoint-dir, or of the newest "
        "run of this name");
    app.add_option("--seed", line.seed, "Seed of all random streams")->check(settingOf("run.seed"));
    app.add_option("--threads", line.threads, "Threads; 0: all cores")
        ->check(settingOf("run.threads"));
    app.add_option("--set", line.settings, "Another setting: session.save_checkpoint_steps=50")
        ->allow_extra_args(false);
    app.add_flag("--json", line.json,
                 "The last line on standard output is one JSON object, also for an error");
    app.add_flag("--explain-plan", line.explainPlan,
                 "After the training, say how its steps were compiled and where their time went");
    app.add_flag_callback(
        "--keys", [] { throw CLI::CallForVersion(jobKeyReference(), 0); },
        "Print every setting of a job file with its meaning and its value when not given");
    app.footer(
        "trainspotter-train inspect PATH [--json] says what a file is and holds.\n"
        "trainspotter-train pin|unpin DIRECTORY STEP keeps a checkpoint or lets it go.\n"
        "Exit codes: 0 finished or stopped as asked, 2 wrong arguments or job file, 3 failed,\n"
        "4 loss became NaN; with a checkpoint: 130 and 143 after SIGINT and SIGTERM, 141 when\n"
        "nobody reads the output any longer.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        exit = ExitCode{app.exit(error) == 0 ? 0 : 2};
        // CLI11 has not come to the flag if something before it is wrong.
        if (exit->code != 0
            && std::ranges::count(std::span(argv, argv + argc), std::string_view("--json")) > 0) {
            writeTo(stdout,
                    errorAsJson(error.what(), errorCodeName(ErrorCode::InvalidArgument), exit->code,
                                nullptr)
                        + "\n");
        }
    }
    return line;
}

} // namespace engine
