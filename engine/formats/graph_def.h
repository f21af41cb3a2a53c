// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

#include <string>

namespace engine {

// A graph as TensorFlow's GraphDef: nodes in the order of creation with inputs ("name", "name:1",
// "^control"), attributes, and the shapes of the outputs in "_output_shapes". For people and for
// TensorBoard's graph page; nothing reads it back. An attribute of type double is written as
// GraphDef's float.
std::string encodeGraphDef(const Graph& graph); // serialised; the same graph gives the same bytes
std::string graphDefText(const Graph& graph); // what graph.pbtxt holds

} // namespace engine
