// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor.h"
#include "engine/graph/operation.h"

#include <memory>
#include <mutex>
#include <unordered_map>

namespace engine {

// One variable of a session. The tensor's memory stays where it is for the session's life.
struct VariableState
{
    Tensor value;
    bool hasValue = false;
};

// The variables of a session, by their Variable operation. of() is thread-safe; the states are
// not: plans that share a variable are not ordered against each other (as in TensorFlow).
class VariableStore
{
public:
    VariableState& of(const Operation& variable);

private:
    std::mutex m_mutex;
    std::unordered_map<const Operation*, std::unique_ptr<VariableState>> m_states;
};

} // namespace engine
