// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_keys.h"

#include "engine/jobs/augment_text.h"
#include "engine/jobs/job_access.h"
#include "engine/jobs/job_session.h"

#include <algorithm>
#include <numeric>

namespace engine {

namespace {

JobAccess watchedMetric(std::string HooksConfig::*member)
{
    return choice(&JobConfig::hooks, member,
                  {"validation/loss", "validation/accuracy", "train/loss"});
}

JobAccess augmentSteps()
{
    return accessMember<std::vector<std::string>>(
        &JobConfig::data, &DataConfig::augment, "a list of texts in quotes",
        [](const std::vector<std::string>& steps) { pictureAugmentation(steps); });
}

JobAccess initialNames()
{
    return accessMember<std::vector<std::string>>(&JobConfig::model, &ModelConfig::initialNames,
                                                  "a list of texts in quotes",
                                                  [](const std::vector<std::string>& pairs) {
                                                      std::ranges::for_each(pairs, requireNamePair);
                                                  });
}

const std::vector<JobKey>& allKeys()
{
    using C = JobConfig;
    static const std::vector<JobKey> kKeys{
        {"run.name", text(&C::run, &RunConfig::name),
         "name of the run; not given: the file's name"},
        {"run.seed", integer(&C::run, &RunConfig::seed, 0), "seed of all random streams"},
        {"run.steps", integer(&C::run, &RunConfig::steps, 1), "train until this step"},
        {"run.threads", integer(&C::run, &RunConfig::threads, 0, 1024), "threads; 0: all cores"},
        {"data.kind",
         choice(&C::data, &DataConfig::kind, {"idx", "cifar10", "cifar100", "csv", "spirals"}),
         "which data; must be given"},
        {"data.batch_size", integer(&C::data, &DataConfig::batchSize, 1), "examples a step"},
        {"data.validation_fraction", number(&C::data, &DataConfig::validationFraction, 0, 1),
         "share of the examples that is kept for validation"},
        {"data.test_fraction", number(&C::data, &DataConfig::testFraction, 0, 1),
         "share that is kept for the test, of data without a test part"},
        {"data.train_images", text(&C::data, &DataConfig::trainImages),
         "idx: file of pictures; beside the job file, absolute, or of the samples"},
        {"data.train_labels", text(&C::data, &DataConfig::trainLabels),
         "idx: file of their classes"},
        {"data.test_images", text(&C::data, &DataConfig::testImages),
         "idx: file of pictures for the test"},
        {"data.test_labels", text(&C::data, &DataConfig::testLabels),
         "idx: file of the classes of these"},
        {"data.class_names", texts(&C::data, &DataConfig::classNames),
         "idx, cifar10, cifar100: names in the order of the class numbers; empty: the numbers, "
         "cifar10: "
         "its own"},
        {"data.augment", augmentSteps(),
         "idx, cifar10, cifar100: [\"crop 24\", \"flip\", \"standardize\"]; for each picture by "
         "chance in training, the central crop alone and standardize in evaluation"},
        {"data.train_files", texts(&C::data, &DataConfig::trainFiles),
         "cifar10, cifar100: files of the binary version, data_batch_1.bin …"},
        {"data.test_files", texts(&C::data, &DataConfig::testFiles),
         "cifar10, cifar100: files for the test"},
        {"data.file", text(&C::data, &DataConfig::file),
         "csv: table with a column for each feature; beside the job file, absolute, or of the "
         "samples"},
        {"data.label", text(&C::data, &DataConfig::label),
         "csv: column to predict; empty: the last one"},
        {"data.label_kind", choice(&C::data, &DataConfig::labelKind, {"auto", "classes", "value"}),
         "csv: \"auto\" takes text, or at most 20 different whole numbers, as classes"},
        {"data.ignored_columns", texts(&C::data, &DataConfig::ignoredColumns),
         "csv: columns that are no features"},
        {"data.points", integer(&C::data, &DataConfig::points, 2), "spirals: examples"},
        {"data.noise", number(&C::data, &DataConfig::noise, 0),
         "spirals: deviation of a point from its spiral"},
        {"data.turns", number(&C::data, &DataConfig::turns, 0), "spirals: how often they wind"},
        {"model.kind", choice(&C::model, &ModelConfig::kind, {"mlp", "sequential"}),
         "mlp: a multilayer perceptron; sequential: layer upon layer"},
        {"model.hidden_layers", sizes(&C::model, &ModelConfig::hiddenLayers),
         "mlp: units of each hidden layer"},
        {"model.layers", texts(&C::model, &ModelConfig::layers),
         "sequential: [\"conv 32 3\", \"max_pool 2\", \"dense 128\"]; the last layer, one output "
         "a class, is added"},
        {"model.activation",
         choice(&C::model, &ModelConfig::activation, {"relu", "tanh", "sigmoid", "linear"}),
         "of the hidden layers"},
        {"model.dropout", number(&C::model, &ModelConfig::dropout, 0, 1),
         "share of the hidden units that is dropped in a training step"},
        {"model.initial_checkpoint", text(&C::model, &ModelConfig::initialCheckpoint),
         "prefix of a checkpoint, of any program, that a new run's weights come from"},
        {"model.initial_mode",
         choice(&C::model, &ModelConfig::initialMode, {"strict", "by_name", "partial"}),
         "strict: all weights are in it; by_name: those there are; partial: those that fit"},
        {"model.initial_names", initialNames(),
         "\"variable=tensor\" where the checkpoint has another name"},
        {"optimizer.kind",
         choice(&C::optimizer, &OptimizerConfig::kind,
                {"sgd", "momentum", "adagrad", "rmsprop", "adam", "adamw", "lion"}),
         "sgd: gradient descent"},
        {"optimizer.learning_rate", number(&C::optimizer, &OptimizerConfig::learningRate, 0),
         "at the start; with a schedule, what that multiplies"},
        {"optimizer.clip_norm", number(&C::optimizer, &OptimizerConfig::clipNorm, 0),
         "the gradients are scaled down to this norm of all of them; not given: never"},
        {"optimizer.momentum", number(&C::optimizer, &OptimizerConfig::momentum, 0, 1),
         "momentum, rmsprop: share of the former update; not given: 0.9, 0"},
        {"optimizer.use_nesterov", flag(&C::optimizer, &OptimizerConfig::useNesterov),
         "momentum: Nesterov's"},
        {"optimizer.beta1", number(&C::optimizer, &OptimizerConfig::beta1, 0, 1),
         "adam, adamw, lion: decay of the mean of the gradients; not given: 0.9"},
        {"optimizer.beta2", number(&C::optimizer, &OptimizerConfig::beta2, 0, 1),
         "adam, adamw: decay of the mean of their squares, lion: of the gradients; not given: "
         "0.999, lion: 0.99"},
        {"optimizer.epsilon", number(&C::optimizer, &OptimizerConfig::epsilon, 0),
         "adam, adamw, rmsprop: added to the divisor; not given: 1e-8, rmsprop: 1e-10"},
        {"optimizer.decay", number(&C::optimizer, &OptimizerConfig::decay, 0, 1),
         "rmsprop: decay of the mean of the squares; not given: 0.9"},
        {"optimizer.centered", flag(&C::optimizer, &OptimizerConfig::centered),
         "rmsprop: squares about the mean of the gradients"},
        {"optimizer.initial_accumulator",
         number(&C::optimizer, &OptimizerConfig::initialAccumulator, 0),
         "adagrad: sum of the squares at the start; not given: 0.1"},
        {"optimizer.weight_decay", number(&C::optimizer, &OptimizerConfig::weightDecay, 0),
         "adamw, lion: share of a weight that goes each step, times the learning rate; not given: "
         "0.01, 0"},
        {"schedule.kind",
         choice(&C::schedule, &ScheduleConfig::kind,
                {"constant", "step", "exponential", "polynomial", "cosine", "warmup_cosine",
                 "one_cycle", "plateau"}),
         "what multiplies the learning rate as the steps go by"},
        {"schedule.decay_steps", integer(&C::schedule, &ScheduleConfig::decaySteps, 1),
         "steps until the schedule's end, exponential: until decay_rate; not given: run.steps"},
        {"schedule.decay_rate", number(&C::schedule, &ScheduleConfig::decayRate, 0),
         "step: factor at each boundary; exponential: factor after decay_steps"},
        {"schedule.staircase", flag(&C::schedule, &ScheduleConfig::staircase),
         "exponential: all at once after decay_steps"},
        {"schedule.boundaries", sizes(&C::schedule, &ScheduleConfig::boundaries),
         "step: the steps after which the rate falls"},
        {"schedule.end_factor", number(&C::schedule, &ScheduleConfig::endFactor, 0),
         "polynomial, cosine, warmup_cosine: factor at the end"},
        {"schedule.power", number(&C::schedule, &ScheduleConfig::power, 0),
         "polynomial: 1 falls evenly"},
        {"schedule.warmup_steps", integer(&C::schedule, &ScheduleConfig::warmupSteps, 0),
         "warmup_cosine: steps in which the rate rises from 0"},
        {"schedule.metric",
         choice(&C::schedule, &ScheduleConfig::metric, {"validation/loss", "validation/accuracy"}),
         "plateau: what must improve, or the rate falls"},
        {"schedule.factor", number(&C::schedule, &ScheduleConfig::factor, 0, 1),
         "plateau: by this factor"},
        {"schedule.patience", integer(&C::schedule, &ScheduleConfig::patience, 0),
         "plateau: evaluations in a row without an improvement that are endured"},
        {"schedule.cooldown", integer(&C::schedule, &ScheduleConfig::cooldown, 0),
         "plateau: evaluations after a fall that are not counted"},
        {"schedule.min_rate", number(&C::schedule, &ScheduleConfig::minRate, 0),
         "plateau: the rate falls no lower"},
        {"session.save_checkpoint_secs", number(&C::session, &SessionConfig::saveCheckpointSecs),
         "seconds from checkpoint to checkpoint; neither given: 600"},
        {"session.save_checkpoint_steps", integer(&C::session, &SessionConfig::saveCheckpointSteps),
         "the same in steps; give one of the two"},
        {"session.save_summaries_secs", number(&C::session, &SessionConfig::saveSummariesSecs),
         "seconds from record to record of loss and metrics"},
        {"session.save_summaries_steps", integer(&C::session, &SessionConfig::saveSummariesSteps),
         "the same in steps; neither given: 100"},
        {"session.log_step_count_steps", integer(&C::session, &SessionConfig::logStepCountSteps),
         "steps from record to record of global_step/sec; not given: 100"},
        {"session.stop_grace_period_secs",
         number(&C::session, &SessionConfig::stopGracePeriodSecs, 0),
         "seconds that threads get to end; not given: 120"},
        {"session.save_graph_def", flag(&C::session, &SessionConfig::saveGraphDef),
         "writes graph.pbtxt, and the graph into the event file"},
        {"session.async_checkpoint", flag(&C::session, &SessionConfig::asyncCheckpoint),
         "a thread writes checkpoints while the training goes on"},
        {"session.keep_best", integer(&C::session, &SessionConfig::keepBest, 0, 1'000'000),
         "checkpoints with the lowest validation loss that are kept besides"},
        {"session.keep_checkpoint_every_n_hours",
         number(&C::session, &SessionConfig::keepCheckpointEveryNHours, 0),
         "one checkpoint in so many hours is kept for ever"},
        {"session.max_to_keep", integer(&C::session, &SessionConfig::maxToKeep, 0, 1'000'000),
         "checkpoints that are kept; 0: all"},
        {"hooks.logging_tensor.every_n_iter",
         integer(&C::hooks, &HooksConfig::loggingEveryNIter, 1),
         "logs the loss every so many steps; not given: never"},
        {"hooks.gradient_norm.every_n_steps",
         integer(&C::hooks, &HooksConfig::gradientNormEveryNSteps, 1),
         "records the norm of all gradients so often; not given: never"},
        {"hooks.histograms.every_n_steps",
         integer(&C::hooks, &HooksConfig::histogramsEveryNSteps, 1),
         "records the distribution of each trainable variable's values so often; not given: never"},
        {"hooks.profiler.save_steps", integer(&C::hooks, &HooksConfig::profilerSaveSteps, 1),
         "times every operation of a step so often: timeline-STEP.json; not given: never"},
        {"hooks.profiler.save_secs", number(&C::hooks, &HooksConfig::profilerSaveSecs, 0),
         "the same by seconds; not both"},
        {"hooks.stop_at_time.secs", number(&C::hooks, &HooksConfig::stopAtTimeSecs, 0),
         "stops after so many seconds of training; not given: never"},
        {"hooks.best_checkpoint.keep", integer(&C::hooks, &HooksConfig::bestCheckpointKeep, 1),
         "keeps so many best checkpoints in the folder best; not given: none"},
        {"hooks.best_checkpoint.metric", watchedMetric(&HooksConfig::bestCheckpointMetric),
         "by which they are the best"},
        {"hooks.early_stopping.patience",
         integer(&C::hooks, &HooksConfig::earlyStoppingPatience, 1),
         "stops after so many evaluations without an improvement and restores the best model; not "
         "given: never"},
        {"hooks.early_stopping.metric", watchedMetric(&HooksConfig::earlyStoppingMetric),
         "that must improve"},
        {"hooks.early_stopping.min_delta",
         number(&C::hooks, &HooksConfig::earlyStoppingMinDelta, 0), "by more than this"},
        {"evaluation.every_steps", integer(&C::evaluation, &EvaluationConfig::everySteps, 0),
         "validates every so many steps; 0: at the end only"},
        {"evaluation.batch_size", integer(&C::evaluation, &EvaluationConfig::batchSize, 1),
         "examples of one evaluating run; changes no result"},
        {"alerts.fail_on_infinity", flag(&C::alerts, &AlertsConfig::failOnInfinity),
         "an infinite loss ends the run as NaN does"},
    };
    return kKeys;
}

// Levenshtein's distance. It takes the product of the lengths: of a text far longer than any key
// the most that it can be is enough, and a file of one endless name is answered at once.
std::size_t editDistance(std::string_view a, std::string_view b)
{
    constexpr std::size_t kLongest = 64;
    if (std::max(a.size(), b.size()) > kLongest) {
        return std::max(a.size(), b.size());
    }
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

} // namespace

std::span<const JobKey> jobKeys()
{
    return allKeys();
}

const JobKey* findJobKey(std::string_view path)
{
    const auto found = std::ranges::find(allKeys(), path, &JobKey::path);
    return found == allKeys().end() ? nullptr : &*found;
}

std::string_view nearestJobKey(std::string_view path)
{
    const auto distanceOf = [&](const JobKey& key) {
        const std::string_view lastName = key.path.substr(key.path.rfind('.') + 1);
        const std::string_view givenName = path.substr(path.rfind('.') + 1);
        return std::min(editDistance(key.path, path), editDistance(lastName, givenName) + 1);
    };
    const auto nearest = std::ranges::min_element(allKeys(), {}, distanceOf);
    return distanceOf(*nearest) <= std::max<std::size_t>(3, path.size() / 4) ? nearest->path : "";
}

std::string nearestJobTable(std::string_view path)
{
    std::string nearest;
    std::size_t least = std::max<std::size_t>(2, path.size() / 4) + 1;
    for (const JobKey& key : allKeys()) {
        for (std::size_t dot = key.path.find('.'); dot != std::string_view::npos;
             dot = key.path.find('.', dot + 1)) {
            const std::string_view table = key.path.substr(0, dot);
            if (const std::size_t distance = editDistance(table, path); distance < least) {
                least = distance;
                nearest = table;
            }
        }
    }
    return nearest;
}

bool isJobTable(std::string_view path)
{
    return std::ranges::any_of(allKeys(), [&](const JobKey& key) {
        return key.path.size() > path.size() && key.path.starts_with(path)
            && key.path[path.size()] == '.';
    });
}

bool isEmptyList(const JobValue& value)
{
    const auto* integers = std::get_if<std::vector<std::int64_t>>(&value);
    const auto* names = std::get_if<std::vector<std::string>>(&value);
    return (integers != nullptr && integers->empty()) || (names != nullptr && names->empty());
}

} // namespace engine
