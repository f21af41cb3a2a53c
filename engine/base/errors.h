// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace engine {

// TensorFlow's canonical codes, with its numbers.
enum class ErrorCode
{
    Cancelled = 1,
    Unknown = 2,
    InvalidArgument = 3,
    DeadlineExceeded = 4,
    NotFound = 5,
    AlreadyExists = 6,
    PermissionDenied = 7,
    ResourceExhausted = 8,
    FailedPrecondition = 9,
    Aborted = 10,
    OutOfRange = 11,
    Unimplemented = 12,
    Internal = 13,
    Unavailable = 14,
    DataLoss = 15
};

// "InvalidArgument" for ErrorCode::InvalidArgument.
std::string_view errorCodeName(ErrorCode code);

// Base of everything that the engine throws on purpose. what() is technical English with names
// and numbers. Classes below: one per code; which one a function throws stands in its header.
class Error : public std::runtime_error
{
public:
    Error(ErrorCode code, const std::string& message)
        : std::runtime_error(message), m_code(code) { }

    ErrorCode code() const { return m_code; }

private:
    ErrorCode m_code;
};

template <ErrorCode kCode>
class CodedError : public Error
{
public:
    explicit CodedError(const std::string& message) : Error(kCode, message) { }
};

using CancelledError = CodedError<ErrorCode::Cancelled>;
using UnknownError = CodedError<ErrorCode::Unknown>;
using InvalidArgumentError = CodedError<ErrorCode::InvalidArgument>;
using DeadlineExceededError = CodedError<ErrorCode::DeadlineExceeded>;
using NotFoundError = CodedError<ErrorCode::NotFound>;
using AlreadyExistsError = CodedError<ErrorCode::AlreadyExists>;
using PermissionDeniedError = CodedError<ErrorCode::PermissionDenied>;
using ResourceExhaustedError = CodedError<ErrorCode::ResourceExhausted>;
using FailedPreconditionError = CodedError<ErrorCode::FailedPrecondition>;
using AbortedError = CodedError<ErrorCode::Aborted>;
using OutOfRangeError = CodedError<ErrorCode::OutOfRange>;
using UnimplementedError = CodedError<ErrorCode::Unimplemented>;
using InternalError = CodedError<ErrorCode::Internal>;
using UnavailableError = CodedError<ErrorCode::Unavailable>;
using DataLossError = CodedError<ErrorCode::DataLoss>;

// Python's StopIteration: ends a training loop cleanly. Its code is OutOfRange.
class StopIterationError : public Error
{
public:
    explicit StopIterationError(const std::string& message) : Error(ErrorCode::OutOfRange, message)
    { }
};

// Thrown by NanTensorHook; a RuntimeError in TensorFlow, so its code is FailedPrecondition.
class NanLossDuringTrainingError : public Error
{
public:
    explicit NanLossDuringTrainingError(const std::string& message = "NaN loss during training.")
        : Error(ErrorCode::FailedPrecondition, message)
    { }
};

// AbortedError or UnavailableError, exactly these: the session is re-created and the call retried.
bool isPreemption(const Error& error);

// The engine error for errno after a failed call on `path`: "cannot ACTION PATH: reason".
// ENOENT → NotFoundError, EACCES/EPERM/EROFS → PermissionDeniedError, ENOSPC/EDQUOT/EMFILE →
// ResourceExhaustedError, EEXIST → AlreadyExistsError, otherwise UnknownError.
[[noreturn]] void throwSystemError(int errorNumber, std::string_view action, std::string_view path);

} // namespace engine
