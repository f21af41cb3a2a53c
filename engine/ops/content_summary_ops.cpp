// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/content_summary_ops.h"

#include "engine/base/errors.h"
#include "engine/ops/kernel.h"
#include "engine/ops/op_building.h"
#include "engine/ops/summary_ops.h"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace engine {

namespace {

std::vector<OutputSpec> sameAsInput(const ShapeRequest& request)
{
    return {request.inputs[0]};
}

void computeCopy(KernelContext& context)
{
    context.output(0).copyFrom(context.input(0));
}

const OpDef kHistogramSummary{.type = "HistogramSummary",
                              .inferShapes = sameAsInput,
                              .makeKernel = makeFunctionKernel<computeCopy>};
const OpDef kImageSummary{.type = "ImageSummary",
                          .inferShapes = sameAsInput,
                          .makeKernel = makeFunctionKernel<computeCopy>};

Output addSummary(const OpDef& def, std::string_view name, Output input, Attributes attributes)
{
    Graph& graph = input.graph();
    const Output summary =
        graph.addOperation({&def, name, {input}, std::move(attributes), {}}).output();
    graph.addToCollection(keys::kSummaries, summary);
    return summary;
}

void requirePictures(std::string_view name, Output pictures)
{
    const Shape& shape = pictures.shape();
    const bool isPicture = shape.rank() == 4
        && (shape.dim(3) == 1 || shape.dim(3) == 3 || shape.dim(3) == 4)
        && (pictures.type() == DataType::UInt8 || pictures.type() == DataType::Float);
    if (!isPicture) {
        throw InvalidArgumentError(
            fmt::format("operation {}: an image summary takes uint8 or float32 [batch, height, "
                        "width, 1, 3 or 4], this is {} {}",
                        name, dataTypeName(pictures.type()), shape.toString()));
    }
}

} // namespace

Output histogramSummary(std::string_view tag, Output values, std::string_view name)
{
    if (values.type() == DataType::String || values.type() == DataType::Bool) {
        throw InvalidArgumentError(fmt::format("operation {}: a histogram of {} values", name,
                                               dataTypeName(values.type())));
    }
    return addSummary(kHistogramSummary, name, values,
                      {{"tags", std::vector<std::string>{cleanSummaryTag(tag)}}});
}

Output imageSummary(std::string_view tag, Output pictures, std::int64_t maxOutputs,
                    std::string_view name)
{
    requirePictures(name, pictures);
    if (maxOutputs < 1) {
        throw InvalidArgumentError(
            fmt::format("operation {}: {} pictures at most are none", name, maxOutputs));
    }
    return addSummary(
        kImageSummary, name, pictures,
        {{"tags", std::vector<std::string>{cleanSummaryTag(tag)}}, {"max_outputs", maxOutputs}});
}

SummaryKind summaryKind(Output summary)
{
    summaryTags(summary); // throws if it is none
    const OpDef* const def = &summary.operation().def();
    if (def == &kHistogramSummary) {
        return SummaryKind::Histogram;
    }
    return def == &kImageSummary ? SummaryKind::Images : SummaryKind::Scalars;
}

std::int64_t maxSummaryImages(Output summary)
{
    return summary.operation().attribute<std::int64_t>("max_outputs");
}

} // namespace engine
