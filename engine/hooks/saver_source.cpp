// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/saver_source.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

namespace engine {

Saver& saverFor(const std::shared_ptr<Saver>& given, const std::shared_ptr<Scaffold>& scaffold,
                const Graph& graph)
{
    if (given != nullptr) {
        return *given;
    }
    if (scaffold != nullptr && scaffold->saver() != nullptr) {
        return *scaffold->saver();
    }
    const auto savers = graph.collectionOf<Saver>(keys::kSavers);
    if (savers.empty()) {
        throw FailedPreconditionError("No items in collection savers. Please add a saver to the "
                                      "collection or provide a saver or scaffold.");
    }
    if (savers.size() > 1) {
        throw FailedPreconditionError(
            fmt::format("More than one item in collection savers: {}. Please indicate which one "
                        "to use by passing it to the constructor.",
                        savers.size()));
    }
    return *savers.front();
}

} // namespace engine
