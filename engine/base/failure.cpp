// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/failure.h"

namespace engine {

std::optional<Failure> Failure::of(const std::function<void()>& action)
{
    try {
        action();
        return std::nullopt;
    } catch (const Error& error) {
        return Failure{error.code(), error.what()};
    } catch (const std::exception& error) {
        return Failure{ErrorCode::Unknown, error.what()};
    }
}

void Failure::raise() const
{
    switch (code) {
    case ErrorCode::Cancelled:
        throw CancelledError(message);
    case ErrorCode::InvalidArgument:
        throw InvalidArgumentError(message);
    case ErrorCode::DeadlineExceeded:
        throw DeadlineExceededError(message);
    case ErrorCode::NotFound:
        throw NotFoundError(message);
    case ErrorCode::AlreadyExists:
        throw AlreadyExistsError(message);
    case ErrorCode::PermissionDenied:
        throw PermissionDeniedError(message);
    case ErrorCode::ResourceExhausted:
        throw ResourceExhaustedError(message);
    case ErrorCode::FailedPrecondition:
        throw FailedPreconditionError(message);
    case ErrorCode::Aborted:
        throw AbortedError(message);
    case ErrorCode::OutOfRange:
        throw OutOfRangeError(message);
    case ErrorCode::Unimplemented:
        throw UnimplementedError(message);
    case ErrorCode::Internal:
        throw InternalError(message);
    case ErrorCode::Unavailable:
        throw UnavailableError(message);
    case ErrorCode::DataLoss:
        throw DataLossError(message);
    case ErrorCode::Unknown:
        break;
    }
    throw UnknownError(message);
}

} // namespace engine
