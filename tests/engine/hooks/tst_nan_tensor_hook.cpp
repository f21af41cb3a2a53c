// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/nan_tensor_hook.h"
#include "tests/engine/hooks/hook_driver.h"
#include "tests/support/errors.h"

#include <QTest>

#include <limits>

using namespace engine;

class TestNanTensorHook : public QObject
{
    Q_OBJECT

private slots:
    void loss_data();
    void loss();
    void isGuard();

private:
    TrainingGraph m_model;
};

void TestNanTensorHook::loss_data()
{
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    QTest::addColumn<double>("loss");
    QTest::addColumn<bool>("fails");
    QTest::addColumn<bool>("failOnInfinity");
    QTest::addColumn<QByteArray>("error");
    QTest::addColumn<bool>("stops");
    QTest::newRow("a number") << 1.5 << true << true << QByteArray() << false;
    QTest::newRow("NaN fails") << kNan << true << false << QByteArray("NaN loss during training.")
                               << false;
    QTest::newRow("P4 NaN stops") << kNan << false << false << QByteArray() << true;
    QTest::newRow("P5 infinity is nothing") << kInfinity << true << false << QByteArray() << false;
    QTest::newRow("D21 infinity if asked")
        << -kInfinity << true << true << QByteArray("Infinite") << false;
    QTest::newRow("D21 infinity stops if asked")
        << kInfinity << false << true << QByteArray() << true;
}

void TestNanTensorHook::loss()
{
    QFETCH(const double, loss);
    QFETCH(const bool, fails);
    QFETCH(const bool, failOnInfinity);
    QFETCH(const QByteArray, error);
    QFETCH(const bool, stops);
    TrainingGraph model;
    const Output value = constant(model.graph, Tensor::scalar(static_cast<float>(loss)));
    NanTensorHook::Options options;
    options.failOnNanLoss = fails;
    options.failOnInfinity = failOnInfinity;
    HookDriver driver(model, std::make_shared<NanTensorHook>(value, options));
    driver.create();
    if (error.isEmpty()) {
        driver.train();
        QCOMPARE(driver.stops(), stops);
    } else {
        VERIFY_THROWS(NanLossDuringTrainingError, error.constData(), driver.train());
    }
}

void TestNanTensorHook::isGuard()
{
    QVERIFY(NanTensorHook(m_model.w->value()).isGuard());
}

QTEST_GUILESS_MAIN(TestNanTensorHook)
#include "tst_nan_tensor_hook.moc"
