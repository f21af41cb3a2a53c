// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_keys.h"

#include "engine/jobs/job_access.h"

#include <algorithm>
#include <numeric>

namespace engine {

namespace {

const std::vector<JobKey>& allKeys()
{
    using C = JobConfig;
    static const std::vector<JobKey> kKeys{
        {"run.name", text(&C::run, &RunConfig::name)},
        {"run.seed", integer(&C::run, &RunConfig::seed, 0)},
        {"run.steps", integer(&C::run, &RunConfig::steps, 1)},
        {"run.threads", integer(&C::run, &RunConfig::threads, 0)},
        {"data.kind", choice(&C::data, &DataConfig::kind, {"idx", "csv", "spirals"})},
        {"data.batch_size", integer(&C::data, &DataConfig::batchSize, 1)},
        {"data.validation_fraction", number(&C::data, &DataConfig::validationFraction, 0, 1)},
        {"data.test_fraction", number(&C::data, &DataConfig::testFraction, 0, 1)},
        {"data.train_images", text(&C::data, &DataConfig::trainImages)},
        {"data.train_labels", text(&C::data, &DataConfig::trainLabels)},
        {"data.test_images", text(&C::data, &DataConfig::testImages)},
        {"data.test_labels", text(&C::data, &DataConfig::testLabels)},
        {"data.class_names", texts(&C::data, &DataConfig::classNames)},
        {"data.file", text(&C::data, &DataConfig::file)},
        {"data.label", text(&C::data, &DataConfig::label)},
        {"data.points", integer(&C::data, &DataConfig::points, 2)},
        {"data.noise", number(&C::data, &DataConfig::noise, 0)},
        {"data.turns", number(&C::data, &DataConfig::turns, 0)},
        {"model.kind", choice(&C::model, &ModelConfig::kind, {"mlp"})},
        {"model.hidden_layers", sizes(&C::model, &ModelConfig::hiddenLayers)},
        {"model.activation",
         choice(&C::model, &ModelConfig::activation, {"relu", "tanh", "sigmoid", "linear"})},
        {"model.dropout", number(&C::model, &ModelConfig::dropout, 0, 1)},
        {"optimizer.kind",
         choice(&C::optimizer, &OptimizerConfig::kind, {"sgd", "momentum", "adam"})},
        {"optimizer.learning_rate", number(&C::optimizer, &OptimizerConfig::learningRate, 0)},
        {"optimizer.momentum", number(&C::optimizer, &OptimizerConfig::momentum, 0, 1)},
        {"optimizer.use_nesterov", flag(&C::optimizer, &OptimizerConfig::useNesterov)},
        {"optimizer.beta1", number(&C::optimizer, &OptimizerConfig::beta1, 0, 1)},
        {"optimizer.beta2", number(&C::optimizer, &OptimizerConfig::beta2, 0, 1)},
        {"optimizer.epsilon", number(&C::optimizer, &OptimizerConfig::epsilon, 0)},
        {"session.save_checkpoint_secs", number(&C::session, &SessionConfig::saveCheckpointSecs)},
        {"session.save_checkpoint_steps",
         integer(&C::session, &SessionConfig::saveCheckpointSteps)},
        {"session.save_summaries_secs", number(&C::session, &SessionConfig::saveSummariesSecs)},
        {"session.save_summaries_steps", integer(&C::session, &SessionConfig::saveSummariesSteps)},
        {"session.log_step_count_steps", integer(&C::session, &SessionConfig::logStepCountSteps)},
        {"session.stop_grace_period_secs",
         number(&C::session, &SessionConfig::stopGracePeriodSecs, 0)},
        {"session.max_to_keep", integer(&C::session, &SessionConfig::maxToKeep, 0)},
        {"hooks.logging_tensor.every_n_iter",
         integer(&C::hooks, &HooksConfig::loggingEveryNIter, 1)},
        {"evaluation.every_steps", integer(&C::evaluation, &EvaluationConfig::everySteps, 0)},
        {"evaluation.batch_size", integer(&C::evaluation, &EvaluationConfig::batchSize, 1)},
        {"alerts.fail_on_infinity", flag(&C::alerts, &AlertsConfig::failOnInfinity)},
    };
    return kKeys;
}

// Levenshtein's distance.
std::size_t editDistance(std::string_view a, std::string_view b)
{
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
