// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/formats/tensor_bundle.h"
#include "engine/graph/output.h"

#include <string>

namespace engine {

// Returns if the tensor of this name can be given to `variable`, the value of the variable `name`.
// NotFoundError; InvalidArgumentError "variable NAME: checkpoint has [5,5,3,64], graph has
// [3,3,3,64]", or another type.
void requireFits(const TensorBundleReader& reader, const std::string& tensor,
                 const std::string& name, const Output& variable);

// That tensor. Errors of the above and of TensorBundleReader::read().
Tensor readStoredVariable(const TensorBundleReader& reader, const std::string& tensor,
                          const std::string& name, const Output& variable);

} // namespace engine
