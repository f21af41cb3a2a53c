// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/variable_ops.h"
#include "engine/runtime/direct_session.h"

// Runs the initializers of all global variables.
inline void initializeVariables(engine::Session& session)
{
    for (const auto& variable :
         session.graph()->collectionOf<engine::Variable>(engine::keys::kGlobalVariables)) {
        session.run(engine::Fetch(variable->initializer()));
    }
}
