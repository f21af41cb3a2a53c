// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "tests/support/errors.h"

#include <QTest>

#include <cerrno>
#include <cstring>

using engine::ErrorCode;

class ErrorsTest : public QObject
{
    Q_OBJECT

private slots:
    void codesHaveTensorFlowsNumbersAndNames_data();
    void codesHaveTensorFlowsNumbersAndNames();
    void everyClassCarriesItsCode();
    void onlyAbortedAndUnavailableArePreemptions();
    void systemErrorsBecomeClasses_data();
    void systemErrorsBecomeClasses();
};

void ErrorsTest::codesHaveTensorFlowsNumbersAndNames_data()
{
    QTest::addColumn<int>("number"); // in tensorflow/core/protobuf/error_codes.proto
    const char* names[] = {
        "Cancelled",     "Unknown",          "InvalidArgument",   "DeadlineExceeded",   "NotFound",
        "AlreadyExists", "PermissionDenied", "ResourceExhausted", "FailedPrecondition", "Aborted",
        "OutOfRange",    "Unimplemented",    "Internal",          "Unavailable",        "DataLoss"};
    int number = 0;
    for (const char* name : names) {
        QTest::newRow(name) << ++number;
    }
}

void ErrorsTest::codesHaveTensorFlowsNumbersAndNames()
{
    QFETCH(int, number);
    QVERIFY(engine::errorCodeName(static_cast<ErrorCode>(number)) == QTest::currentDataTag());
}

void ErrorsTest::everyClassCarriesItsCode()
{
    QVERIFY(engine::OutOfRangeError("x").code() == ErrorCode::OutOfRange);
    QVERIFY(engine::DataLossError("x").code() == ErrorCode::DataLoss);
    QVERIFY(engine::StopIterationError("x").code() == ErrorCode::OutOfRange);
    QVERIFY(engine::NanLossDuringTrainingError().code() == ErrorCode::FailedPrecondition);
    QCOMPARE(engine::NanLossDuringTrainingError().what(), "NaN loss during training.");
    QCOMPARE(engine::AbortedError("worker 3 is gone").what(), "worker 3 is gone");
}

void ErrorsTest::onlyAbortedAndUnavailableArePreemptions()
{
    QVERIFY(engine::isPreemption(engine::AbortedError("x")));
    QVERIFY(engine::isPreemption(engine::UnavailableError("x")));
    QVERIFY(!engine::isPreemption(engine::CancelledError("x")));
    QVERIFY(!engine::isPreemption(engine::StopIterationError("x")));
    // The code alone does not count.
    QVERIFY(!engine::isPreemption(engine::Error(ErrorCode::Aborted, "x")));
}

void ErrorsTest::systemErrorsBecomeClasses_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<int>("code");

    QTest::newRow("no such file") << ENOENT << int(ErrorCode::NotFound);
    QTest::newRow("a file in the path") << ENOTDIR << int(ErrorCode::NotFound);
    QTest::newRow("no permission") << EACCES << int(ErrorCode::PermissionDenied);
    QTest::newRow("not permitted") << EPERM << int(ErrorCode::PermissionDenied);
    QTest::newRow("read-only disk") << EROFS << int(ErrorCode::PermissionDenied);
    QTest::newRow("full disk") << ENOSPC << int(ErrorCode::ResourceExhausted);
    QTest::newRow("over quota") << EDQUOT << int(ErrorCode::ResourceExhausted);
    QTest::newRow("too many open files") << EMFILE << int(ErrorCode::ResourceExhausted);
    QTest::newRow("exists") << EEXIST << int(ErrorCode::AlreadyExists);
    QTest::newRow("anything else") << EIO << int(ErrorCode::Unknown);
}

void ErrorsTest::systemErrorsBecomeClasses()
{
    QFETCH(int, number);
    QFETCH(int, code);
    try {
        engine::throwSystemError(number, "write", "/tmp/a file");
    } catch (const engine::Error& error) {
        QCOMPARE(int(error.code()), code);
        const QString message = QString::fromUtf8(error.what());
        QVERIFY2(message.startsWith("cannot write /tmp/a file: "), error.what());
        QVERIFY2(message.endsWith(QString::fromLocal8Bit(strerror(number))), error.what());
    }
}

QTEST_GUILESS_MAIN(ErrorsTest)
#include "tst_errors.moc"
