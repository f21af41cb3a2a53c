// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/op_def.h"

#include "engine/graph/attributes.h"

#include <string>
#include <string_view>
#include <vector>

// Inputs that the shape rule of a type of operation must refuse, and attributes to go with them;
// the other attributes are those of any good operation of the type.
struct RefusedInputs
{
    std::string_view type;
    std::vector<engine::OutputSpec> inputs;
    std::vector<std::pair<std::string, engine::AttributeValue>> attributes;
};

// At least one of every type whose rule refuses anything.
std::vector<RefusedInputs> refusedInputs();

// Types that take what they get: sources, aliases, gradients (whose shapes are those of their
// operation's inputs), queues and summaries (which are checked before they become operations).
std::vector<std::string_view> typesThatRefuseNothing();
