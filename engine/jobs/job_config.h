// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace engine {

// A job file as values; job_keys.cpp has the keys, with what each accepts. The members' initial
// values are what a file that does not name the key gets.

struct RunConfig
{
    std::string name; // the file's name without its ending if the file does not say
    std::int64_t seed = 42;
    std::int64_t steps = 1000;
    std::int64_t threads = 0; // 0: all cores
};

struct DataConfig
{
    std::string kind; // "idx", "cifar10", "cifar100", "csv" or "spirals"
    std::int64_t batchSize = 32;
    double validationFraction = 0.1;
    double testFraction = 0.0; // of files without a test part
    // idx
    std::string trainImages;
    std::string trainLabels;
    std::string testImages;
    std::string testLabels;
    // idx, cifar: in the order of the class numbers; empty: the numbers, or the data set's own
    std::vector<std::string> classNames;
    std::vector<std::string> augment; // what is done to pictures; see augment_text.h
    // cifar
    std::vector<std::string> trainFiles;
    std::vector<std::string> testFiles;
    // csv
    std::string file;
    std::string label; // a column's name; empty: the last column
    std::string labelKind = "auto"; // "auto", "classes" or "value"
    std::vector<std::string> ignoredColumns;
    // spirals
    std::int64_t points = 2000;
    double noise = 0.05;
    double turns = 1.75;
};

struct ModelConfig
{
    std::string kind = "mlp"; // or "sequential"
    std::vector<std::int64_t> hiddenLayers{64}; // mlp
    std::vector<std::string> layers; // sequential; see sequential_model.h
    std::string activation = "relu";
    double dropout = 0; // mlp: share of the units that is dropped
    // Where a new run's weights come from: prefix of a checkpoint, of whatever program.
    std::string initialCheckpoint;
    std::string initialMode = "strict"; // "by_name", "partial"; see WarmStart
    std::vector<std::string> initialNames; // "variable=tensor" where the file has another name
};

struct OptimizerConfig
{
    std::string kind = "adam"; // see job_optimizer.cpp
    double learningRate = 0.001;
    std::optional<double> clipNorm; // of all gradients together; absent: they are not clipped
    // Absent: what the optimizer of this kind begins with.
    std::optional<double> momentum;
    bool useNesterov = false;
    std::optional<double> beta1;
    std::optional<double> beta2;
    std::optional<double> epsilon;
    std::optional<double> decay; // rmsprop
    bool centered = false; // rmsprop
    std::optional<double> initialAccumulator; // adagrad
    std::optional<double> weightDecay; // adamw, lion
};

// How the learning rate changes with the steps.
struct ScheduleConfig
{
    std::string kind = "constant";
    std::optional<std::int64_t> decaySteps; // absent: run.steps
    double decayRate = 0.1; // exponential, step
    bool staircase = false; // exponential
    std::vector<std::int64_t> boundaries; // step
    double endFactor = 0; // polynomial, cosine, warmup_cosine: share of the rate that is left
    double power = 1; // polynomial
    std::int64_t warmupSteps = 0; // warmup_cosine
    std::string metric = "validation/loss"; // plateau
    double factor = 0.1;
    std::int64_t patience = 10; // in evaluations
    std::int64_t cooldown = 0;
    double minRate = 0;
};

// Arguments of MonitoredTrainingSession; absent: its defaults.
struct SessionConfig
{
    std::optional<double> saveCheckpointSecs;
    std::optional<std::int64_t> saveCheckpointSteps;
    std::optional<double> saveSummariesSecs;
    std::optional<std::int64_t> saveSummariesSteps;
    std::optional<std::int64_t> logStepCountSteps;
    std::optional<double> stopGracePeriodSecs;
    bool saveGraphDef = true;
    std::int64_t maxToKeep = 5;
    std::int64_t keepBest = 0; // by validation loss, or by training loss without validation data
    double keepCheckpointEveryNHours = 10000;
    bool asyncCheckpoint = true;
};

struct HooksConfig
{
    // Each hook is absent unless its first setting is given.
    std::optional<std::int64_t> loggingEveryNIter; // [hooks.logging_tensor]
    std::optional<std::int64_t> gradientNormEveryNSteps; // [hooks.gradient_norm]
    std::optional<std::int64_t> histogramsEveryNSteps; // [hooks.histograms]
    std::optional<std::int64_t> profilerSaveSteps; // [hooks.profiler], or:
    std::optional<double> profilerSaveSecs;
    std::optional<double> stopAtTimeSecs; // [hooks.stop_at_time]
    std::optional<std::int64_t> bestCheckpointKeep; // [hooks.best_checkpoint]
    std::string bestCheckpointMetric = "validation/loss";
    std::optional<std::int64_t> earlyStoppingPatience; // [hooks.early_stopping]; in evaluations
    std::string earlyStoppingMetric = "validation/loss";
    double earlyStoppingMinDelta = 0;
};

struct EvaluationConfig
{
    std::int64_t everySteps = 100; // 0: at the end only
    std::int64_t batchSize = 1000;
};

struct AlertsConfig
{
    bool failOnInfinity = true; // an infinite loss ends the run like NaN
};

struct JobConfig
{
    RunConfig run;
    DataConfig data;
    ModelConfig model;
    OptimizerConfig optimizer;
    ScheduleConfig schedule;
    SessionConfig session;
    HooksConfig hooks;
    EvaluationConfig evaluation;
    AlertsConfig alerts;

    std::filesystem::path directory; // relative data files are looked for here first
};

} // namespace engine
