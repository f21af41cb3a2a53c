// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/image_type_op.h"

#include "engine/ops/hot_loops.h"
#include "engine/ops/op_building.h"
#include "engine/ops/parallel_for.h"
#include "engine/ops/shape_rules.h"

#include <utility>

namespace engine {

namespace {

std::vector<OutputSpec> convertShape(const ShapeRequest& request)
{
    requireInputCount(request, 1);
    requireType(request, 0, DataType::UInt8);
    return {{DataType::Float, request.inputs[0].shape}};
}

void convert(KernelContext& context)
{
    const std::span<const std::uint8_t> bytes =
        std::as_const(context.input(0)).values<std::uint8_t>();
    float* const result = context.output(0).values<float>().data();
    parallelFor(static_cast<std::int64_t>(bytes.size()), 1,
                [&](std::int64_t begin, std::int64_t end) {
                    scaleBytesLoop(bytes.data() + begin, kByteScale, result + begin, end - begin);
                });
}

constexpr OpDef kConvertImage{.type = "ConvertImageDtype",
                              .inferShapes = convertShape,
                              .gradient = noGradient,
                              .makeKernel = makeFunctionKernel<convert>};

} // namespace

Output convertImageDtype(Output bytes, std::string_view name)
{
    return addOutput(kConvertImage, name, {bytes});
}

} // namespace engine
