// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/packed_product.h"
#include "tests/engine/ops/processor_targets.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

using namespace engine;

class TestPackedProduct : public QObject
{
    Q_OBJECT

private slots:
    void sumsAreRight_data();
    void sumsAreRight();
    void withoutTermsTheEndIsLeft_data() { addTargetRows(); }
    void withoutTermsTheEndIsLeft();
    void noCutChangesABit_data();
    void noCutChangesABit();
    void productsOfOneNumberShareTheRightMatrix_data();
    void productsOfOneNumberShareTheRightMatrix();
    void nothingBesideIsTouched_data() { addTargetRows(); }
    void nothingBesideIsTouched();
    void cleanup() { useTarget(0); }
};

namespace {

constexpr std::int64_t kGap = 3; // of each row, behind what is multiplied

std::vector<float> numbers(std::int64_t count, unsigned seed)
{
    std::vector<float> values(static_cast<std::size_t>(count));
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> place(-1, 1);
    std::ranges::generate(values, [&] { return place(random); });
    return values;
}

struct Matrices
{
    explicit Matrices(const ProductShape& shape, std::int64_t gap = kGap)
        : size(shape), aStride((shape.transposeA ? shape.m : shape.k) + gap),
          bStride((shape.transposeB ? shape.k : shape.n) + gap), cStride(shape.n + gap),
          a(numbers((shape.transposeA ? shape.k : shape.m) * aStride, 1)),
          b(numbers((shape.transposeB ? shape.n : shape.k) * bStride, 2)),
          c(numbers(shape.m * cStride, 3)), bias(numbers(shape.n, 4)),
          reluOutput(numbers(shape.m * cStride, 5))
    { }

    double left(std::int64_t row, std::int64_t term) const
    {
        return a[static_cast<std::size_t>(size.transposeA ? term * aStride + row
                                                          : row * aStride + term)];
    }
    double right(std::int64_t term, std::int64_t column) const
    {
        return b[static_cast<std::size_t>(size.transposeB ? column * bStride + term
                                                          : term * bStride + column)];
    }
    // Rows [top, bottom) and columns [left, right) of the product.
    void multiply(const ProductEnd& end, std::int64_t top, std::int64_t bottom, std::int64_t first,
                  std::int64_t last)
    {
        ProductEnd here = end;
        here.bias = end.bias == nullptr ? nullptr : end.bias + first;
        if (end.reluOutput != nullptr) {
            here.reluOutput = end.reluOutput + top * cStride + first;
        }
        multiplyPacked({bottom - top, last - first, size.k, size.transposeA, size.transposeB},
                       {a.data() + (size.transposeA ? top : top * aStride), aStride},
                       {b.data() + (size.transposeB ? first * bStride : first), bStride},
                       {c.data() + top * cStride + first, cStride}, here);
    }

    ProductShape size;
    std::int64_t aStride;
    std::int64_t bStride;
    std::int64_t cStride;
    std::vector<float> a;
    std::vector<float> b;
    std::vector<float> c;
    std::vector<float> bias;
    std::vector<float> reluOutput;
};

void addShapes(std::initializer_list<ProductShape> sizes)
{
    QTest::addColumn<qint64>("target");
    QTest::addColumn<ProductShape>("shape");
    for (const std::int64_t target : processorTargets()) {
        for (ProductShape shape : sizes) {
            for (const int transposes : {0, 1, 2, 3}) {
                shape.transposeA = (transposes & 1) != 0;
                shape.transposeB = (transposes & 2) != 0;
                QTest::addRow("%s %ld x %ld x %ld%s%s", hwy::TargetName(target), long(shape.m),
                              long(shape.k), long(shape.n), shape.transposeA ? ", a turned" : "",
                              shape.transposeB ? ", b turned" : "")
                    << qint64(target) << shape;
            }
        }
    }
}

} // namespace

Q_DECLARE_METATYPE(engine::ProductShape)

void TestPackedProduct::sumsAreRight_data()
{
    addShapes({{1, 1, 1},
               {1, 40, 1},
               {5, 1, 7},
               {6, 16, 8},
               {7, 17, 9},
               {13, 33, 300},
               {31, 70, 257},
               {64, 1, 600}, // several blocks of terms
               {300, 20, 500}, // and of rows
               {3, 1100, 4}, // and of columns
               {1, 300, 1021}, // rows of 1 024 lie in few lines of a cache
               {40, 300, 1021}});
}

void TestPackedProduct::sumsAreRight()
{
    QFETCH(const qint64, target);
    QFETCH(const ProductShape, shape);
    useTarget(target);
    for (const bool accumulate : {false, true}) {
        Matrices matrices(shape);
        const std::vector<float> before = matrices.c;
        const bool relu = accumulate;
        const float* const output = shape.m % 2 == 0 ? nullptr : matrices.reluOutput.data();
        matrices.multiply({accumulate, accumulate ? nullptr : matrices.bias.data(), relu, output},
                          0, shape.m, 0, shape.n);
        for (std::int64_t row = 0; row < shape.m; ++row) {
            for (std::int64_t column = 0; column < shape.n; ++column) {
                const auto place = static_cast<std::size_t>(row * matrices.cStride + column);
                double sum =
                    accumulate ? before[place] : matrices.bias[static_cast<std::size_t>(column)];
                double scale = 1;
                for (std::int64_t term = 0; term < shape.k; ++term) {
                    const double product = matrices.left(row, term) * matrices.right(term, column);
                    sum += product;
                    scale += std::abs(product);
                }
                sum = relu ? std::max(sum, 0.0) : sum;
                sum = output == nullptr || output[place] > 0 ? sum : 0;
                QVERIFY2(std::abs(sum - matrices.c[place]) < 1e-6 * scale,
                         qPrintable(QStringLiteral("[%1, %2]: %3 instead of %4")
                                        .arg(row)
                                        .arg(column)
                                        .arg(matrices.c[place])
                                        .arg(sum)));
            }
        }
    }
}

void TestPackedProduct::withoutTermsTheEndIsLeft()
{
    QFETCH(const qint64, target);
    useTarget(target);
    Matrices matrices({5, 20, 0});
    matrices.bias[3] = NAN;
    matrices.multiply({false, matrices.bias.data(), true}, 0, 5, 0, 20);
    for (std::int64_t row = 0; row < 5; ++row) {
        for (std::int64_t column = 0; column < 20; ++column) {
            const float found =
                matrices.c[static_cast<std::size_t>(row * matrices.cStride + column)];
            const float bias = matrices.bias[static_cast<std::size_t>(column)];
            QVERIFY(std::isnan(bias) ? std::isnan(found) : found == std::max(bias, 0.0F));
        }
    }
}

void TestPackedProduct::noCutChangesABit_data()
{
    addShapes({{37, 130, 700}, {300, 40, 200}});
}

void TestPackedProduct::noCutChangesABit()
{
    QFETCH(const qint64, target);
    QFETCH(const ProductShape, shape);
    useTarget(target);
    Matrices whole(shape);
    whole.multiply({false, whole.bias.data(), true, whole.reluOutput.data()}, 0, shape.m, 0,
                   shape.n);
    for (const std::int64_t part : {std::int64_t{1}, std::int64_t{7}, std::int64_t{32}}) {
        Matrices byRows(shape);
        for (std::int64_t top = 0; top < shape.m; top += part) {
            byRows.multiply({false, byRows.bias.data(), true, byRows.reluOutput.data()}, top,
                            std::min(top + part, shape.m), 0, shape.n);
        }
        QVERIFY(byRows.c == whole.c);
        Matrices byColumns(shape);
        for (std::int64_t left = 0; left < shape.n; left += part) {
            byColumns.multiply({false, byColumns.bias.data(), true, byColumns.reluOutput.data()}, 0,
                               shape.m, left, std::min(left + part, shape.n));
        }
        QVERIFY(byColumns.c == whole.c);
    }
}

void TestPackedProduct::productsOfOneNumberShareTheRightMatrix_data()
{
    addShapes({{80, 130, 200}, {80, 257, 30}, {80, 30, 513}}); // the last two are laid out in parts
}

// Two products take turns on this thread, then each continues.
void TestPackedProduct::productsOfOneNumberShareTheRightMatrix()
{
    QFETCH(const qint64, target);
    QFETCH(const ProductShape, shape);
    useTarget(target);
    Matrices one(shape);
    Matrices other(shape);
    std::ranges::reverse(other.b);
    const std::uint64_t numberOfOne = newProductNumbers(2);
    const std::uint64_t numberOfOther = numberOfOne + 1;
    const auto part = [&](Matrices& matrices, std::uint64_t number, std::int64_t top) {
        ProductEnd end;
        end.number = number;
        matrices.multiply(end, top, top + 16, 0, shape.n);
    };
    for (const std::int64_t top : {0, 16}) {
        part(one, numberOfOne, top);
    }
    for (const std::int64_t top : {0, 16}) {
        part(other, numberOfOther, top);
    }
    part(one, numberOfOne, 32);
    part(other, 0, 32);
    for (const std::int64_t top : {48, 64}) {
        part(one, numberOfOne, top);
        part(other, numberOfOther, top);
    }
    for (const Matrices* const found : {&one, &other}) {
        Matrices whole = *found;
        whole.multiply({}, 0, shape.m, 0, shape.n);
        QVERIFY(whole.c == found->c);
    }
}

// Neither is read what is no part of a matrix (it is not finite), nor written.
void TestPackedProduct::nothingBesideIsTouched()
{
    QFETCH(const qint64, target);
    useTarget(target);
    constexpr std::int64_t kBeside = 8;
    for (const ProductShape& size : {ProductShape{19, 21, 35}, ProductShape{40, 70, 35}}) {
        for (const int transposes : {0, 1, 2, 3}) {
            Matrices matrices(
                {size.m, size.n, size.k, (transposes & 1) != 0, (transposes & 2) != 0}, kBeside);
            const auto spoil = [](std::vector<float>& values, std::int64_t stride) {
                for (std::size_t place = 0; place < values.size(); ++place) {
                    if (static_cast<std::int64_t>(place) % stride >= stride - kBeside) {
                        values[place] = NAN;
                    }
                }
            };
            spoil(matrices.a, matrices.aStride);
            spoil(matrices.b, matrices.bStride);
            spoil(matrices.c, matrices.cStride);
            spoil(matrices.reluOutput, matrices.cStride);
            matrices.multiply({}, 0, size.m, 0, size.n);
            matrices.multiply({.reluOutput = matrices.reluOutput.data()}, 0, size.m, 0, size.n);
            for (std::size_t place = 0; place < matrices.c.size(); ++place) {
                QCOMPARE(std::isnan(matrices.c[place]),
                         static_cast<std::int64_t>(place) % matrices.cStride >= size.n);
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestPackedProduct)
#include "tst_packed_product.moc"
