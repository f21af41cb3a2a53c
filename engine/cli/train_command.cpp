// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/train_command.h"

#include "engine/base/errors.h"
#include "engine/cli/console.h"
#include "engine/cli/plan_text.h"
#include "engine/cli/progress_printer.h"
#include "engine/cli/result_report.h"
#include "engine/cli/stop_signals.h"
#include "engine/jobs/job_parser.h"
#include "engine/jobs/resources.h"
#include "engine/jobs/training_job.h"

#include <fmt/format.h>

namespace engine {

namespace {

// Settings on the command line win over the file, --set included.
JobConfig readConfig(const CommandLine& line)
{
    JobConfig config = parseJobFile(findJobFile(line.job), line.settings);
    config.run.steps = line.steps.value_or(config.run.steps);
    config.run.seed = line.seed.value_or(config.run.seed);
    config.run.threads = line.threads.value_or(config.run.threads);
    return config;
}

JobRequest makeRequest(const CommandLine& line, const Clock& clock)
{
    JobRequest request;
    request.config = readConfig(line);
    request.store = line.store.empty() ? defaultStorePath() : line.store;
    request.checkpointDir = line.checkpointDir;
    if (line.resume) {
        request.continueRun =
            findRunToResume(request.store, line.checkpointDir, request.config.run.name, clock);
        if (request.checkpointDir.empty()) {
            request.checkpointDir =
                continueRequest(request.store, request.continueRun, clock).checkpointDir;
        }
    }
    return request;
}

int exitCodeOf(const JobResult& result, const StopSignals& signals)
{
    if (result.status == RunStatus::Halted) {
        return TrainExit::kNonFiniteLoss;
    }
    if (!result.storeFailure.empty()) {
        return TrainExit::kFailed;
    }
    return signals.received() != 0 ? TrainExit::kSignalBase + signals.received()
                                   : TrainExit::kSuccess;
}

int train(TrainingJob& job, const CommandLine& line, const StopSignals& signals, Clock& clock)
{
    std::FILE* progressFile = line.json ? stderr : stdout;
    writeTo(progressFile, openedAsText(job));
    auto printer = std::make_shared<ProgressPrinter>(progressFile, clock, job.progress(),
                                                     job.config().run.steps);
    job.recorder().addWriter(printer->listener());
    job.addHook(printer);
    job.addHook(std::make_shared<StopSignalHook>(signals));
    const auto planReport = std::make_shared<PlanReportHook>();
    if (line.explainPlan) {
        job.addHook(planReport);
    }
    const JobResult result = job.train();
    writeTo(progressFile, resultAsText(result, job.config()));
    if (signals.received() != 0 && result.status == RunStatus::Stopped) {
        writeTo(progressFile, "  a checkpoint is saved; with --resume the same command goes on\n");
    }
    if (const PlanReportHook::TimedPlan* const plan = planReport->mostUsed()) {
        writeTo(progressFile, planAsText(*plan));
    }
    if (line.json) {
        writeTo(stdout, resultAsJson(result) + "\n");
    }
    return exitCodeOf(result, signals);
}

bool isAboutSettings(const Error& error)
{
    return error.code() == ErrorCode::InvalidArgument || error.code() == ErrorCode::NotFound
        || error.code() == ErrorCode::AlreadyExists;
}

// The same words for people and, with --json, for programs.
int fail(const std::exception& error, int exitCode, const CommandLine& line, const TrainingJob* job)
{
    const auto* known = dynamic_cast<const Error*>(&error); // else the standard library's, of files
    const std::string_view code =
        errorCodeName(known != nullptr ? known->code() : ErrorCode::Unknown);
    writeTo(stderr,
            exitCode == TrainExit::kUsage || known == nullptr
                ? fmt::format("trainspotter-train: {}\n", error.what())
                : fmt::format("trainspotter-train: {} ({})\n", error.what(), code));
    if (line.json) {
        writeTo(stdout, errorAsJson(error.what(), code, exitCode, job) + "\n");
    }
    return exitCode;
}

} // namespace

int runTrainCommand(const CommandLine& line)
{
    const StopSignals signals;
    SystemClock clock;
    LocalFileSystem files;
    StderrLogger logger(LogLevel::Warning);
    std::unique_ptr<TrainingJob> job;
    try {
        job = std::make_unique<TrainingJob>(makeRequest(line, clock),
                                            JobEnvironment{clock, logger, files});
        job->open();
    } catch (const Error& error) {
        return fail(error, isAboutSettings(error) ? TrainExit::kUsage : TrainExit::kFailed, line,
                    job.get());
    } catch (const std::exception& error) {
        return fail(error, TrainExit::kFailed, line, job.get());
    }
    try {
        return train(*job, line, signals, clock);
    } catch (const std::exception& error) {
        return fail(error, TrainExit::kFailed, line, job.get());
    }
}

} // namespace engine
