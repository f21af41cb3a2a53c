// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/summary_saver_hook.h"

#include "engine/base/errors.h"
#include "engine/formats/png_image.h"
#include "engine/hooks/tensor_histogram.h"
#include "engine/ops/content_summary_ops.h"
#include "engine/ops/summary_ops.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace engine {

namespace {

// Picture `index` of [batch, height, width, channels].
Pixels pictureOf(const Tensor& pictures, std::int64_t index)
{
    const Shape& shape = pictures.shape();
    Pixels pixels{static_cast<int>(shape.dim(1)),
                  static_cast<int>(shape.dim(2)),
                  static_cast<int>(shape.dim(3)),
                  {}};
    const std::size_t size =
        std::size_t(pixels.height) * std::size_t(pixels.width) * std::size_t(pixels.channels);
    const std::size_t begin = size * static_cast<std::size_t>(index);
    if (pictures.dataType() == DataType::Float) {
        return pixelsOf(pictures.values<float>().subspan(begin, size), pixels.height, pixels.width,
                        pixels.channels);
    }
    const auto values = pictures.values<std::uint8_t>().subspan(begin, size);
    pixels.values.assign(values.begin(), values.end());
    return pixels;
}

} // namespace

SummarySaverHook::SummarySaverHook(Options options)
    : m_options(std::move(options)), m_timer(m_options.period, m_options.clock, "save")
{
    if ((m_options.scaffold != nullptr) == !m_options.summaryOps.empty()) {
        throw InvalidArgumentError("Exactly one of scaffold or summary_op must be provided.");
    }
}

void SummarySaverHook::begin(Graph& graph)
{
    m_step.begin(graph, "SummarySaverHook");
    m_nextStep.reset();
}

void SummarySaverHook::afterCreateSession(SessionRunContext&, Coordinator&)
{
    m_step.reset();
    m_timer.reset();
    m_nextStep.reset();
    prepareArgs();
}

// The scaffold has its summary operation only once the graph is final.
void SummarySaverHook::prepareArgs()
{
    if (m_options.scaffold != nullptr && m_options.scaffold->summaryOp().isValid()) {
        m_options.summaryOps = {m_options.scaffold->summaryOp()};
    }
    m_stepArgs.fetches = {m_step.fetch()};
    m_contents.clear();
    for (const Output& summary : m_options.summaryOps) {
        std::ranges::copy(contentSummaries(summary), std::back_inserter(m_contents));
    }
    m_summaryArgs.fetches = {m_step.fetch()};
    for (const std::vector<Output>* const list : {&m_options.summaryOps, &m_contents}) {
        m_summaryArgs.fetches.insert(m_summaryArgs.fetches.end(), list->begin(), list->end());
    }
}

const SessionRunArgs* SummarySaverHook::beforeRun(SessionRunContext&)
{
    m_isDue = !m_nextStep || m_timer.shouldTriggerForStep(*m_nextStep);
    return m_isDue ? &m_summaryArgs : &m_stepArgs;
}

void SummarySaverHook::afterRun(SessionRunContext& context, const SessionRunValues& values)
{
    if (m_options.summaryWriter == nullptr) {
        return;
    }
    std::int64_t step = m_step.predict(values.results[0]);
    if (m_isDue) {
        step = m_step.read(context.session());
        if (!m_nextStep) {
            m_options.summaryWriter->addSessionLog(SessionLogKind::Start, {}, step);
        }
        m_timer.updateLastTriggeredStep(step);
        write(values.results.subspan(1), step);
    }
    m_nextStep = step + m_step.advance();
}

void SummarySaverHook::write(std::span<const Tensor> summaries, std::int64_t step)
{
    m_scalars.clear();
    const std::size_t merged = m_options.summaryOps.size();
    for (std::size_t i = 0; i < merged; ++i) {
        if (summaryKind(m_options.summaryOps[i]) != SummaryKind::Scalars) {
            continue; // it is among m_contents
        }
        const std::vector<std::string>& tags = summaryTags(m_options.summaryOps[i]);
        const std::span<const double> numbers = summaries[i].values<double>();
        for (std::size_t j = 0; j < tags.size(); ++j) {
            m_scalars.push_back({tags[j], numbers[j]});
        }
    }
    m_options.summaryWriter->addScalars(m_scalars, step);
    for (std::size_t i = 0; i < m_contents.size(); ++i) {
        writeContent(m_contents[i], summaries[merged + i], step);
    }
}

void SummarySaverHook::writeContent(Output summary, const Tensor& value, std::int64_t step)
{
    const std::string& tag = summaryTags(summary).front();
    if (summaryKind(summary) == SummaryKind::Histogram) {
        m_options.summaryWriter->addSummary(tag, histogramOf(value, tag), step);
        return;
    }
    const std::int64_t count = std::min(maxSummaryImages(summary), value.shape().dim(0));
    for (std::int64_t i = 0; i < count; ++i) {
        m_options.summaryWriter->addSummary(
            maxSummaryImages(summary) == 1 ? tag + "/image" : fmt::format("{}/image/{}", tag, i),
            encodePng(pictureOf(value, i)), step);
    }
}

void SummarySaverHook::end(Session&)
{
    if (m_options.summaryWriter != nullptr) {
        m_options.summaryWriter->flush();
    }
}

} // namespace engine
