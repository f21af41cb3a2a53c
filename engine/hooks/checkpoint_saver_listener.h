// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/runtime/session.h"

#include <cstdint>

namespace engine {

// Hears of each checkpoint (tf.train.CheckpointSaverListener). Sessions are raw ones.
class CheckpointSaverListener
{
public:
    virtual ~CheckpointSaverListener() = default;

    virtual void begin(Graph&) { }
    virtual void beforeSave(Session&, std::int64_t /*globalStep*/) { }
    // True asks for a stop.
    virtual bool afterSave(Session&, std::int64_t /*globalStep*/) { return false; }
    virtual void end(Session&, std::int64_t /*globalStep*/) { }
};

} // namespace engine
