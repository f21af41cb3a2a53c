// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/run_store_editor.h"
#include "engine/summary/run_store_reader.h"
#include "engine/summary/schema.h"
#include "engine/summary/series_recorder.h"
#include "tests/engine/summary/store_test.h"
#include "tests/support/errors.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <random>

using namespace engine;

namespace {

constexpr std::int64_t kAllFirst = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kAllLast = std::numeric_limits<std::int64_t>::max();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool isSame(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

// A series as the test knows it.
using Series = std::map<std::int64_t, double>;

// Empty if `spans` are a true account of these points, otherwise what is wrong.
QString complaintAbout(const std::vector<StoredSpan>& spans, const Series& points,
                       std::int64_t firstStep, std::int64_t lastStep)
{
    auto point = points.lower_bound(firstStep);
    for (const StoredSpan& span : spans) {
        StoredSpan expected;
        expected.minimum = expected.maximum = kNaN;
        for (; point != points.end() && point->first <= span.lastStep; ++point) {
            if (expected.pointCount++ == 0) {
                expected.firstStep = point->first;
                expected.firstValue = point->second;
            }
            expected.lastStep = point->first;
            expected.lastValue = point->second;
            if (std::isfinite(point->second)) {
                expected.minimum = std::fmin(expected.minimum, point->second);
                expected.maximum = std::fmax(expected.maximum, point->second);
            } else {
                ++expected.nonFiniteCount;
            }
        }
        if (span.firstStep != expected.firstStep || span.lastStep != expected.lastStep
            || span.pointCount != expected.pointCount
            || span.nonFiniteCount != expected.nonFiniteCount
            || !isSame(span.firstValue, expected.firstValue)
            || !isSame(span.lastValue, expected.lastValue)
            || !isSame(span.minimum, expected.minimum) || !isSame(span.maximum, expected.maximum)) {
            return QString("span of steps %1 to %2").arg(span.firstStep).arg(span.lastStep);
        }
    }
    if (point != points.end() && point->first <= lastStep) {
        return QString("the point of step %1 is in no span").arg(point->first);
    }
    return {};
}

} // namespace

class TestSpans : public QObject
{
    Q_OBJECT

private slots:
    void everyRangeIsAccountedFor_data();
    void everyRangeIsAccountedFor();
    void latePointsAndRepeatedOnesAreAccountedFor();
    void rangesOfManyPointsReadFewRows();
    void shortRangesAreThePoints();
    void aContinuedWriterGoesOnWhereTheFileEnds();
    void aSeriesThatIsNotThereIsEmpty();
    void emptyTrashLeavesNoSpans();
    void spansThatCannotBeAreRefused();
};

#define VERIFY_SPANS(spans, points, first, last)                                                   \
    do {                                                                                           \
        const QString complaint = complaintAbout(spans, points, first, last);                      \
        QVERIFY2(complaint.isEmpty(), qPrintable(complaint));                                      \
    } while (false)

void TestSpans::everyRangeIsAccountedFor_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("stride");
    QTest::newRow("none of a span") << 15 << 1;
    QTest::newRow("one span") << 16 << 1;
    QTest::newRow("one level") << 63 << 1;
    QTest::newRow("two levels and a tail") << 64 + 16 + 3 << 1;
    QTest::newRow("many levels") << 4099 << 1;
    QTest::newRow("every hundredth step") << 1027 << 100;
}

void TestSpans::everyRangeIsAccountedFor()
{
    QFETCH(const int, count);
    QFETCH(const int, stride);
    StoreTest test;
    Series points;
    {
        RunStoreWriter writer(test.path(), test.clock, StoreTest::patient());
        writer.beginSegment(writer.createRun(StoreTest::spec("run")), 0);
        std::mt19937 random(7); // NOLINT: the same points each time
        for (int i = 1; i <= count; ++i) {
            const std::uint32_t bits = random();
            const double value = bits % 50 == 0 ? kNaN
                : bits % 51 == 0                ? std::numeric_limits<double>::infinity()
                                                : bits * 1e-9;
            points[i * stride] = value;
            writer.addScalar("train/loss", value, i * stride);
        }
        writer.flush();
    }
    RunStoreReader reader(test.path(), test.clock);
    std::mt19937 random(11); // NOLINT: the same ranges each time
    for (const std::int64_t maxRows : {1, 4, 20, 100, 100000}) {
        VERIFY_SPANS(reader.spans(1, 0, "train/loss", kAllFirst, kAllLast, maxRows), points,
                     kAllFirst, kAllLast);
        for (int i = 0; i < 20; ++i) {
            const auto limit = static_cast<std::uint32_t>(count * stride + 2);
            std::int64_t first = random() % limit;
            std::int64_t last = random() % limit;
            if (first > last) {
                std::swap(first, last);
            }
            VERIFY_SPANS(reader.spans(1, 0, "train/loss", first, last, maxRows), points, first,
                         last);
        }
    }
}

void TestSpans::latePointsAndRepeatedOnesAreAccountedFor()
{
    StoreTest test;
    RunStoreWriter writer(test.path(), test.clock, StoreTest::patient());
    writer.beginSegment(writer.createRun(StoreTest::spec("run")), 0);
    Series points;
    const auto add = [&](std::int64_t step, double value) {
        points[step] = value;
        writer.addScalar("train/loss", value, step);
    };
    for (int i = 1; i <= 500; ++i) {
        add(i * 10, i % 7 == 0 ? kNaN : std::sin(i));
    }
    writer.flush();
    RunStoreReader reader(test.path(), test.clock);
    std::mt19937 random(5); // NOLINT: the same points each time
    for (int i = 0; i < 120; ++i) {
        switch (i % 6) {
        case 0: // replaces one
            add((1 + random() % 500) * 10, 1000.0 + i);
            break;
        case 1: // between two
            add(1 + random() % 4990, -1000.0 - i);
            break;
        case 2: // before the first
            add(9 - i, i);
            break;
        case 3: // the newest again
            add(points.rbegin()->first, kNaN);
            break;
        case 4: // between two spans of level 1
            add(160 * (1 + random() % 30) + 1 + random() % 9, 77);
            break;
        default:
            add(points.rbegin()->first + 10, 3);
        }
        if (i % 10 == 9) {
            writer.flush();
            for (const std::int64_t maxRows : {1, 10, 60}) {
                VERIFY_SPANS(reader.spans(1, 0, "train/loss", kAllFirst, kAllLast, maxRows), points,
                             kAllFirst, kAllLast);
            }
        }
    }
}

void TestSpans::rangesOfManyPointsReadFewRows()
{
    StoreTest test;
    {
        RunStoreWriter writer(test.path(), test.clock, StoreTest::patient());
        writer.beginSegment(writer.createRun(StoreTest::spec("run")), 0);
        for (int i = 1; i <= 200'000; ++i) {
            writer.addScalar("train/loss", i == 123'457 ? 5.0 : 1.0, i);
        }
        writer.flush();
    }
    RunStoreReader reader(test.path(), test.clock);
    constexpr std::int64_t kRows = 1000;
    for (const auto& [first, last] : std::vector<std::pair<std::int64_t, std::int64_t>>{
             {1, 200'000}, {100'001, 150'003}, {123'000, 124'000}, {3, 17'000}, {5, 60'000}}) {
        const std::vector<StoredSpan> spans = reader.spans(1, 0, "train/loss", first, last, kRows);
        const auto count = static_cast<std::int64_t>(spans.size());
        QVERIFY2(count <= kRows + 100, qPrintable(QString::number(count)));
        QVERIFY2(count >= std::min(kRows, last - first) / 16, qPrintable(QString::number(count)));
        double maximum = 0;
        for (const StoredSpan& span : spans) {
            maximum = std::max(maximum, span.maximum);
        }
        QCOMPARE(maximum, first <= 123'457 && last >= 123'457 ? 5.0 : 1.0);
    }
}

void TestSpans::shortRangesAreThePoints()
{
    StoreTest test;
    RunStoreWriter writer(test.path(), test.clock, StoreTest::patient());
    writer.beginSegment(writer.createRun(StoreTest::spec("run")), 0);
    for (int i = 1; i <= 5000; ++i) {
        writer.addScalar("train/loss", i, i);
    }
    writer.flush();
    RunStoreReader reader(test.path(), test.clock);
    const std::vector<StoredSpan> spans = reader.spans(1, 0, "train/loss", 1001, 2000, 2000);
    QCOMPARE(spans.size(), std::size_t{1000});
    QCOMPARE(spans.front().firstStep, std::int64_t{1001});
    QCOMPARE(spans.front().pointCount, std::int64_t{1});
    QVERIFY(reader.spans(1, 0, "train/loss", 2000, 1001, 2000).empty());
}

void TestSpans::aContinuedWriterGoesOnWhereTheFileEnds()
{
    StoreTest test;
    Series points;
    {
        RunStoreWriter writer(test.path(), test.clock, StoreTest::patient());
        writer.beginSegment(writer.createRun(StoreTest::spec("run")), 0);
    }
    for (int part = 0; part < 7; ++part) {
        Database store = openRunStore(test.path(), Database::Access::ReadWrite);
        Transaction transaction(store);
        TagTable tags;
        SeriesRecorder series(store, tags);
        series.openSegment(1);
        for (int i = 0; i < 41; ++i) {
            const auto step = static_cast<std::int64_t>(points.size() + 1);
            points[step] = static_cast<double>(step);
            const ScalarRecord record{tags.idOf("train/loss"), step, 0, points[step]};
            series.write({&record, 1});
        }
        series.saveDigests();
        transaction.commit();
    }
    RunStoreReader reader(test.path(), test.clock);
    for (const std::int64_t maxRows : {1, 10, 40}) {
        VERIFY_SPANS(reader.spans(1, 0, "train/loss", kAllFirst, kAllLast, maxRows), points,
                     kAllFirst, kAllLast);
    }
    QCOMPARE(test.integer("SELECT count(*) FROM span WHERE level = 1"), std::int64_t{7 * 41 / 16});
}

void TestSpans::aSeriesThatIsNotThereIsEmpty()
{
    StoreTest test;
    RunStoreWriter writer(test.path(), test.clock, StoreTest::patient());
    writer.beginSegment(writer.createRun(StoreTest::spec("run")), 0);
    RunStoreReader reader(test.path(), test.clock);
    QVERIFY(reader.spans(1, 0, "no/such", 0, 10, 5).empty());
    QVERIFY(reader.spans(9, 0, "train/loss", 0, 10, 5).empty());
}

void TestSpans::emptyTrashLeavesNoSpans()
{
    StoreTest test;
    {
        RunStoreWriter writer(test.path(), test.clock, StoreTest::patient());
        writer.beginSegment(writer.createRun(StoreTest::spec("run")), 0);
        for (int i = 1; i <= 100; ++i) {
            writer.addScalar("train/loss", 1, i);
        }
        writer.endSegment(RunStatus::Finished, "done", 100);
    }
    QVERIFY(test.integer("SELECT count(*) FROM span") > 0);
    RunStoreEditor editor(test.path(), test.clock);
    editor.moveToTrash(1);
    QCOMPARE(editor.emptyTrash(), 1);
    QCOMPARE(test.integer("SELECT count(*) FROM span"), std::int64_t{0});
}

// A damaged file would keep the reader going down from level to level for hours.
void TestSpans::spansThatCannotBeAreRefused()
{
    StoreTest test;
    {
        RunStoreWriter writer(test.path(), test.clock, StoreTest::patient());
        writer.beginSegment(writer.createRun(StoreTest::spec("run")), 0);
        for (int i = 1; i <= 100; ++i) {
            writer.addScalar("train/loss", 1, i);
        }
        writer.flush();
    }
    openRunStore(test.path(), Database::Access::ReadWrite)
        .execute("UPDATE span SET level = 2000000000 WHERE level = 2");
    RunStoreReader reader(test.path(), test.clock);
    VERIFY_THROWS(DataLossError, "has spans of level 2000000000",
                  reader.spans(1, 0, "train/loss", 0, 1000, 5));
    // Spans that end before they begin would be gone around twice on every level.
    openRunStore(test.path(), Database::Access::ReadWrite)
        .execute("DELETE FROM span WHERE level > 1; UPDATE span SET last_step = -1000");
    VERIFY_THROWS(DataLossError, "to -1000", reader.spans(1, 0, "train/loss", 0, 1000, 5));
}

QTEST_APPLESS_MAIN(TestSpans)
#include "tst_spans.moc"
