// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/summary_ops.h"

#include "engine/base/errors.h"
#include "engine/ops/kernel.h"
#include "engine/ops/shape_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

namespace engine {

namespace {

using Tags = std::vector<std::string>;

std::string cleanTag(std::string_view tag)
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
    explicit MergeKernel(std::size_t inputs) : m_inputs(inputs) { }

    void compute(KernelContext& context) override
    {
        auto target = context.output(0).values<double>().begin();
        for (std::size_t i = 0; i < m_inputs; ++i) {
            target =
                std::ranges::copy(context.input(static_cast<int>(i)).values<double>(), target).out;
        }
    }

private:
    std::size_t m_inputs;
};

std::unique_ptr<Kernel> makeScalarKernel(const KernelRequest&)
{
    return functionKernel<computeScalarSummary>();
}

std::unique_ptr<Kernel> makeMergeKernel(const KernelRequest& request)
{
    return std::make_unique<MergeKernel>(request.inputs.size());
}

const OpDef kScalarSummary{
    .type = "ScalarSummary", .inferShapes = scalarSummaryShape, .makeKernel = makeScalarKernel};
const OpDef kMergeSummary{
    .type = "MergeSummary", .inferShapes = valuesShape, .makeKernel = makeMergeKernel};

} // namespace

Output scalarSummary(std::string_view tag, Output value, std::string_view name)
{
    Graph& graph = value.graph();
    const Output summary =
        graph.addOperation({&kScalarSummary, name, {value}, {{"tags", Tags{cleanTag(tag)}}}, {}})
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
    std::set<std::string> seen;
    for (const Output& summary : summaries) {
        for (const std::string& tag : summaryTags(summary)) {
            if (!seen.insert(tag).second) {
                throw InvalidArgumentError(
                    fmt::format("Duplicate tag {} found in summary inputs", tag));
            }
            tags.push_back(tag);
        }
    }
    Graph& graph = summaries[0].graph();
    return graph
        .addOperation(
            {&kMergeSummary, name, {summaries.begin(), summaries.end()}, {{"tags", tags}}, {}})
        .output();
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

const std::vector<std::string>& summaryTags(Output summary)
{
    if (!summary.isValid() || !summary.operation().attributes().has("tags")) {
        throw InvalidArgumentError("not a summary");
    }
    return summary.operation().attribute<Tags>("tags");
}

} // namespace engine
