// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/errors.h"

#include <functional>
#include <optional>
#include <string>

namespace engine {

// An error as a value, to be carried from one thread to another. The exception itself stays on its
// thread: two threads that look at one share memory that only the language's runtime knows to
// guard. Only the code travels; a class derived from a coded one arrives as that.
struct Failure
{
    ErrorCode code = ErrorCode::Unknown;
    std::string message;

    // What `action` throws; Unknown for what is no Error. Nothing if it returns.
    static std::optional<Failure> of(const std::function<void()>& action);
    // Throws the class of the code.
    [[noreturn]] void raise() const;
};

} // namespace engine
