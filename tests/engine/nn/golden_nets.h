// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <QString>

#include <map>

// What the nets of the golden folder train/nets compute from their variables and batch tensors, by
// their names.
using Named = std::map<QString, engine::Output>;

struct NetInputs
{
    Named variables; // and the moving averages of the net's layers
    Named batch;
    engine::Output training; // bool scalar
    double weightDecay = 0;
};

struct NetOutputs
{
    engine::Output loss;
    engine::Output crossEntropy; // where the loss has more in it
    // What the net's moving averages are to be updated with, by name; "biased/NAME" for the
    // variance as it would be without the correction.
    Named statistics;
};

using NetBuilder = NetOutputs (*)(const NetInputs& inputs);

// By name, as the manifests say in "net".
const std::map<QString, NetBuilder>& netBuilders();
