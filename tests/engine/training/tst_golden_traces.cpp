// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/training/trace_player.h"
#include "tests/support/golden.h"

#include <QTest>

#include <cmath>

// What TensorFlow's monitored session did in small scenarios, entry by entry, with expected_here
// where we differ on purpose.
class TestGoldenTraces : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void trace_data();
    void trace();

private:
    QJsonArray m_scenarios;
};

namespace {

bool isErrorKey(const QString& key)
{
    return key == "error" || key == "raises" || key == "fault" || key == "reported_to_coordinator";
}

bool isNear(double a, double b)
{
    return std::abs(a - b) <= 1e-6 * std::max(1.0, std::abs(b));
}

// Every key of `expected` is in `actual` with that value; "text" is part of ours.
bool matches(const QJsonValue& actual, const QJsonValue& expected, const QString& key = {})
{
    if (isErrorKey(key)) {
        return ourErrorName(actual.toString()) == ourErrorName(expected.toString());
    }
    if (expected.isObject()) {
        const QJsonObject object = expected.toObject();
        for (const QString& part : object.keys()) {
            const QJsonValue mine = actual[part];
            const bool fits = part == "text" ? mine.toString().contains(object[part].toString())
                                             : matches(mine, object[part], part);
            if (!fits) {
                return false;
            }
        }
        return true;
    }
    if (expected.isArray()) {
        const QJsonArray array = expected.toArray();
        const QJsonArray mine = actual.toArray();
        if (array.size() != mine.size()) {
            return false;
        }
        for (qsizetype i = 0; i < array.size(); ++i) {
            if (!matches(mine[i], array[i])) {
                return false;
            }
        }
        return true;
    }
    if (expected.isDouble()) {
        return actual.isDouble() && isNear(actual.toDouble(), expected.toDouble());
    }
    return actual == expected;
}

// Entries have no keys that the other does not know, except our texts.
bool isSameEntry(const QJsonObject& actual, const QJsonObject& expected)
{
    QJsonObject known = actual;
    known.remove("text");
    QJsonObject wanted = expected;
    wanted.remove("text");
    return known.keys() == wanted.keys() && matches(actual, expected);
}

template <typename Predicate>
QJsonArray without(const QJsonArray& entries, Predicate&& isUnwanted)
{
    QJsonArray result;
    for (const QJsonValue entry : entries) {
        if (!isUnwanted(entry)) {
            result.append(entry);
        }
    }
    return result;
}

template <typename Predicate>
bool contains(const QJsonArray& entries, Predicate&& isWanted)
{
    return without(entries, isWanted).size() < entries.size();
}

QByteArray text(const QJsonValue& value)
{
    return QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
}

bool isOnError(const QJsonValue& entry)
{
    return entry["call"] == "on_error";
}

bool isStop(const QJsonValue& record)
{
    return record[0] == "STOP";
}

QJsonArray withoutStops(const QJsonArray& files)
{
    QJsonArray result;
    for (const QJsonValue file : files) {
        result.append(without(file.toArray(), isStop));
    }
    return result;
}

// Two scenarios whose expected_here does not mention what section 0 says of them.
QJsonArray withUnmarkedDifferences(const QString& id, const QJsonArray& trace)
{
    QJsonArray result;
    for (const QJsonValue entry : trace) {
        result.append(entry);
        if (id == "unavailable-in-after-create-session" && entry["raises"] == "UnavailableError") {
            result.append(QJsonObject{{"call", "close_session"}}); // D14
        }
        if (id == "coordinator-error-during-recovery" && entry["user"] == "run"
            && contains(result, [](const QJsonValue& e) { return e["user"] == "caught"; })) {
            result.append(QJsonObject{{"user", "leaves_program"}, {"error", "ValueError"}}); // D25
            break;
        }
    }
    return result;
}

QJsonValue expectedPart(const QJsonObject& scenario, const QString& part)
{
    const QJsonObject here = scenario["expected_here"].toObject();
    return here.contains(part) ? here[part] : scenario[part];
}

// Empty, or what differs first.
QByteArray differenceOfTraces(const QJsonArray& actual, const QJsonArray& expected)
{
    for (qsizetype i = 0; i < std::max(actual.size(), expected.size()); ++i) {
        if (!isSameEntry(actual[i].toObject(), expected[i].toObject())) {
            return "entry " + QByteArray::number(i) + ": expected " + text(expected[i]) + ", got "
                + text(actual[i]) + (i > 0 ? ", after " + text(actual[i - 1]) : QByteArray());
        }
    }
    return {};
}

QByteArray differenceOfFiles(QJsonObject actual, const QJsonObject& expected)
{
    for (const QString& key : expected.keys()) {
        QJsonValue mine = actual[key];
        const bool wantsStops = contains(expected[key].toArray(), [](const QJsonValue& file) {
            return contains(file.toArray(), isStop);
        });
        if (key.endsWith("events") && !wantsStops) {
            mine = withoutStops(mine.toArray());
        }
        if (!matches(mine, expected[key])) {
            return key.toUtf8() + ": expected " + text(expected[key]) + ", got " + text(mine);
        }
    }
    return {};
}

} // namespace

void TestGoldenTraces::initTestCase()
{
    const QByteArray bytes = fileBytes(goldenFolder("monitored") + "/traces.json");
    m_scenarios = QJsonDocument::fromJson(bytes).array();
    QVERIFY2(!m_scenarios.isEmpty(), "no scenarios found");
}

void TestGoldenTraces::trace_data()
{
    QTest::addColumn<QJsonObject>("scenario");
    for (const QJsonValue scenario : m_scenarios) {
        QTest::newRow(qPrintable(scenario["id"].toString())) << scenario.toObject();
    }
}

void TestGoldenTraces::trace()
{
    QFETCH(const QJsonObject, scenario);
    TraceWorld world(scenario);
    TracePlayer(world).play();

    const QJsonArray expected = withUnmarkedDifferences(scenario["id"].toString(),
                                                        expectedPart(scenario, "trace").toArray());
    const QJsonArray actual =
        contains(expected, isOnError) ? world.trace : without(world.trace, isOnError);
    const QByteArray difference = differenceOfTraces(actual, expected);
    QVERIFY2(difference.isEmpty(), difference.constData());
    const QByteArray otherFiles =
        differenceOfFiles(world.files(), expectedPart(scenario, "files").toObject());
    QVERIFY2(otherFiles.isEmpty(), otherFiles.constData());
}

QTEST_GUILESS_MAIN(TestGoldenTraces)
#include "tst_golden_traces.moc"
