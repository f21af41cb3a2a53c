// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace engine {

// A cell as a finite number, "1" or "-2.5e3", with this decimal mark. False: it is none, and
// `number` means nothing.
bool parseCsvNumber(std::string_view cell, char decimalMark, double& number);

// True for what people read as a number with a decimal comma or with separators of thousands:
// "6,2", "1,234.5", "1.234,50", "12'000".
bool isWrittenOtherwise(std::string_view cell);

} // namespace engine
