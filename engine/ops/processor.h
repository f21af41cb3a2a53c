// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace engine {

// What of this machine's processor the kernels use, for people. One program holds its hot loops for
// several kinds of processors and chooses when it starts.

// The instruction set that our loops were chosen for, as Highway calls it: "AVX2".
std::string_view loopInstructionSet();
// All that this program was compiled for and this processor has, best first: "AVX2, SSE4, SSSE3".
std::string usableInstructionSets();

} // namespace engine
