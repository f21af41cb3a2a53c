// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/stored_stretch.h"

#include <QTest>

#include <limits>

using namespace gui;

namespace {

constexpr double kAll = std::numeric_limits<double>::infinity();
constexpr SeenSteps kSeen{100'000, 101'000, 1};
constexpr SeenSteps kElsewhere{700'000, 701'000, 1};

// A million steps, each span of 10 000.
QList<MetricSpan> coarse()
{
    QList<MetricSpan> spans;
    for (qint64 first = 1; first <= 1'000'000; first += 10'000) {
        MetricSpan span;
        span.firstStep = first;
        span.lastStep = first + 9'999;
        span.pointCount = 10'000;
        spans.append(span);
    }
    return spans;
}

} // namespace

// What is asked for again when the store could not be read.
class TestStoredStretch : public QObject
{
    Q_OBJECT

private slots:
    void failuresAreRepeatedAfterGrowingPauses();
    void elsewhereIsAskedForAtOnce();
    void anAnswerEndsThePauses();

private:
    // How many ticks go by until something is wanted, however often it is asked.
    static int ticksUntilWanted(StoredStretch& stretch, DetailRequest& request)
    {
        for (int ticks = 0; ticks < 1000; ++ticks) {
            for (int questions = 0; questions < 100; ++questions) {
                if (const auto wanted = stretch.wanted(kSeen, 1000, kAll)) {
                    request = *wanted;
                    return stretch.isPausing() ? -1 : ticks;
                }
            }
            const bool isOver = stretch.passPause();
            if (isOver == stretch.isPausing()) {
                return -1;
            }
        }
        return -1;
    }
};

void TestStoredStretch::failuresAreRepeatedAfterGrowingPauses()
{
    StoredStretch stretch(0, coarse(), kAll);
    QList<int> pauses;
    for (int i = 0; i < 8; ++i) {
        DetailRequest request;
        pauses.append(ticksUntilWanted(stretch, request));
        QVERIFY(!stretch.wanted(kSeen, 1000, kAll)); // while it is under way
        QVERIFY(!stretch.accept(request, {}));
    }
    QCOMPARE(pauses, (QList<int>{0, 1, 3, 7, 15, 15, 15, 15}));
}

void TestStoredStretch::elsewhereIsAskedForAtOnce()
{
    StoredStretch stretch(0, coarse(), kAll);
    DetailRequest request;
    for (int i = 0; i < 3; ++i) {
        QVERIFY(ticksUntilWanted(stretch, request) >= 0);
        QVERIFY(!stretch.accept(request, {}));
    }
    QVERIFY(!stretch.wanted(kSeen, 1000, kAll));
    QVERIFY(!stretch.wanted({100'010, 101'010, 1}, 1000, kAll)); // a live edge moves so
    const auto other = stretch.wanted(kElsewhere, 1000, kAll);
    QVERIFY(other);
    QVERIFY(other->windowFirst > 600'000);
}

void TestStoredStretch::anAnswerEndsThePauses()
{
    StoredStretch stretch(0, coarse(), kAll);
    DetailRequest request;
    for (int i = 0; i < 3; ++i) {
        QVERIFY(ticksUntilWanted(stretch, request) >= 0);
        QVERIFY(!stretch.accept(request, {}));
    }
    QCOMPARE(ticksUntilWanted(stretch, request), 7);
    QVERIFY(stretch.accept(request, coarse())); // still too coarse elsewhere
    QVERIFY(!stretch.isPausing());
    const auto other = stretch.wanted(kElsewhere, 1000, kAll);
    QVERIFY(other);
    QVERIFY(!stretch.accept(*other, {}));
    QVERIFY(!stretch.wanted(kElsewhere, 1000, kAll));
    QVERIFY(stretch.passPause()); // a single tick: the first failure of another row
    QVERIFY(stretch.wanted(kElsewhere, 1000, kAll));
}

QTEST_APPLESS_MAIN(TestStoredStretch)
#include "tst_stored_stretch.moc"
