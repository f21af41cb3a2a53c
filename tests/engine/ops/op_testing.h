// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor.h"
#include "engine/ops/basic_ops.h"
#include "engine/runtime/direct_session.h"

#include <QString>

#include <cmath>
#include <functional>
#include <vector>

// Adds operations on placeholders and returns what is looked at.
using OpBuilder =
    std::function<std::vector<engine::Output>(const std::vector<engine::Output>& inputs)>;

// The shape with the rank of `shape` and no known axis.
inline engine::Shape unknownLike(const engine::Shape& shape)
{
    engine::Shape unknown = shape;
    for (int axis = 0; axis < shape.rank(); ++axis) {
        unknown.setDim(axis, engine::Shape::kUnknownDim);
    }
    return unknown;
}

// What `build` computes when its placeholders are fed `inputs`.
inline std::vector<engine::Tensor> evaluate(const std::vector<engine::Tensor>& inputs,
                                            const OpBuilder& build, int threads = 1)
{
    engine::Graph graph;
    std::vector<engine::Output> placeholders;
    std::vector<engine::Feed> feeds;
    for (const engine::Tensor& input : inputs) {
        placeholders.push_back(engine::placeholder(graph, input.dataType(), input.shape()));
        feeds.push_back({placeholders.back(), input});
    }
    const std::vector<engine::Output> outputs = build(placeholders);
    const std::vector<engine::Fetch> fetches(outputs.begin(), outputs.end());
    engine::DirectSession session(graph, {threads});
    return session.run(fetches, feeds);
}

inline engine::Tensor
evaluateOne(const std::vector<engine::Tensor>& inputs,
            const std::function<engine::Output(const std::vector<engine::Output>&)>& build)
{
    return evaluate(inputs, [&](const std::vector<engine::Output>& x) {
        return std::vector<engine::Output>{build(x)};
    })[0];
}

inline engine::Tensor doubles(const engine::Shape& shape, const std::vector<double>& values)
{
    return engine::Tensor::fromValues<double>(shape, values);
}

// Every element as a double.
inline std::vector<double> asDoubles(const engine::Tensor& tensor)
{
    std::vector<double> values;
    const auto append = [&](const auto& elements) {
        for (const auto& element : elements) {
            values.push_back(static_cast<double>(element));
        }
    };
    switch (tensor.dataType()) {
    case engine::DataType::Float:
        append(tensor.values<float>());
        break;
    case engine::DataType::Double:
        append(tensor.values<double>());
        break;
    case engine::DataType::Int32:
        append(tensor.values<std::int32_t>());
        break;
    case engine::DataType::Int64:
        append(tensor.values<std::int64_t>());
        break;
    case engine::DataType::UInt8:
        append(tensor.values<std::uint8_t>());
        break;
    case engine::DataType::Bool:
        append(tensor.values<bool>());
        break;
    case engine::DataType::String:
    case engine::DataType::Invalid:
        break;
    }
    return values;
}

// |got - want| <= absolute + relative * |want|, or the same kind of non-finite number.
struct Tolerance
{
    double relative = 1e-12;
    double absolute = 1e-12;

    bool admits(double got, double want) const
    {
        if (std::isnan(want) || std::isinf(want)) {
            return std::isnan(want) ? std::isnan(got) : got == want;
        }
        return std::abs(got - want) <= absolute + relative * std::abs(want);
    }
};

// Empty if the tensor has this shape and these values, otherwise a sentence about the difference.
inline QString mismatchOf(const engine::Tensor& got, const engine::Shape& shape,
                          const std::vector<double>& want, const Tolerance& tolerance = {})
{
    if (got.shape() != shape) {
        return QStringLiteral("shape is %1, not %2")
            .arg(QString::fromStdString(got.shape().toString()),
                 QString::fromStdString(shape.toString()));
    }
    const std::vector<double> values = asDoubles(got);
    if (values.size() != want.size()) {
        return QStringLiteral("%1 elements, not %2").arg(values.size()).arg(want.size());
    }
    for (std::size_t i = 0; i < want.size(); ++i) {
        if (!tolerance.admits(values[i], want[i])) {
            return QStringLiteral("element %1 is %2, not %3")
                .arg(i)
                .arg(values[i], 0, 'g', 17)
                .arg(want[i], 0, 'g', 17);
        }
    }
    return {};
}

#define VERIFY_TENSOR(...)                                                                         \
    do {                                                                                           \
        const QString difference = mismatchOf(__VA_ARGS__);                                        \
        QVERIFY2(difference.isEmpty(), qPrintable(difference));                                    \
    } while (false)
