// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <QJsonObject>
#include <QString>

#include <vector>

// Adds the operation that golden files call `name`, with the inputs in the order of the case.
// UnimplementedError, saying which, for operations and variants that the engine does not have.
std::vector<engine::Output> addGoldenOperation(const QString& name,
                                               const std::vector<engine::Output>& inputs,
                                               const QJsonObject& attributes);
