// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace engine {

// Every key of a job file with its meaning, what it accepts and what it is when not given: itself a
// job file, made from the table of keys.
std::string jobKeyReference();

} // namespace engine
