// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/picture_preparation.h"

#include "engine/ops/image_ops.h"
#include "engine/ops/image_type_op.h"
#include "engine/ops/unary_ops.h"
#include "tests/engine/ops/op_testing.h"
#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

using Bytes = std::vector<std::uint8_t>;

class TestPicturePreparation : public QObject
{
    Q_OBJECT

private slots:
    void equalsTheOperations_data();
    void equalsTheOperations();
    void theMiddleEqualsTheOperation_data();
    void theMiddleEqualsTheOperation();
    void bytesThatOnlyMoveKeepTheirBits();
    void oneFollowsAnotherWithoutATrace();
    void whatDoesNotFitIsRefused();
};

namespace {

Bytes noise(const Shape& shape, std::uint64_t bound = 256)
{
    Bytes bytes(static_cast<std::size_t>(shape.elementCount()));
    RandomStream random(1, 2);
    for (std::uint8_t& byte : bytes) {
        byte = static_cast<std::uint8_t>(random.nextBelow(bound));
    }
    return bytes;
}

std::vector<float> prepared(const PictureAugmentation& augmentation, const Shape& picture,
                            const PictureChange& change, const Bytes& bytes)
{
    const Shape shape = augmentation.resultShape(picture);
    std::vector<float> result(static_cast<std::size_t>(shape.elementCount()));
    PicturePreparation(augmentation, picture).apply(change, bytes.data(), result.data());
    return result;
}

// With a channel axis, in float64, unscaled.
Tensor asTensor(const Bytes& bytes, const Shape& picture)
{
    Shape shape = picture;
    if (shape.rank() == 2) {
        shape.append(1);
    }
    return doubles(shape, std::vector<double>(bytes.begin(), bytes.end()));
}

// Empty if `got` is `want` but for the roundings of float32.
QString mismatch(const std::vector<float>& got, const Tensor& want)
{
    const std::span<const double> values = want.values<double>();
    if (got.size() != values.size()) {
        return QString("%1 values, not %2").arg(got.size()).arg(values.size());
    }
    for (std::size_t i = 0; i < got.size(); ++i) {
        const double bound = 2e-6 * std::max(1.0, std::abs(values[i]));
        if (!(std::abs(got[i] - values[i]) <= bound)) {
            return QString("element %1 is %2, not %3").arg(i).arg(got[i]).arg(values[i]);
        }
    }
    return {};
}

} // namespace

void TestPicturePreparation::equalsTheOperations_data()
{
    QTest::addColumn<Shape>("picture");
    QTest::addColumn<Bytes>("bytes");
    QTest::addColumn<PictureAugmentation>("augmentation");
    QTest::addColumn<PictureChange>("change");
    const Shape colour{12, 10, 3};
    const Shape grey{9, 9};
    const PictureAugmentation plain;
    PictureAugmentation standardized;
    standardized.standardizes = true;
    const auto row = [](const char* name, const Shape& picture, PictureAugmentation augmentation,
                        const PictureChange& change, std::optional<PictureAugmentation::Crop> crop,
                        const Bytes& bytes) {
        augmentation.crop = crop;
        QTest::newRow(name) << picture << bytes << augmentation << change;
    };
    row("crop", colour, plain, {3, 1, false, false, 0, 1}, {{7, 8, 0}}, noise(colour));
    row("mirrored", colour, plain, {3, 1, true, false, 0, 1}, {{7, 8, 0}}, noise(colour));
    row("upside down", colour, plain, {3, 1, false, true, 0, 1}, {{7, 8, 0}}, noise(colour));
    row("top left in the padding", colour, plain, {-2, -2, false, false, 0, 1}, {{12, 10, 2}},
        noise(colour));
    row("bottom right in the padding", colour, plain, {2, 2, false, false, 0, 1}, {{12, 10, 2}},
        noise(colour));
    row("mirrored with padding", colour, plain, {-1, 2, true, true, 0, 1}, {{12, 10, 2}},
        noise(colour));
    row("padding all around", colour, plain, {-1, -2, true, false, 0, 1}, {{14, 14, 2}},
        noise(colour));
    row("brightness", colour, plain, {0, 0, false, false, -40.5, 1}, {}, noise(colour));
    row("contrast", colour, plain, {0, 0, false, false, 0, 1.75}, {}, noise(colour));
    row("contrast 0", colour, plain, {0, 0, false, false, 0, 0}, {}, noise(colour));
    row("brightness and contrast in the padding", colour, plain, {-2, 1, true, false, 63, 0.2},
        {{12, 10, 2}}, noise(colour));
    row("standardized", colour, standardized, {}, {}, noise(colour));
    row("standardized in the padding", colour, standardized, {2, -2, false, false, 0, 1},
        {{12, 10, 2}}, noise(colour));
    row("everything", colour, standardized, {4, 1, true, true, 63, 1.8}, {{8, 8, 0}},
        noise(colour));
    row("grey", grey, plain, {-1, 1, true, false, 10, 1.5}, {{9, 9, 1}}, noise(grey));
    row("grey, standardized", grey, standardized, {1, 2, true, true, 10, 0.5}, {{6, 6, 0}},
        noise(grey));
    row("flat", grey, standardized, {0, 0, false, false, 5, 1.5}, {}, Bytes(81, 200));
    Bytes almostFlat(81, 250);
    almostFlat[40] = 251;
    row("almost flat", grey, standardized, {}, {}, almostFlat);
    row("dark", colour, standardized, {0, 0, false, false, 0, 1.2}, {}, noise(colour, 3));
}

void TestPicturePreparation::equalsTheOperations()
{
    QFETCH(const Shape, picture);
    QFETCH(const Bytes, bytes);
    QFETCH(const PictureAugmentation, augmentation);
    QFETCH(const PictureChange, change);
    const Tensor want = evaluateOne({asTensor(bytes, picture)}, [&](const auto& inputs) {
        Output x = inputs[0];
        if (augmentation.crop) {
            const auto [height, width, padding] = *augmentation.crop;
            x = resizeWithCropOrPad(x, picture.dim(0) + 2 * padding, picture.dim(1) + 2 * padding);
            x = cropToBoundingBox(x, {change.top + padding, change.left + padding, height, width});
        }
        x = change.isMirrored ? flipLeftRight(x) : x;
        x = change.isUpsideDown ? flipUpDown(x) : x;
        x = adjustContrast(adjustBrightness(x, change.brightness), change.contrast);
        return augmentation.standardizes ? perImageStandardization(x) : scale(x, 1 / 255.0);
    });
    const QString difference = mismatch(prepared(augmentation, picture, change, bytes), want);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestPicturePreparation::theMiddleEqualsTheOperation_data()
{
    QTest::addColumn<PictureAugmentation::Crop>("crop");
    QTest::newRow("smaller") << PictureAugmentation::Crop{7, 8, 0};
    QTest::newRow("smaller, with padding") << PictureAugmentation::Crop{7, 9, 3};
    QTest::newRow("larger") << PictureAugmentation::Crop{15, 14, 3};
    QTest::newRow("higher and narrower") << PictureAugmentation::Crop{13, 5, 1};
}

void TestPicturePreparation::theMiddleEqualsTheOperation()
{
    QFETCH(const PictureAugmentation::Crop, crop);
    const Shape picture{12, 10, 3};
    const Bytes bytes = noise(picture);
    PictureAugmentation augmentation;
    augmentation.crop = crop;
    augmentation.flipsLeftRight = true;
    augmentation.brightness = 63;
    const Tensor want = evaluateOne({asTensor(bytes, picture)}, [&](const auto& inputs) {
        return scale(resizeWithCropOrPad(inputs[0], crop.height, crop.width), 1 / 255.0);
    });
    const QString difference = mismatch(
        prepared(augmentation, picture, centralChange(augmentation, picture), bytes), want);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestPicturePreparation::bytesThatOnlyMoveKeepTheirBits()
{
    Bytes bytes(256);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::uint8_t>(i);
    }
    PictureChange mirrored;
    mirrored.isMirrored = true;
    const std::vector<float> got = prepared({}, {1, 256}, mirrored, bytes);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        QVERIFY(got[255 - i] == static_cast<float>(i) * kByteScale);
    }
}

void TestPicturePreparation::oneFollowsAnotherWithoutATrace()
{
    const Shape picture{8, 8, 3};
    PictureAugmentation augmentation;
    augmentation.crop = {8, 8, 3};
    PicturePreparation preparation(augmentation, picture);
    const Bytes bytes = noise(picture);
    std::vector<float> result(192);
    const PictureChange first{-3, 2, true, true, 50, 1.5};
    const PictureChange second{2, -1, true, false, 0, 1};
    preparation.apply(first, bytes.data(), result.data());
    preparation.apply(second, bytes.data(), result.data());
    QVERIFY(result == prepared(augmentation, picture, second, bytes));
    preparation.apply(first, bytes.data(), result.data());
    QVERIFY(result == prepared(augmentation, picture, first, bytes));
}

void TestPicturePreparation::whatDoesNotFitIsRefused()
{
    PictureAugmentation augmentation;
    augmentation.crop = {9, 9, 0};
    VERIFY_THROWS(InvalidArgumentError, "larger", PicturePreparation(augmentation, {8, 8}));
}

QTEST_APPLESS_MAIN(TestPicturePreparation)
#include "tst_picture_preparation.moc"
