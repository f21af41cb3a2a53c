// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <typeinfo>

namespace engine {

std::string_view errorCodeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Cancelled:
        return "Cancelled";
    case ErrorCode::Unknown:
        return "Unknown";
    case ErrorCode::InvalidArgument:
        return "InvalidArgument";
    case ErrorCode::DeadlineExceeded:
        return "DeadlineExceeded";
    case ErrorCode::NotFound:
        return "NotFound";
    case ErrorCode::AlreadyExists:
        return "AlreadyExists";
    case ErrorCode::PermissionDenied:
        return "PermissionDenied";
    case ErrorCode::ResourceExhausted:
        return "ResourceExhausted";
    case ErrorCode::FailedPrecondition:
        return "FailedPrecondition";
    case ErrorCode::Aborted:
        return "Aborted";
    case ErrorCode::OutOfRange:
        return "OutOfRange";
    case ErrorCode::Unimplemented:
        return "Unimplemented";
    case ErrorCode::Internal:
        return "Internal";
    case ErrorCode::Unavailable:
        return "Unavailable";
    case ErrorCode::DataLoss:
        return "DataLoss";
    }
    return "Unknown";
}

bool isPreemption(const Error& error)
{
    return typeid(error) == typeid(AbortedError) || typeid(error) == typeid(UnavailableError);
}

void throwSystemError(int errorNumber, std::string_view action, std::string_view path)
{
    const std::string message =
        fmt::format("cannot {} {}: {}", action, path, std::generic_category().message(errorNumber));
    switch (errorNumber) {
    case ENOENT:
    case ENOTDIR:
        throw NotFoundError(message);
    case EACCES:
    case EPERM:
    case EROFS:
        throw PermissionDeniedError(message);
    case ENOSPC:
    case EDQUOT:
    case EMFILE:
    case ENFILE:
        throw ResourceExhaustedError(message);
    case EEXIST:
        throw AlreadyExistsError(message);
    default:
        throw UnknownError(message);
    }
}

} // namespace engine
