// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the header of a card says.
#include "gui/charts/card_summary.h"

#include <QtTest>

#include <cmath>

using namespace gui;

class TestCardSummary : public QObject
{
    Q_OBJECT

private slots:
    void lossWithValidation();
    void aSmoothedNumberSaysSo();
    void accuracyNamesTheHighest();
    void nanIsShownAndTheLastFiniteNamed();
    void ratesHaveMedianAndSlowest();
    void aSettingTellsItsChange();
    void withoutPointsADash();
};

namespace {

struct Fixture
{
    Fixture() { data.setRun(1, QStringLiteral("run"), 0); }

    void add(const QString& tag, const QList<MetricPoint>& points)
    {
        data.append({1, 0, tag, points});
        data.catchUp(1'000'000);
    }
    CardSummary summary(const QString& card, const QStringList& tags) const
    {
        return summarize(*data.find(1), card, tags, QLocale::c());
    }

    ChartData data;
};

QString words(const SummaryPart& part)
{
    return QStringList{part.before, part.value, part.after}.join(QLatin1Char('|'));
}

} // namespace

void TestCardSummary::lossWithValidation()
{
    Fixture f;
    f.add(QStringLiteral("train/loss"), {{1000, 0.9, 1}, {4000, 0.2116, 2}});
    f.add(QStringLiteral("validation/loss"), {{3750, 0.2704, 1}, {4000, 0.2761, 2}});
    const CardSummary s = f.summary(
        QStringLiteral("loss"), {QStringLiteral("train/loss"), QStringLiteral("validation/loss")});
    QCOMPARE(s.wide.size(), 3);
    QCOMPARE(words(s.wide[0]), QStringLiteral("training|0.2116|"));
    QCOMPARE(words(s.wide[1]), QStringLiteral("validation|0.2761|"));
    QCOMPARE(words(s.wide[2]), QStringLiteral("best|0.2704|at 3\u202f750"));
    QCOMPARE(s.trend, QStringLiteral("falling"));
}

void TestCardSummary::aSmoothedNumberSaysSo()
{
    Fixture f;
    f.data.setHalfLife(50);
    f.add(QStringLiteral("train/loss"), {{0, 3, 1}, {50, 1.5, 2}});
    const CardSummary s = f.summary(QStringLiteral("loss"), {QStringLiteral("train/loss")});
    QCOMPARE(words(s.wide[0]), QStringLiteral("training, smoothed|2.0000|")); // (3/2 + 1.5) / 1.5
}

void TestCardSummary::accuracyNamesTheHighest()
{
    Fixture f;
    f.add(QStringLiteral("train/accuracy"), {{1, 0.5, 1}, {2, 0.9156, 2}});
    f.add(QStringLiteral("validation/accuracy"), {{1, 0.8972, 1}, {2, 0.8, 2}});
    const CardSummary s =
        f.summary(QStringLiteral("accuracy"),
                  {QStringLiteral("train/accuracy"), QStringLiteral("validation/accuracy")});
    QCOMPARE(s.narrow.value, QStringLiteral("0.9156"));
    QCOMPARE(s.caption, QStringLiteral("best validation 0.8972 at 1"));
}

void TestCardSummary::nanIsShownAndTheLastFiniteNamed()
{
    Fixture f;
    f.add(QStringLiteral("train/loss"), {{1239, 2.2874, 1}, {1240, std::nan(""), 2}});
    const CardSummary s = f.summary(QStringLiteral("loss"), {QStringLiteral("train/loss")});
    QCOMPARE(s.wide[0].value, QStringLiteral("NaN"));
    QVERIFY(s.wide[0].isDanger);
    QCOMPARE(words(s.wide[1]), QStringLiteral("last finite|2.2874|at 1\u202f239"));
}

void TestCardSummary::ratesHaveMedianAndSlowest()
{
    Fixture f;
    f.add(QStringLiteral("global_step/sec"),
          {{10, 446, 1}, {20, 809, 2}, {30, 815, 3}, {40, 800, 4}, {50, 812, 5}});
    const CardSummary s =
        f.summary(QStringLiteral("global_step/sec"), {QStringLiteral("global_step/sec")});
    QCOMPARE(s.narrow.value, QStringLiteral("812"));
    QCOMPARE(s.caption, QStringLiteral("median 809 · slowest 446"));
}

void TestCardSummary::aSettingTellsItsChange()
{
    Fixture f;
    const QString tag = QStringLiteral("learning_rate");
    f.add(tag, {{1, 0.1, 1}, {2600, 0.1, 2}});
    f.data.find(1)->controls.append({{2000, 2, 200}, QStringLiteral("histograms → 200")});
    QCOMPARE(f.summary(tag, {tag}).caption, QStringLiteral("unchanged since the start"));
    f.add(tag, {{2601, 0.05, 3}});
    f.data.find(1)->controls.append({{2600, 2, 0.05}, QStringLiteral("learning rate")});
    f.data.find(1)->controls.append({{2601, 2, 100}, QStringLiteral("histograms → 100")});
    QCOMPARE(f.summary(tag, {tag}).caption, QStringLiteral("0.1000 until step 2\u202f600"));
}

void TestCardSummary::withoutPointsADash()
{
    const Fixture f;
    QCOMPARE(f.summary(QStringLiteral("loss"), {QStringLiteral("train/loss")}).narrow.value,
             QStringLiteral("—"));
}

QTEST_APPLESS_MAIN(TestCardSummary)
#include "tst_card_summary.moc"
