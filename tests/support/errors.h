// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/errors.h"

#include <QString>
#include <QTest>

#include <typeinfo>

// What a call threw: empty if it throws exactly `ErrorClass` with `part` in its message, otherwise
// a sentence that says what happened instead.
template <typename ErrorClass, typename Call>
QString mismatchOfError(Call&& call, const char* part)
{
    try {
        call();
    } catch (const ErrorClass& error) {
        if (typeid(error) != typeid(ErrorClass)) {
            return QStringLiteral("a subclass was thrown: %1").arg(QString::fromUtf8(error.what()));
        }
        if (!QString::fromUtf8(error.what()).contains(QString::fromUtf8(part))) {
            return QStringLiteral("the message is: %1").arg(QString::fromUtf8(error.what()));
        }
        return {};
    } catch (const engine::Error& error) {
        return QStringLiteral("another class was thrown (%1): %2")
            .arg(QString::fromStdString(std::string(engine::errorCodeName(error.code()))),
                 QString::fromUtf8(error.what()));
    } catch (const std::exception& error) {
        return QStringLiteral("not an engine error: %1").arg(QString::fromUtf8(error.what()));
    }
    return QStringLiteral("nothing was thrown");
}

// Fails the test unless `expression` throws exactly this class with `part` in its message.
#define VERIFY_THROWS(ErrorClass, part, expression)                                                \
    do {                                                                                           \
        const QString mismatch =                                                                   \
            mismatchOfError<ErrorClass>([&] { static_cast<void>(expression); }, part);             \
        QVERIFY2(mismatch.isEmpty(), qPrintable(mismatch));                                        \
    } while (false)
