// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"
#include "engine/ops/axes.h"
#include "tests/engine/ops/golden_train.h"

#include <QJsonObject>
#include <QString>

#include <functional>
#include <map>
#include <vector>

// How the operations of golden files are added to a graph: parts of addGoldenOperation(), by what
// they are about.
using GoldenInputs = std::vector<engine::Output>;
using GoldenBuilder = std::function<GoldenInputs(const GoldenInputs&, const QJsonObject&)>;
using GoldenTable = std::map<QString, GoldenBuilder>;

const GoldenTable& goldenArrayOperations(); // joined, cut, chosen
const GoldenTable& goldenPictureOperations(); // convolutions, pools, pictures
const GoldenTable& goldenNetOperations(); // normalisation, losses, recurrence, attention

// Null means all.
inline engine::Axes goldenAxes(const QJsonValue& axes)
{
    return axes.isNull() ? engine::Axes::all() : engine::Axes(goldenNumbers(axes));
}
