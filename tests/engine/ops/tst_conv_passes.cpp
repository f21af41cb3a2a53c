// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
// The ways a convolution is computed, against each other: float32 goes straight over the pictures
// or by Winograd's filtering where it can, float64 multiplies patches.
#include "engine/ops/activation_ops.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/conv2d_ops.h"
#include "engine/ops/gradients.h"
#include "engine/ops/matmul_ops.h"
#include "tests/engine/ops/op_testing.h"
#include "tests/engine/ops/processor_targets.h"

#include <QTest>

#include <random>

using namespace engine;

class TestConvPasses : public QObject
{
    Q_OBJECT

private slots:
    void bothTypesAgree_data();
    void bothTypesAgree();
    void theSameBitsComeAgain_data() { bothTypesAgree_data(); }
    void theSameBitsComeAgain();
    void everyTargetAgrees_data();
    void everyTargetAgrees();
    void everyTargetEndsAlike_data() { everyTargetAgrees_data(); }
    void everyTargetEndsAlike();
    void cleanup() { useTarget(0); }
};

namespace {

struct Passes
{
    Shape picture;
    Shape filter;
    Conv2dOptions options;
};

Tensor randomTensor(DataType type, const Shape& shape, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> normal;
    Tensor tensor(type, shape);
    if (type == DataType::Float) {
        std::ranges::generate(tensor.values<float>(), [&] { return normal(random); });
    } else {
        std::ranges::generate(tensor.values<double>(), [&] { return double(normal(random)); });
    }
    return tensor;
}

// y, and the gradients of the picture and the filter for a random dy.
std::vector<Tensor> computed(const Passes& passes, DataType type, int threads)
{
    const Tensor x = randomTensor(type, passes.picture, 1);
    const Tensor filter = randomTensor(type, passes.filter, 2);
    const auto convolve = [&](const std::vector<Output>& in) {
        return std::vector<Output>{conv2d(in[0], in[1], passes.options)};
    };
    const Tensor y = evaluate({x, filter}, convolve, threads)[0];
    const Tensor dy = randomTensor(type, y.shape(), 3);
    return evaluate(
        {x, filter, dy},
        [&](const std::vector<Output>& in) {
            const Output output = convolve(in)[0];
            std::vector<Output> results{output};
            const std::vector<Output> inputs{in[0], in[1]};
            const std::vector<Output> slopes = gradients(multiply(output, in[2]), inputs);
            results.insert(results.end(), slopes.begin(), slopes.end());
            return results;
        },
        threads);
}

// How far float32 is from float64, as a share of the largest number; a sentence if it is too far.
QString differenceOfTypes(const Passes& passes, int threads)
{
    const std::vector<Tensor> floats = computed(passes, DataType::Float, threads);
    const std::vector<Tensor> doubles = computed(passes, DataType::Double, threads);
    for (std::size_t i = 0; i < doubles.size(); ++i) {
        if (floats.at(i).shape() != doubles[i].shape()) {
            return QStringLiteral("result %1 has another shape").arg(i);
        }
        const std::span<const float> actual = std::as_const(floats[i]).values<float>();
        const std::span<const double> expected = std::as_const(doubles[i]).values<double>();
        double largest = 0;
        double error = 0;
        for (std::size_t k = 0; k < actual.size(); ++k) {
            largest = std::max(largest, std::abs(expected[k]));
            error = std::max(error, std::abs(actual[k] - expected[k]));
        }
        if (!(error <= 6e-6 * largest)) {
            return QStringLiteral("result %1: an error of %2 where numbers go up to %3")
                .arg(i)
                .arg(error)
                .arg(largest);
        }
    }
    return {};
}

Conv2dOptions withinThePicture()
{
    Conv2dOptions options;
    options.padding = "VALID";
    return options;
}

} // namespace

Q_DECLARE_METATYPE(Passes)

void TestConvPasses::bothTypesAgree_data()
{
    QTest::addColumn<Passes>("passes");
    QTest::addColumn<int>("threads");
    const auto add = [](const char* name, const Passes& passes) {
        for (const int threads : {1, 3}) {
            QTest::addRow("%s, %d threads", name, threads) << passes << threads;
        }
    };
    const Conv2dOptions valid = withinThePicture();
    Conv2dOptions stride;
    stride.strides = {2, 3};
    Conv2dOptions dilated;
    dilated.dilations = {2, 3};
    Conv2dOptions grouped;
    grouped.groups = 2;
    add("same", {{2, 9, 7, 3}, {5, 5, 3, 8}, {}});
    add("valid", {{2, 9, 7, 3}, {3, 3, 3, 10}, valid});
    add("an even window", {{2, 6, 6, 2}, {2, 4, 2, 20}, {}});
    add("a window larger than the picture", {{2, 3, 2, 2}, {5, 7, 2, 4}, {}});
    add("strides", {{2, 9, 10, 3}, {3, 3, 3, 8}, stride});
    add("dilations", {{2, 11, 12, 3}, {3, 3, 3, 8}, dilated});
    add("groups", {{2, 6, 6, 4}, {3, 3, 2, 8}, grouped});
    add("pointwise", {{2, 6, 6, 4}, {1, 1, 4, 8}, {}});
    add("several bands a picture", {{1, 50, 30, 2}, {3, 3, 2, 5}, {}});
    add("bands of one line", {{1, 4, 400, 1}, {3, 3, 1, 3}, {}});
    add("more terms than stay in the cache", {{1, 4, 4, 96}, {3, 3, 96, 17}, {}});
    add("three by three, an odd picture", {{2, 9, 7, 16}, {3, 3, 16, 20}, {}});
    add("three by three, valid", {{2, 11, 8, 17}, {3, 3, 17, 16}, valid});
    add("three by three, several bands", {{1, 30, 26, 32}, {3, 3, 32, 16}, {}});
    add("three by three, one pixel", {{3, 1, 1, 16}, {3, 3, 16, 16}, {}});
    add("three by three, tiles of six", {{2, 13, 12, 16}, {3, 3, 16, 32}, valid});
    add("three by three, many bands of six", {{1, 60, 50, 32}, {3, 3, 32, 16}, {}});
    add("five by five, an odd picture", {{2, 9, 7, 16}, {5, 5, 16, 20}, {}});
    add("five by five, valid", {{2, 13, 10, 19}, {5, 5, 19, 16}, valid});
    add("five by five, several bands", {{1, 30, 26, 32}, {5, 5, 32, 16}, {}});
    add("five by five, one pixel", {{3, 1, 1, 16}, {5, 5, 16, 16}, {}});
    add("no pictures", {{0, 6, 6, 2}, {3, 3, 2, 4}, {}});
    add("no channels", {{2, 6, 6, 0}, {3, 3, 0, 4}, {}});
    add("no filters", {{2, 6, 6, 2}, {3, 3, 2, 0}, {}});
}

void TestConvPasses::bothTypesAgree()
{
    QFETCH(const Passes, passes);
    QFETCH(const int, threads);
    const QString difference = differenceOfTypes(passes, threads);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestConvPasses::theSameBitsComeAgain()
{
    QFETCH(const Passes, passes);
    QFETCH(const int, threads);
    const std::vector<Tensor> first = computed(passes, DataType::Float, threads);
    const std::vector<Tensor> second = computed(passes, DataType::Float, threads);
    for (std::size_t i = 0; i < first.size(); ++i) {
        QVERIFY(std::ranges::equal(std::as_const(first[i]).values<float>(),
                                   std::as_const(second[i]).values<float>()));
    }
}

// The forms of Winograd's filtering, and the straight way, on every kind of processor.
void TestConvPasses::everyTargetAgrees_data()
{
    QTest::addColumn<qint64>("target");
    QTest::addColumn<Passes>("passes");
    const Conv2dOptions valid = withinThePicture();
    const std::pair<const char*, Passes> layers[]{
        {"tiles of four for three by three", {{2, 9, 7, 16}, {3, 3, 16, 20}, {}}},
        {"tiles of six for three by three", {{2, 13, 12, 17}, {3, 3, 17, 35}, valid}},
        {"tiles of six for five by five", {{2, 13, 10, 19}, {5, 5, 19, 16}, valid}},
        {"straight", {{2, 9, 7, 3}, {5, 5, 3, 9}, {}}}};
    for (const std::int64_t target : processorTargets()) {
        for (const auto& [name, passes] : layers) {
            QTest::addRow("%s, %s", name, hwy::TargetName(target)) << qint64(target) << passes;
        }
    }
}

void TestConvPasses::everyTargetAgrees()
{
    QFETCH(const qint64, target);
    QFETCH(const Passes, passes);
    useTarget(target);
    const QString difference = differenceOfTypes(passes, 2);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

// Bias and relu are part of the loops.
void TestConvPasses::everyTargetEndsAlike()
{
    QFETCH(const qint64, target);
    QFETCH(const Passes, passes);
    useTarget(target);
    const Tensor x = randomTensor(DataType::Float, passes.picture, 1);
    const Tensor filter = randomTensor(DataType::Float, passes.filter, 2);
    const Tensor bias = randomTensor(DataType::Float, Shape{passes.filter.dim(3)}, 3);
    const auto result = [&](bool isWhole) {
        return evaluateOne({x, filter, bias}, [&](const std::vector<Output>& in) {
            const Output y = conv2d(in[0], in[1], passes.options);
            return isWhole ? relu(biasAdd(y, in[2])) : y;
        });
    };
    const Tensor plain = result(false);
    const Tensor whole = result(true);
    const std::span<const float> sums = plain.values<float>();
    const std::span<const float> biases = bias.values<float>();
    const std::span<const float> ends = whole.values<float>();
    QCOMPARE(ends.size(), sums.size());
    for (std::size_t i = 0; i < ends.size(); ++i) {
        QCOMPARE(ends[i], std::max(sums[i] + biases[i % biases.size()], 0.0F));
    }
}

QTEST_APPLESS_MAIN(TestConvPasses)
#include "tst_conv_passes.moc"
