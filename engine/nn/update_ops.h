// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace engine::keys {

// The collection of operations that layers want to run with every update: those of moving averages
// (tf.GraphKeys.UPDATE_OPS).
inline constexpr std::string_view kUpdateOps = "update_ops";

} // namespace engine::keys
