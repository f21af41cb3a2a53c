// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace engine {

// Writes and flushes. That nobody reads any longer is no error here: StopSignals hears of it.
void writeTo(std::FILE* file, std::string_view text);

// A measured number for people: "0.8512", "1.889e+11", "1.230e-05", "NaN".
std::string shortNumber(double value);

} // namespace engine
