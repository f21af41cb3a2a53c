// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/augment_text.h"

#include "tests/support/errors.h"

#include <QTest>

using namespace engine;

using Steps = std::vector<std::string>;

class TestAugmentText : public QObject
{
    Q_OBJECT

private slots:
    void stepsReachTheirMembers();
    void everyUsageIsAnExample_data();
    void everyUsageIsAnExample();
    void wrongStepsAreQuoted_data();
    void wrongStepsAreQuoted();
};

void TestAugmentText::stepsReachTheirMembers()
{
    QVERIFY(pictureAugmentation({}).isNone());
    const PictureAugmentation tutorial = pictureAugmentation(
        Steps{"crop 24", "flip", "brightness 63", "contrast 0.2 1.8", "standardize"});
    QVERIFY(tutorial.crop == (PictureAugmentation::Crop{24, 24, 0}));
    QVERIFY(tutorial.flipsLeftRight && !tutorial.flipsUpDown && tutorial.standardizes);
    QCOMPARE(tutorial.brightness, 63.0);
    QCOMPARE(tutorial.leastContrast, 0.2);
    QCOMPARE(tutorial.mostContrast, 1.8);

    const PictureAugmentation other =
        pictureAugmentation(Steps{"flip_up_down", "crop 28 width=20 pad=2"});
    QVERIFY(other.crop == (PictureAugmentation::Crop{28, 20, 2}));
    QVERIFY(other.flipsUpDown && !other.flipsLeftRight && !other.standardizes);
    QVERIFY(other.brightness == 0 && other.leastContrast == 1 && other.mostContrast == 1);
}

void TestAugmentText::everyUsageIsAnExample_data()
{
    QTest::addColumn<std::string>("step");
    for (const std::string_view usage : augmentUsages()) {
        QString step = QString::fromUtf8(usage.data(), static_cast<qsizetype>(usage.size()));
        step.replace("HEIGHT", "24").replace("LEAST", "0.5").replace("MOST", "1.5");
        step.remove('[').remove(']');
        QTest::newRow(qPrintable(step)) << step.toStdString();
    }
}

void TestAugmentText::everyUsageIsAnExample()
{
    QFETCH(const std::string, step);
    QVERIFY(!pictureAugmentation(Steps{step}).isNone());
}

void TestAugmentText::wrongStepsAreQuoted_data()
{
    QTest::addColumn<Steps>("steps");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* name, const Steps& steps, const char* message) {
        QTest::newRow(name) << steps << QString(message);
    };
    row("unknown", {"zoom 2"},
        "\"zoom 2\": there is no such step; there are crop, flip, flip_up_down, brightness");
    row("empty", {""}, "\"\": there is no such step");
    row("no size", {"crop"},
        "\"crop\": HEIGHT is missing; write crop HEIGHT [width=HEIGHT] [pad=0]");
    row("size 0", {"crop 0"}, "HEIGHT must be a whole number from 1 to 1048576");
    row("half a pixel", {"crop 24.5"}, "HEIGHT must be a whole number from 1");
    row("two sizes", {"crop 24 24"}, "24 is one too many; write crop HEIGHT [width=HEIGHT]");
    row("negative padding", {"crop 24 pad=-1"}, "pad must be a whole number from 0");
    row("unknown option", {"crop 24 padding=2"}, "there is no option padding");
    row("option twice", {"crop 24 pad=1 pad=2"}, "pad is given twice");
    row("flip with a number", {"flip 0.5"}, "\"flip 0.5\": 0.5 is one too many; write flip");
    row("no brightness", {"brightness"}, "MOST is missing; write brightness MOST");
    row("too bright", {"brightness 256"}, "MOST must be from 0 to 255");
    row("negative brightness", {"brightness -63"}, "MOST must be from 0 to 255");
    row("brightness nan", {"brightness nan"}, "MOST must be a number");
    row("one contrast", {"contrast 0.2"}, "MOST is missing; write contrast LEAST MOST");
    row("contrast upside down", {"contrast 1.8 0.2"},
        "\"contrast 1.8 0.2\": MOST must be more than LEAST");
    row("contrast without a range", {"contrast 1 1"}, "MOST must be more than LEAST");
    row("negative contrast", {"contrast -1 1"}, "LEAST must be from 0 to 100");
    row("huge contrast", {"contrast 0 1e300"}, "MOST must be from 0 to 100");
    row("twice", {"flip", "crop 24", "flip"}, "\"flip\": it is given twice");
    row("cropped too late", {"brightness 63", "crop 24"},
        "\"crop 24\": it must come before \"brightness 63\"");
    row("brightened too late", {"standardize", "brightness 63"},
        "\"brightness 63\": it must come before \"standardize\"");
}

void TestAugmentText::wrongStepsAreQuoted()
{
    QFETCH(const Steps, steps);
    QFETCH(const QString, message);
    VERIFY_THROWS(InvalidArgumentError, qPrintable(message), pictureAugmentation(steps));
}

QTEST_APPLESS_MAIN(TestAugmentText)
#include "tst_augment_text.moc"
