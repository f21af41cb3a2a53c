// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/summary_ops.h"

#include "engine/base/errors.h"
#include "engine/ops/content_summary_ops.h"
#include "engine/ops/kernel.h"
#include "engine/ops/op_building.h"
#include "engine/ops/shape_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

namespace engine {

namespace {

using Tags = std::vector<std::string>;

std::vector<OutputSpec> valuesShape(const ShapeRequest& request)
{
    const auto count = static_cast<std::int64_t>(request.attributes.get<Tags>("tags").size());
    return {{DataType::Double, Shape{count}}};
}

std::vector<OutputSpec> scalarSummaryShape(const ShapeRequest& request)
{
    const Shape& shape = request.inputs[0].shape;
    if (shape.isFullyKnown() && shape.elementCount() != 1) {
        throw InvalidArgumentError(fmt::format("operation {}: a scalar summary of shape {}",
                                               request.operationName, shape.toString()));
    }
    return valuesShape(request);
}

void computeScalarSummary(KernelContext& context)
{
    context.output(0).values<double>()[0] = context.input(0).scalarAsDouble();
}

class MergeKernel final : public Kernel
{
public:
    // Of the inputs the first so many are scalars; the others only belong to what is merged.
    explicit MergeKernel(std::size_t scalars) : m_scalars(scalars) { }

    void compute(KernelContext& context) override
    {
        auto target = context.output(0).values<double>().begin();
        for (std::size_t i = 0; i < m_scalars; ++i) {
            target =
                std::ranges::copy(context.input(static_cast<int>(i)).values<double>(), target).out;
        }
    }

private:
    std::size_t m_scalars;
};

std::unique_ptr<Kernel> makeMergeKernel(const KernelRequest& request)
{
    const std::span<const Output> inputs = request.operation.inputs();
    return std::make_unique<MergeKernel>(
        static_cast<std::size_t>(std::ranges::count(inputs, SummaryKind::Scalars, summaryKind)));
}

void requireNew(const Tags& tags, std::set<std::string>& seen)
{
    for (const std::string& tag : tags) {
        if (!seen.insert(tag).second) {
            throw InvalidArgumentError(
                fmt::format("Duplicate tag {} found in summary inputs", tag));
        }
    }
}

const OpDef kScalarSummary{.type = "ScalarSummary",
                           .inferShapes = scalarSummaryShape,
                           .makeKernel = makeFunctionKernel<computeScalarSummary>};
const OpDef kMergeSummary{
    .type = "MergeSummary", .inferShapes = valuesShape, .makeKernel = makeMergeKernel};

} // namespace

std::string cleanSummaryTag(std::string_view tag)
{
    std::string clean;
    for (const char c : tag) {
        const bool keeps = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' || c == '/';
        clean += keeps ? c : '_';
    }
    clean.erase(0, std::min(clean.find_first_not_of('/'), clean.size()));
    return clean;
}

Output scalarSummary(std::string_view tag, Output value, std::string_view name)
{
    Graph& graph = value.graph();
    const Output summary =
        graph
            .addOperation(
                {&kScalarSummary, name, {value}, {{"tags", Tags{cleanSummaryTag(tag)}}}, {}})
            .output();
    graph.addToCollection(keys::kSummaries, summary);
    return summary;
}

Output mergeSummaries(std::span<const Output> summaries, std::string_view name)
{
    if (summaries.empty()) {
        throw InvalidArgumentError("no summaries to merge");
    }
    Tags tags;
    std::vector<Output> scalars;
    std::vector<Output> contents;
    std::set<std::string> seen;
    for (const Output& summary : summaries) {
        for (const Output& content : contentSummaries(summary)) {
            requireNew(summaryTags(content), seen);
            contents.push_back(content);
        }
        if (summaryKind(summary) == SummaryKind::Scalars) {
            requireNew(summaryTags(summary), seen);
            std::ranges::copy(summaryTags(summary), std::back_inserter(tags));
            scalars.push_back(summary);
        }
    }
    Graph& graph = summaries[0].graph();
    std::vector<Output>& inputs = scalars;
    inputs.insert(inputs.end(), contents.begin(), contents.end());
    return graph.addOperation({&kMergeSummary, name, inputs, {{"tags", tags}}, {}}).output();
}

Output mergeAllSummaries(Graph& graph)
{
    std::vector<Output> summaries;
    for (const CollectionItem& item : graph.collection(keys::kSummaries)) {
        if (const auto* summary = std::get_if<Output>(&item)) {
            summaries.push_back(*summary);
        }
    }
    return summaries.empty() ? Output() : mergeSummaries(summaries);
}

std::vector<Output> contentSummaries(Output summary)
{
    if (summaryKind(summary) != SummaryKind::Scalars) {
        return {summary};
    }
    std::vector<Output> contents;
    for (const Output& input : summary.operation().inputs()) {
        if (input.operation().attributes().has("tags")
            && summaryKind(input) != SummaryKind::Scalars) {
            contents.push_back(input);
        }
    }
    return contents;
}

const std::vector<std::string>& summaryTags(Output summary)
{
    if (!summary.isValid() || !summary.operation().attributes().has("tags")) {
        throw InvalidArgumentError("not a summary");
    }
    return summary.operation().attribute<Tags>("tags");
}

} // namespace engine
