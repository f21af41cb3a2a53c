// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/picture_augmentation.h"

#include "engine/data/shuffle.h"
#include "tests/support/errors.h"

#include <QTest>

#include <map>

using namespace engine;

class TestPictureAugmentation : public QObject
{
    Q_OBJECT

private slots:
    void everyPlaceIsEquallyLikely_data();
    void everyPlaceIsEquallyLikely();
    void onePictureInTwoIsFlipped();
    void rangesAreFilled();
    void whatIsNotAskedForStays();
    void aFurtherOperationChangesNoOther();
    void numbersAreThoseOfOlderRuns();
    void theMiddleIsWhereTensorFlowHasIt_data();
    void theMiddleIsWhereTensorFlowHasIt();
    void shapesFollowTheCrop();
    void whatDoesNotFitIsRefused_data();
    void whatDoesNotFitIsRefused();
};

namespace {

const Shape kPicture{32, 32, 3};

PictureAugmentation cropped(const PictureAugmentation::Crop& crop)
{
    PictureAugmentation augmentation;
    augmentation.crop = crop;
    return augmentation;
}

PictureAugmentation everything()
{
    PictureAugmentation augmentation = cropped({24, 24, 2});
    augmentation.flipsLeftRight = augmentation.flipsUpDown = true;
    augmentation.brightness = 63;
    augmentation.leastContrast = 0.2;
    augmentation.mostContrast = 1.8;
    augmentation.standardizes = true;
    return augmentation;
}

// What the `number`-th example of a run gets.
PictureChange changeOf(const PictureAugmentation& augmentation, std::uint64_t number,
                       const Shape& picture = kPicture)
{
    RandomStream random = randomStream(7, RandomPurpose::Augmentation, number);
    return randomChange(augmentation, picture, random);
}

} // namespace

void TestPictureAugmentation::everyPlaceIsEquallyLikely_data()
{
    QTest::addColumn<PictureAugmentation::Crop>("crop");
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("places"); // from top to bottom, and from left to right
    QTest::newRow("crop") << PictureAugmentation::Crop{24, 24, 0} << 0 << 9;
    QTest::newRow("with padding") << PictureAugmentation::Crop{32, 32, 2} << -2 << 5;
    QTest::newRow("larger than the picture") << PictureAugmentation::Crop{34, 34, 3} << -3 << 5;
    QTest::newRow("one place") << PictureAugmentation::Crop{32, 32, 0} << 0 << 1;
}

void TestPictureAugmentation::everyPlaceIsEquallyLikely()
{
    QFETCH(const PictureAugmentation::Crop, crop);
    QFETCH(const int, first);
    QFETCH(const int, places);
    constexpr int kEach = 200;
    std::map<std::pair<std::int64_t, std::int64_t>, int> counts;
    for (int i = 0; i < kEach * places * places; ++i) {
        const PictureChange change = changeOf(cropped(crop), static_cast<std::uint64_t>(i));
        ++counts[{change.top, change.left}];
    }
    QCOMPARE(counts.size(), static_cast<std::size_t>(places * places));
    QCOMPARE(counts.begin()->first, (std::pair<std::int64_t, std::int64_t>(first, first)));
    for (const auto& [place, count] : counts) {
        QVERIFY2(qAbs(count - kEach) < 80, qPrintable(QString::number(count))); // 5.6 deviations
    }
}

void TestPictureAugmentation::onePictureInTwoIsFlipped()
{
    std::map<std::pair<bool, bool>, int> counts;
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        const PictureChange change = changeOf(everything(), i);
        ++counts[{change.isMirrored, change.isUpsideDown}];
    }
    QCOMPARE(counts.size(), std::size_t{4});
    for (const auto& [flips, count] : counts) {
        QVERIFY2(qAbs(count - 2500) < 220, qPrintable(QString::number(count))); // 5 deviations
    }
}

void TestPictureAugmentation::rangesAreFilled()
{
    double brightness = 0;
    double contrast = 0;
    std::map<int, int> tenths; // of both ranges
    for (std::uint64_t i = 0; i < 10'000; ++i) {
        const PictureChange change = changeOf(everything(), i);
        QVERIFY(change.brightness >= -63 && change.brightness < 63);
        QVERIFY(change.contrast >= 0.2 && change.contrast < 1.8);
        brightness += change.brightness / 10'000;
        contrast += change.contrast / 10'000;
        ++tenths[static_cast<int>((change.brightness + 63) / 12.6)];
        ++tenths[10 + static_cast<int>((change.contrast - 0.2) / 0.16)];
    }
    QVERIFY2(qAbs(brightness) < 2, qPrintable(QString::number(brightness)));
    QVERIFY2(qAbs(contrast - 1) < 0.025, qPrintable(QString::number(contrast)));
    QCOMPARE(tenths.size(), std::size_t{20});
    for (const auto& [tenth, count] : tenths) {
        QVERIFY2(qAbs(count - 1000) < 160, qPrintable(QString::number(count)));
    }
}

void TestPictureAugmentation::whatIsNotAskedForStays()
{
    QVERIFY(PictureAugmentation().isNone());
    QVERIFY(!everything().isNone());
    for (std::uint64_t i = 0; i < 100; ++i) {
        const PictureChange change = changeOf({}, i);
        QCOMPARE(change.top, std::int64_t{0});
        QCOMPARE(change.left, std::int64_t{0});
        QVERIFY(!change.isMirrored && !change.isUpsideDown);
        QVERIFY(change.brightness == 0 && change.contrast == 1);
    }
}

void TestPictureAugmentation::aFurtherOperationChangesNoOther()
{
    for (std::uint64_t i = 0; i < 100; ++i) {
        const PictureChange all = changeOf(everything(), i);
        PictureAugmentation some = cropped({24, 24, 2});
        some.leastContrast = 0.2;
        some.mostContrast = 1.8;
        const PictureChange change = changeOf(some, i);
        QCOMPARE(change.top, all.top);
        QCOMPARE(change.left, all.left);
        QCOMPARE(change.contrast, all.contrast);
    }
}

// Other numbers would break the exact resume of every run begun before.
void TestPictureAugmentation::numbersAreThoseOfOlderRuns()
{
    QStringList changes;
    for (const std::uint64_t number : {0, 1, 1'000'000}) {
        const PictureChange change = changeOf(everything(), number);
        changes += QString("%1 %2 %3 %4 %5 %6")
                       .arg(change.top)
                       .arg(change.left)
                       .arg(change.isMirrored)
                       .arg(change.isUpsideDown)
                       .arg(change.brightness, 0, 'f', 9)
                       .arg(change.contrast, 0, 'f', 9);
    }
    QCOMPARE(changes,
             (QStringList{"5 3 0 0 0.242108352 0.995532669", "-2 10 1 0 -40.412519129 0.206890550",
                          "10 8 0 0 -33.089531531 0.293151102"}));
}

void TestPictureAugmentation::theMiddleIsWhereTensorFlowHasIt_data()
{
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("crop");
    QTest::addColumn<int>("begin");
    QTest::newRow("even") << 32 << 24 << 4;
    QTest::newRow("odd") << 32 << 25 << 3;
    QTest::newRow("all of it") << 28 << 28 << 0;
    QTest::newRow("a row of zeros behind") << 28 << 29 << 0;
    QTest::newRow("a row of zeros on each side") << 28 << 30 << -1;
    QTest::newRow("zeros, more behind") << 28 << 31 << -1;
}

void TestPictureAugmentation::theMiddleIsWhereTensorFlowHasIt()
{
    QFETCH(const int, size);
    QFETCH(const int, crop);
    QFETCH(const int, begin);
    PictureAugmentation augmentation = everything();
    augmentation.crop = {crop, crop, 4};
    const PictureChange change = centralChange(augmentation, Shape{size, size});
    QCOMPARE(change.top, std::int64_t{begin});
    QCOMPARE(change.left, std::int64_t{begin});
    QVERIFY(!change.isMirrored && !change.isUpsideDown);
    QVERIFY(change.brightness == 0 && change.contrast == 1);
}

void TestPictureAugmentation::shapesFollowTheCrop()
{
    QCOMPARE(PictureAugmentation().resultShape({28, 28}), (Shape{28, 28}));
    QCOMPARE(cropped({24, 20, 0}).resultShape({28, 28}), (Shape{24, 20}));
    QCOMPARE(cropped({36, 24, 2}).resultShape(kPicture), (Shape{36, 24, 3}));
}

void TestPictureAugmentation::whatDoesNotFitIsRefused_data()
{
    QTest::addColumn<PictureAugmentation::Crop>("crop");
    QTest::addColumn<Shape>("picture");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const PictureAugmentation::Crop& crop,
                        const Shape& picture, const char* message) {
        QTest::newRow(name) << crop << picture << QString(message);
    };
    row("too high", {33, 32, 0}, kPicture, "a crop of 33 x 32 is larger than pictures of 32 x 32");
    row("too wide", {24, 40, 0}, kPicture, "a crop of 24 x 40 is larger than pictures of 32 x 32");
    row("too wide for the padding", {32, 37, 2}, kPicture,
        "a crop of 32 x 37 is larger than pictures of 32 x 32 with a padding of 2");
    row("all in the padding", {4, 4, 4}, kPicture,
        "a padding of 4 must be less than the picture's 32 x 32 and the crop's 4 x 4");
    row("more padding than picture", {64, 64, 32}, kPicture, "a padding of 32 must be less");
    row("negative padding", {24, 24, -1}, kPicture, "a padding of -1 must");
    row("no picture", {24, 24, 0}, Shape{784}, "[784] is no picture [height, width]");
    row("no pixels", {24, 24, 0}, Shape{28, 0}, "pictures of shape [28, 0] have no pixels");
    row("too many axes", {24, 24, 0}, Shape{2, 32, 32, 3}, "[2, 32, 32, 3] is no picture");
}

void TestPictureAugmentation::whatDoesNotFitIsRefused()
{
    QFETCH(const PictureAugmentation::Crop, crop);
    QFETCH(const Shape, picture);
    QFETCH(const QString, message);
    VERIFY_THROWS(InvalidArgumentError, qPrintable(message), cropped(crop).requireFits(picture));
    everything().requireFits(kPicture);
    PictureAugmentation().requireFits({28, 28});
}

QTEST_APPLESS_MAIN(TestPictureAugmentation)
#include "tst_picture_augmentation.moc"
