// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/dataset_split.h"
#include "engine/hooks/global_step_reader.h"
#include "engine/jobs/job_graph.h"
#include "engine/session/session_run_hook.h"
#include "engine/summary/summary_writer.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace engine {

// "loss"; "accuracy" of classes; of values "mae" and "rmse" in the unit that they had before they
// were standardised, and "r2" (the share of their variance that is explained) unless all are equal.
using Metrics = std::map<std::string, double>;

// Exact means over a whole data set, in its order, by raw runs: no hook hears of them, nothing in
// the model changes.
class Evaluator
{
public:
    // A matrix of more could be read by nobody, and grows with their square.
    static constexpr std::size_t kMostConfusedClasses = 256;

    // `graph` is borrowed; an empty `data` gives no metrics. `scale`: of labels that are values.
    Evaluator(const JobGraph& graph, Dataset data, std::int64_t batchSize,
              const TargetScale& scale = {});

    // `confusion`: is filled if the labels are classes, and at most kMostConfusedClasses.
    Metrics evaluate(Session& session, ConfusionMatrix* confusion = nullptr);
    bool isEmpty() const { return m_data.size() == 0; }

private:
    struct Sums;

    Metrics metricsOf(const Sums& sums) const;
    static void addConfusion(std::span<const std::int64_t> labels, std::span<const float> logits,
                             ConfusionMatrix& confusion);

    const JobGraph& m_graph;
    Dataset m_data;
    std::int64_t m_batchSize;
    TargetScale m_scale;
};

// Evaluates after every so many steps and at a clean end, and records PART/METRIC and, if asked
// for, PART/confusion.
class EvaluationHook final : public SessionRunHook
{
public:
    struct Options
    {
        std::string part; // "validation", "test"
        std::int64_t everySteps = 0; // at multiples of this step; 0: at the end only
        std::shared_ptr<SummaryWriter> summaryWriter;
        bool recordsConfusion = false;
    };

    EvaluationHook(const JobGraph& graph, std::unique_ptr<Evaluator> evaluator, Options options);

    void begin(Graph& graph) override;
    void afterCreateSession(SessionRunContext& context, Coordinator& coordinator) override;
    const SessionRunArgs* beforeRun(SessionRunContext& context) override;
    void afterRun(SessionRunContext& context, const SessionRunValues& values) override;
    void end(Session& session) override;

    const Metrics& latest() const { return m_latest; } // empty before the first evaluation
    std::int64_t latestStep() const { return m_evaluatedStep; }
    bool measuresWhileTraining() const
    {
        return m_options.everySteps > 0 && !m_evaluator->isEmpty();
    }

private:
    void evaluate(Session& session, std::int64_t step);

    std::unique_ptr<Evaluator> m_evaluator;
    Options m_options;
    GlobalStepReader m_step;
    SessionRunArgs m_args;
    std::int64_t m_evaluatedStep = -1;
    Metrics m_latest;
};

} // namespace engine
