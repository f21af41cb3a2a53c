// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/output.h"

#include <functional>
#include <string>
#include <vector>

// An operation with float64 inputs of some shapes: a row of the tables on which gradients, threads
// and repetition are tried.
struct OpRow
{
    std::string name;
    std::vector<engine::Shape> shapes;
    std::function<engine::Output(const std::vector<engine::Output>&)> build;
    double low = -2; // inputs are drawn from here …
    double high = 2; // … to there
    bool shapesMayBeUnknown = true;
};

// Over shapes with axes of size 1 and 0 too.
std::vector<OpRow> basicRows();
std::vector<OpRow> elementwiseRows();
std::vector<OpRow> arrayRows();
std::vector<OpRow> pictureRows();
std::vector<OpRow> netRows();
std::vector<OpRow> edgeRows();
// Shared out to threads, for equal bits only.
std::vector<OpRow> largeRows();
