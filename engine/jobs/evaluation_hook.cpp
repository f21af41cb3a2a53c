// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/evaluation_hook.h"

#include "engine/data/batcher.h"

namespace engine {

Evaluator::Evaluator(const JobGraph& graph, Dataset data, std::int64_t batchSize)
    : m_graph(graph), m_data(std::move(data)), m_batchSize(batchSize)
{ }

Metrics Evaluator::evaluate(Session& session)
{
    if (isEmpty()) {
        return {};
    }
    std::vector<Fetch> fetches{m_graph.lossSum};
    if (m_graph.correctCount.isValid()) {
        fetches.emplace_back(m_graph.correctCount);
    }
    std::vector<Feed> feeds{{m_graph.features, {}}, {m_graph.labels, {}}};
    if (m_graph.isTraining.isValid()) {
        feeds.push_back({m_graph.isTraining, Tensor::scalar(false)});
    }
    SequentialBatcher batcher(m_data, m_batchSize);
    Batch batch;
    std::vector<Tensor> results;
    double lossSum = 0;
    double correct = 0;
    for (std::int64_t i = 0; i < batcher.batchCount(); ++i) {
        batcher.fill(i, batch);
        feeds[0].value = batch.features;
        feeds[1].value = batch.labels;
        session.run(RunRequest{fetches, feeds}, results);
        lossSum += results[0].scalarAsDouble();
        correct += results.size() > 1 ? results[1].scalarAsDouble() : 0;
        // The batcher fills this memory anew; the plan must not see it change.
        feeds[0].value = feeds[1].value = Tensor();
    }
    const auto count = static_cast<double>(m_data.size());
    Metrics metrics{{"loss", lossSum / count}};
    if (m_graph.correctCount.isValid()) {
        metrics.emplace("accuracy", correct / count);
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
    m_latest = m_evaluator->evaluate(session);
    m_evaluatedStep = step;
    for (const auto& [metric, value] : m_latest) {
        m_options.summaryWriter->addScalar(m_options.part + "/" + metric, value, step);
    }
}

} // namespace engine
