// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/softmax_ops.h"

#include "tests/engine/ops/gradient_checker.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

class TestSoftmaxOps : public QObject
{
    Q_OBJECT

private slots:
    void values();
    void largeLogitsDoNotOverflow();
    void gradientsAreRight_data();
    void gradientsAreRight();
    void scalarsAreRefused();
};

void TestSoftmaxOps::values()
{
    const Tensor x = doubles(Shape{2, 2}, {0, std::log(3.0), 1, 1});
    const std::vector<Tensor> results = evaluate({x}, [](const auto& inputs) {
        return std::vector<Output>{softmax(inputs[0]), logSoftmax(inputs[0]),
                                   softmax(cast(inputs[0], DataType::Float))};
    });
    const std::vector<double> want{0.25, 0.75, 0.5, 0.5};
    VERIFY_TENSOR(results[0], Shape{2, 2}, want);
    VERIFY_TENSOR(results[1], Shape{2, 2},
                  {std::log(0.25), std::log(0.75), std::log(0.5), std::log(0.5)});
    VERIFY_TENSOR(results[2], Shape{2, 2}, want, {1e-6, 1e-6});
}

void TestSoftmaxOps::largeLogitsDoNotOverflow()
{
    const Tensor x = doubles(Shape{2, 2}, {1000, 0, -1000, -1000});
    const std::vector<Tensor> results = evaluate({x}, [](const auto& inputs) {
        return std::vector<Output>{softmax(inputs[0]), logSoftmax(inputs[0])};
    });
    VERIFY_TENSOR(results[0], Shape{2, 2}, {1, 0, 0.5, 0.5});
    VERIFY_TENSOR(results[1], Shape{2, 2}, {0, -1000, std::log(0.5), std::log(0.5)});
}

void TestSoftmaxOps::gradientsAreRight_data()
{
    QTest::addColumn<bool>("logarithm");
    QTest::addColumn<std::vector<std::int64_t>>("dims");
    const std::vector<std::vector<std::int64_t>> shapes{{3, 4}, {1, 1}, {5}, {2, 2, 3}, {0, 3}};
    for (const bool logarithm : {false, true}) {
        for (const std::vector<std::int64_t>& dims : shapes) {
            QTest::addRow("%s, %s", logarithm ? "logSoftmax" : "softmax",
                          Shape(dims).toString().c_str())
                << logarithm << dims;
        }
    }
}

void TestSoftmaxOps::gradientsAreRight()
{
    QFETCH(bool, logarithm);
    QFETCH(std::vector<std::int64_t>, dims);
    VERIFY_GRADIENT({{Shape(dims)}, [&](const auto& inputs) {
                         return logarithm ? logSoftmax(inputs[0]) : softmax(inputs[0]);
                     }});
}

void TestSoftmaxOps::scalarsAreRefused()
{
    Graph graph;
    const Output x = placeholder(graph, DataType::Float, Shape{});
    VERIFY_THROWS(InvalidArgumentError, "operation Softmax: a scalar has no last axis", softmax(x));
}

QTEST_APPLESS_MAIN(TestSoftmaxOps)
#include "tst_softmax_ops.moc"
