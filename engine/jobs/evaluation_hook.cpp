// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/evaluation_hook.h"

#include "engine/data/batcher.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace engine {

namespace {

// Of the distances of labels from their mean.
double squaresAboutMean(std::span<const float> labels)
{
    double sum = 0;
    for (const float label : labels) {
        sum += label;
    }
    const double mean = sum / static_cast<double>(labels.size());
    double squares = 0;
    for (const float label : labels) {
        squares += (label - mean) * (label - mean);
    }
    return squares;
}

// The class with the largest of an example's logits, the first of equal ones.
std::size_t likeliest(std::span<const float> logits)
{
    return static_cast<std::size_t>(std::ranges::max_element(logits) - logits.begin());
}

} // namespace

// Over all examples.
struct Evaluator::Sums
{
    double loss = 0;
    double correct = 0; // classes
    double errors = 0; // values: sizes of the errors
    double squares = 0; // and their squares

    void addErrors(std::span<const float> labels, std::span<const float> predictions)
    {
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const double error = static_cast<double>(predictions[i]) - labels[i];
            errors += std::abs(error);
            squares += error * error;
        }
    }
};

Evaluator::Evaluator(const JobGraph& graph, Dataset data, std::int64_t batchSize,
                     const TargetScale& scale)
    : m_graph(graph), m_data(std::move(data)), m_batchSize(batchSize), m_scale(scale)
{ }

void Evaluator::addConfusion(std::span<const std::int64_t> labels, std::span<const float> logits,
                             ConfusionMatrix& confusion)
{
    const std::size_t classes = confusion.classNames.size();
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const std::size_t taken = likeliest(logits.subspan(i * classes, classes));
        ++confusion.counts[static_cast<std::size_t>(labels[i]) * classes + taken];
    }
}

Metrics Evaluator::evaluate(Session& session, ConfusionMatrix* confusion)
{
    if (isEmpty()) {
        return {};
    }
    const bool hasClasses = m_graph.correctCount.isValid();
    std::vector<Fetch> fetches{m_graph.lossSum,
                               hasClasses ? m_graph.correctCount : m_graph.predictions};
    const std::size_t classes = m_data.classNames.size();
    const bool isConfusionWanted =
        confusion != nullptr && hasClasses && classes <= kMostConfusedClasses;
    if (isConfusionWanted) {
        *confusion = {m_data.classNames, std::vector<std::int64_t>(classes * classes)};
        fetches.push_back(m_graph.logits);
    }
    std::vector<Feed> feeds{{m_graph.features, {}}, {m_graph.labels, {}}};
    if (m_graph.isTraining.isValid()) {
        feeds.push_back({m_graph.isTraining, Tensor::scalar(false)});
    }
    SequentialBatcher batcher(m_data, m_batchSize);
    Batch batch;
    std::vector<Tensor> results;
    Sums sums;
    for (std::int64_t i = 0; i < batcher.batchCount(); ++i) {
        batcher.fill(i, batch);
        feeds[0].value = batch.features;
        feeds[1].value = batch.labels;
        session.run(RunRequest{fetches, feeds}, results);
        sums.loss += results[0].scalarAsDouble();
        if (hasClasses) {
            sums.correct += results[1].scalarAsDouble();
        } else {
            sums.addErrors(std::as_const(batch.labels).values<float>(),
                           std::as_const(results[1]).values<float>());
        }
        if (isConfusionWanted) {
            addConfusion(std::as_const(batch.labels).values<std::int64_t>(),
                         std::as_const(results[2]).values<float>(), *confusion);
        }
        // The batcher fills this memory anew; the plan must not see it change.
        feeds[0].value = feeds[1].value = Tensor();
    }
    return metricsOf(sums);
}

Metrics Evaluator::metricsOf(const Sums& sums) const
{
    const auto count = static_cast<double>(m_data.size());
    Metrics metrics{{"loss", sums.loss / count}};
    if (m_graph.correctCount.isValid()) {
        metrics.emplace("accuracy", sums.correct / count);
        return metrics;
    }
    metrics.emplace("mae", m_scale.deviation * sums.errors / count);
    metrics.emplace("rmse", m_scale.deviation * std::sqrt(sums.squares / count));
    const double total = squaresAboutMean(std::as_const(m_data.labels).values<float>());
    if (total > 0) {
        metrics.emplace("r2", 1 - sums.squares / total);
    }
    return metrics;
}

EvaluationHook::EvaluationHook(const JobGraph& graph, std::unique_ptr<Evaluator> evaluator,
                               Options options)
    : m_evaluator(std::move(evaluator)), m_options(std::move(options))
{
    m_args.fetches = {graph.globalStep->value()};
}

void EvaluationHook::begin(Graph& graph)
{
    m_step.begin(graph, "EvaluationHook");
}

void EvaluationHook::afterCreateSession(SessionRunContext&, Coordinator&)
{
    m_step.reset();
    m_evaluatedStep = -1;
}

const SessionRunArgs* EvaluationHook::beforeRun(SessionRunContext&)
{
    return m_options.everySteps > 0 ? &m_args : nullptr;
}

void EvaluationHook::afterRun(SessionRunContext& context, const SessionRunValues& values)
{
    if (m_options.everySteps > 0 && m_step.predict(values.results[0]) % m_options.everySteps == 0) {
        evaluate(context.session(), m_step.read(context.session()));
    }
}

void EvaluationHook::end(Session& session)
{
    const std::int64_t step = m_step.read(session);
    if (step != m_evaluatedStep) {
        evaluate(session, step);
    }
}

void EvaluationHook::evaluate(Session& session, std::int64_t step)
{
    ConfusionMatrix confusion;
    m_latest = m_evaluator->evaluate(session, m_options.recordsConfusion ? &confusion : nullptr);
    m_evaluatedStep = step;
    for (const auto& [metric, value] : m_latest) {
        m_options.summaryWriter->addScalar(m_options.part + "/" + metric, value, step);
    }
    if (!confusion.counts.empty()) {
        m_options.summaryWriter->addSummary(m_options.part + "/confusion", confusion, step);
    }
}

} // namespace engine
