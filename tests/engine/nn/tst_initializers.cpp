// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/nn/initializers.h"

#include "engine/runtime/direct_session.h"
#include "tests/engine/ops/op_testing.h"

#include <QTest>

#include <algorithm>

using namespace engine;

class TestInitializers : public QObject
{
    Q_OBJECT

private slots:
    void limitsFollowTheFans_data();
    void limitsFollowTheFans();
    void constants();
    void theSameSeedGivesTheSameBits();
};

static Tensor drawn(const Initializer& initializer, const Shape& shape, std::uint64_t seed = 1)
{
    Graph graph(seed);
    const Output output = initializer(graph, DataType::Double, shape, "initial");
    DirectSession session(graph, {1});
    return session.run(output);
}

void TestInitializers::limitsFollowTheFans_data()
{
    QTest::addColumn<Initializer>("initializer");
    QTest::addColumn<std::vector<std::int64_t>>("shape");
    QTest::addColumn<double>("limit");
    using Dims = std::vector<std::int64_t>;
    const double cut = 2 / 0.87962566103423978;
    QTest::newRow("glorotUniform") << glorotUniform() << Dims{40, 60} << std::sqrt(3.0 / 50);
    QTest::newRow("glorotNormal") << glorotNormal() << Dims{40, 60} << cut * std::sqrt(1.0 / 50);
    QTest::newRow("heUniform") << heUniform() << Dims{40, 60} << std::sqrt(6.0 / 40);
    QTest::newRow("heNormal") << heNormal() << Dims{40, 60} << cut * std::sqrt(2.0 / 40);
    QTest::newRow("lecunUniform") << lecunUniform() << Dims{40, 60} << std::sqrt(3.0 / 40);
    QTest::newRow("lecunNormal") << lecunNormal() << Dims{40, 60} << cut * std::sqrt(1.0 / 40);
    QTest::newRow("a filter") << heUniform() << Dims{3, 3, 4, 20} << std::sqrt(6.0 / 36);
    QTest::newRow("a vector") << lecunUniform() << Dims{700} << std::sqrt(3.0 / 700);
    QTest::newRow("a scalar") << lecunUniform() << Dims{} << std::sqrt(3.0);
}

void TestInitializers::limitsFollowTheFans()
{
    QFETCH(Initializer, initializer);
    QFETCH(std::vector<std::int64_t>, shape);
    QFETCH(double, limit);
    const std::vector<double> values = asDoubles(drawn(initializer, Shape(shape)));
    const auto [low, high] = std::ranges::minmax(values);
    QVERIFY(low >= -limit && high <= limit);
    if (values.size() > 1) {
        QVERIFY2(high > 0.9 * limit && low < -0.9 * limit, "the limits are not approached");
    }
}

void TestInitializers::constants()
{
    VERIFY_TENSOR(drawn(zerosInitializer(), Shape{2}), Shape{2}, {0, 0});
    VERIFY_TENSOR(drawn(constantInitializer(0.1), Shape{2}), Shape{2}, {0.1, 0.1});
}

void TestInitializers::theSameSeedGivesTheSameBits()
{
    const Tensor first = drawn(glorotUniform(), Shape{7, 5}, 9);
    VERIFY_TENSOR(drawn(glorotUniform(), Shape{7, 5}, 9), Shape{7, 5}, asDoubles(first), {0, 0});
    QVERIFY(asDoubles(drawn(glorotUniform(), Shape{7, 5}, 10)) != asDoubles(first));
}

QTEST_APPLESS_MAIN(TestInitializers)
#include "tst_initializers.moc"
