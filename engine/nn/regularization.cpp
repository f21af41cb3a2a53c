// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/regularization.h"

#include "engine/graph/graph.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/reduction_ops.h"
#include "engine/ops/unary_ops.h"

namespace engine {

Output addWeightDecay(Output variable, double weight)
{
    const Output decay = scale(l2Loss(variable), weight, "weight_decay");
    variable.graph().addToCollection(keys::kLosses, decay);
    return decay;
}

Output totalLoss(Output loss)
{
    std::vector<Output> parts{loss};
    for (const CollectionItem& item : loss.graph().collection(keys::kLosses)) {
        if (const auto* part = std::get_if<Output>(&item); part != nullptr && *part != loss) {
            parts.push_back(*part);
        }
    }
    return parts.size() == 1 ? loss : addN(parts, "total_loss");
}

} // namespace engine
