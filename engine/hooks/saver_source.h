// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/session/scaffold.h"

#include <memory>

namespace engine {

// The saver that a hook works with: the given one, else the scaffold's, else the only one of
// keys::kSavers. FailedPreconditionError: none, or several.
Saver& saverFor(const std::shared_ptr<Saver>& given, const std::shared_ptr<Scaffold>& scaffold,
                const Graph& graph);

} // namespace engine
