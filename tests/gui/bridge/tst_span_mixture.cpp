// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the charts get of a series of any length.
#include "gui/bridge/span_mixture.h"

#include "engine/summary/run_store_reader.h"
#include "gui/bridge/store_run_library.h"
#include "tests/gui/support/long_run.h"

#include <QSignalSpy>
#include <QTest>

using namespace gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int kTimeout = 30'000;
constexpr qint64 kMostRows = 5'000; // "a few thousand"
const QString kLoss = u"train/loss"_s;

using Eventful = EventfulSeries;

const MetricSpan* pointAt(const QList<MetricSpan>& spans, qint64 step)
{
    const auto found = std::find_if(spans.begin(), spans.end(), [step](const MetricSpan& span) {
        return span.firstStep == step && span.pointCount == 1;
    });
    return found == spans.end() ? nullptr : &*found;
}

// Every point from `first` to `last` is in one span, and the spans are in order.
bool covers(const QList<MetricSpan>& spans, qint64 first, qint64 last)
{
    qint64 next = first;
    for (const MetricSpan& span : spans) {
        if (span.firstStep != next || span.pointCount != span.lastStep - span.firstStep + 1) {
            return false;
        }
        next = span.lastStep + 1;
    }
    return next == last + 1;
}

// Counts, and wants no more after `most`.
class CountingSink : public PointSink
{
public:
    explicit CountingSink(qint64 most = kLastOfSteps) : m_most(most) { }

    bool take(qsizetype range, const MetricPoint& point) override
    {
        ++count;
        sum += std::isfinite(point.value) ? point.value : 0;
        ranges.insert(range);
        return count < m_most;
    }

    qint64 count = 0;
    double sum = 0;
    QSet<qsizetype> ranges;

private:
    qint64 m_most;
};

} // namespace

class TestSpanMixture : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void openingReadsAFewThousandRows();
    void shortSeriesComeAsPoints();
    void manySegmentsOfOneTagAreLongTogether();
    void whatIsNamedComesAsAPoint();
    void aWindowIsFiner_data();
    void aWindowIsFiner();
    void noSpanLiesAcrossTheFork();
    void whatHasGrownComesBehind();
    void aStreamBringsEveryPoint();
    void aStreamEndsWhenNoMoreIsWanted();
    void withoutAStoreTheAnswerIsEmpty();

private:
    QList<MetricSpan> read(const DetailRequest& request)
    {
        const engine::SystemClock clock;
        engine::RunStoreReader reader(m_long->path().toStdString(), clock);
        return readMixture(reader, request);
    }
    static QList<MetricBatch> load(const LongRun& run, const LastSteps& known = {})
    {
        StoreRunLibrary library(run.path());
        QSignalSpy series(&library, &RunLibrary::seriesLoaded);
        library.load(run.run(), known);
        return series.wait(kTimeout) ? series[0][2].value<QList<MetricBatch>>()
                                     : QList<MetricBatch>();
    }

    std::unique_ptr<LongRun> m_long;
};

void TestSpanMixture::initTestCase()
{
    m_long = std::make_unique<LongRun>();
    m_long->begin(0);
    m_long->append("train/loss", 1, Eventful::kSteps, Eventful::at);
    m_long->append("train/accuracy", 1, 1'000, [](std::int64_t) { return 0.5; });
    m_long->end(Eventful::kSteps);
}

void TestSpanMixture::openingReadsAFewThousandRows()
{
    const QList<MetricBatch> batches = load(*m_long);
    QCOMPARE(batches.size(), 2);
    const MetricBatch& loss = batches[1];
    QCOMPARE(loss.tag, kLoss);
    QVERIFY(loss.points.isEmpty());
    QVERIFY2(loss.spans.size() <= kMostRows, qPrintable(QString::number(loss.spans.size())));
    QVERIFY(loss.spans.size() >= 1'000);
    QVERIFY(covers(loss.spans, 1, Eventful::kSteps));
}

void TestSpanMixture::shortSeriesComeAsPoints()
{
    const MetricBatch accuracy = load(*m_long)[0];
    QVERIFY(accuracy.spans.isEmpty());
    QCOMPARE(accuracy.points.size(), 1'000);
}

void TestSpanMixture::manySegmentsOfOneTagAreLongTogether()
{
    LongRun run;
    for (int segment = 0; segment < 4; ++segment) {
        const std::int64_t first = 30'000 * segment;
        run.begin(first);
        run.append("train/loss", first + 1, first + (segment == 3 ? 500 : 35'000),
                   [](std::int64_t step) { return double(step); });
        run.end(first + 30'000);
    }
    const QList<MetricBatch> batches = load(run);
    QCOMPARE(batches.size(), 4);
    for (int segment = 0; segment < 3; ++segment) {
        QVERIFY(batches[segment].points.isEmpty());
        QVERIFY(batches[segment].spans.size() <= kMostRows);
        QVERIFY(covers(batches[segment].spans, 30'000 * segment + 1, 30'000 * segment + 35'000));
    }
    QCOMPARE(batches[3].points.size(), 500); // as many rows as spans of it would be
}

void TestSpanMixture::whatIsNamedComesAsAPoint()
{
    const QList<MetricSpan> spans = read({m_long->run(), kLoss, {0, 1, Eventful::kSteps}});
    QVERIFY(pointAt(spans, Eventful::kSpike));
    QCOMPARE(pointAt(spans, Eventful::kSpike)->firstValue, Eventful::kSpikeValue);
    QVERIFY(pointAt(spans, Eventful::kDip));
    QCOMPARE(pointAt(spans, Eventful::kDip)->firstValue, Eventful::kDipValue);
    QVERIFY(pointAt(spans, Eventful::kBroken));
    QVERIFY(std::isnan(pointAt(spans, Eventful::kBroken)->firstValue));
    QVERIFY(pointAt(spans, Eventful::kSteps)); // the last one
}

void TestSpanMixture::aWindowIsFiner_data()
{
    QTest::addColumn<qint64>("first");
    QTest::addColumn<qint64>("last");
    QTest::newRow("a hundred points") << qint64(199'950) << qint64(200'049);
    QTest::newRow("a thousand") << qint64(100'000) << qint64(100'999);
    QTest::newRow("one") << qint64(7) << qint64(7);
    QTest::newRow("the end") << qint64(Eventful::kSteps - 500) << qint64(Eventful::kSteps);
}

void TestSpanMixture::aWindowIsFiner()
{
    QFETCH(qint64, first);
    QFETCH(qint64, last);
    const QList<MetricSpan> spans =
        read({m_long->run(), kLoss, {0, 1, Eventful::kSteps}, first, last});
    QVERIFY(covers(spans, 1, Eventful::kSteps));
    QVERIFY2(spans.size() <= 2 * kMostRows, qPrintable(QString::number(spans.size())));
    for (qint64 step = first; step <= last; ++step) {
        const MetricSpan* point = pointAt(spans, step);
        QVERIFY2(point, qPrintable(QString::number(step)));
        QCOMPARE(point->firstValue, Eventful::at(step));
    }
}

void TestSpanMixture::noSpanLiesAcrossTheFork()
{
    DetailRequest request{m_long->run(), kLoss, {0, 1, Eventful::kSteps}};
    request.keptUntil = 222'222;
    const QList<MetricSpan> spans = read(request);
    QVERIFY(covers(spans, 1, Eventful::kSteps));
    QVERIFY(std::any_of(spans.begin(), spans.end(),
                        [](const MetricSpan& span) { return span.lastStep == 222'222; }));
}

void TestSpanMixture::whatHasGrownComesBehind()
{
    const qint64 known = Eventful::kSteps - 300;
    const MetricBatch few = load(*m_long, {{{0, kLoss}, known}})[1];
    QVERIFY(few.spans.isEmpty()); // points, as from a run that is trained elsewhere
    QCOMPARE(few.points.size(), 300);
    QCOMPARE(few.points.constFirst().step, known + 1);

    const MetricBatch many = load(*m_long, {{{0, kLoss}, qint64(1'000)}})[1];
    QVERIFY(many.points.isEmpty());
    QVERIFY(covers(many.spans, 1'001, Eventful::kSteps));
}

void TestSpanMixture::aStreamBringsEveryPoint()
{
    StoreRunLibrary library(m_long->path());
    QSignalSpy ended(&library, &RunLibrary::streamEnded);
    const auto sink = std::make_shared<CountingSink>();
    library.stream({m_long->run(), kLoss, {{0, 1, 100'000}, {0, 250'001, kLastOfSteps}}, sink});
    QVERIFY(ended.wait(kTimeout));
    QVERIFY(ended[0][1].toBool());
    QCOMPARE(sink->count, 150'000);
    QCOMPARE(sink->ranges, (QSet<qsizetype>{0, 1}));
    double sum = 0;
    for (qint64 step = 1; step <= Eventful::kSteps; ++step) {
        const double value = Eventful::at(step);
        sum += (step <= 100'000 || step > 250'000) && std::isfinite(value) ? value : 0;
    }
    QCOMPARE(sink->sum, sum);
}

void TestSpanMixture::aStreamEndsWhenNoMoreIsWanted()
{
    StoreRunLibrary library(m_long->path());
    QSignalSpy ended(&library, &RunLibrary::streamEnded);
    const auto sink = std::make_shared<CountingSink>(1'000);
    library.stream({m_long->run(), kLoss, {{0}, {0}}, sink});
    QVERIFY(ended.wait(kTimeout));
    QVERIFY(!ended[0][1].toBool());
    QCOMPARE(sink->count, 1'000);
}

void TestSpanMixture::withoutAStoreTheAnswerIsEmpty()
{
    const QTemporaryDir folder;
    StoreRunLibrary library(folder.filePath(u"none.sqlite"_s));
    QSignalSpy detail(&library, &RunLibrary::detailLoaded);
    QSignalSpy ended(&library, &RunLibrary::streamEnded);
    const DetailRequest request{1, kLoss, {0, 1, 100}};
    library.loadDetail(request);
    QVERIFY(detail.wait(kTimeout));
    QCOMPARE(detail[0][0].value<DetailRequest>(), request);
    QVERIFY(detail[0][1].value<QList<MetricSpan>>().isEmpty());
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"cannot be read"_s));
    library.stream({1, kLoss, {{0}}, std::make_shared<CountingSink>()});
    QVERIFY(ended.wait(kTimeout));
    QVERIFY(!ended[0][1].toBool());
}

QTEST_GUILESS_MAIN(TestSpanMixture)
#include "tst_span_mixture.moc"
