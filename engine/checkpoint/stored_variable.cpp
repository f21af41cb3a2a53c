// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/stored_variable.h"

#include "engine/base/errors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace engine {

namespace {

std::string compact(const Shape& shape)
{
    return fmt::format("[{}]", fmt::join(shape.dims(), ","));
}

} // namespace

void requireFits(const TensorBundleReader& reader, const std::string& tensor,
                 const std::string& name, const Output& variable)
{
    const BundleEntry* stored = reader.find(tensor);
    if (stored == nullptr) {
        throw NotFoundError(fmt::format(
            "Key {} not found in checkpoint {}: the graph has this variable, the file has not",
            tensor, reader.prefix().string()));
    }
    if (!(stored->shape == variable.shape())) {
        throw InvalidArgumentError(fmt::format("variable {}: checkpoint has {}, graph has {}", name,
                                               compact(stored->shape), compact(variable.shape())));
    }
    if (stored->dataType() != variable.type()) {
        throw InvalidArgumentError(fmt::format("variable {}: checkpoint has {}, graph has {}", name,
                                               stored->dataTypeName(),
                                               dataTypeName(variable.type())));
    }
}

Tensor readStoredVariable(const TensorBundleReader& reader, const std::string& tensor,
                          const std::string& name, const Output& variable)
{
    requireFits(reader, tensor, name, variable);
    return reader.read(tensor);
}

} // namespace engine
