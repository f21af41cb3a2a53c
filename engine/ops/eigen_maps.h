// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor.h"

#include <Eigen/Core>

#include <cstdint>
#include <span>

namespace engine {

// Eigen's views of memory that somebody else owns. Only for the sources of engine/ops.

template <typename T>
using ArrayMap = Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>>;
template <typename T>
using ConstArrayMap = Eigen::Map<const Eigen::Array<T, Eigen::Dynamic, 1>>;
template <typename T>
using RowMajorMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// `count` elements from `begin` on.
template <typename T>
ArrayMap<T> arrayOf(std::span<T> values, std::int64_t begin, std::int64_t count)
{
    return {values.data() + begin, count};
}

template <typename T>
ConstArrayMap<T> arrayOf(std::span<const T> values, std::int64_t begin, std::int64_t count)
{
    return {values.data() + begin, count};
}

// The larger and the smaller of two arrays, element by element. A NaN on either side gives NaN,
// which Eigen's max() and min() do not promise.
template <typename X, typename Y>
auto largerOf(const X& x, const Y& y)
{
    using T = typename X::Scalar;
    return x.binaryExpr(y, Eigen::internal::scalar_max_op<T, T, Eigen::PropagateNaN>());
}

template <typename X, typename Y>
auto smallerOf(const X& x, const Y& y)
{
    using T = typename X::Scalar;
    return x.binaryExpr(y, Eigen::internal::scalar_min_op<T, T, Eigen::PropagateNaN>());
}

// As many elements as `like` has, all `value`.
template <typename X>
auto constantLike(const X& like, typename X::Scalar value)
{
    return X::PlainObject::Constant(like.size(), value);
}

} // namespace engine
