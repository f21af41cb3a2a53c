// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/house/source_tree.h"

#include <QMap>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace {

constexpr auto kIdFile = "tests/golden/conformance-ids.txt";

// Cases that have no row, and why.
const QMap<QString, QString>& exemptions()
{
    static const QString noManager = "TensorFlow 2's CheckpointManager is left out";
    static const QMap<QString, QString> kExemptions{
        {"R12", "graphs are not read from files, so a runner has no message form"},
        {"T4", "one device, so a checkpoint is written as one shard"},
        {"TM1", noManager},
        {"TM2", noManager},
        {"TM4", noManager},
        {"TM6", noManager},
        {"TM7", noManager},
        {"TM8", noManager},
        {"U2", "one device, so there are no bundles to merge"},
        {"V14", "no summary metadata is written"},
    };
    return kExemptions;
}

// "F6-F8" as F6, F7, F8.
QStringList expanded(const QString& id)
{
    static const QRegularExpression kRange("^([A-Z]+)(\\d+)-[A-Z]+(\\d+)$");
    const QRegularExpressionMatch match = kRange.match(id);
    if (!match.hasMatch()) {
        return {id};
    }
    QStringList ids;
    for (int i = match.captured(2).toInt(); i <= match.captured(3).toInt(); ++i) {
        ids.append(match.captured(1) + QString::number(i));
    }
    return ids;
}

QStringList cases()
{
    QStringList ids;
    for (const QString& line : SourceTree::linesOf(kIdFile)) {
        if (!line.startsWith('#')) {
            for (const QString& id : line.split(' ', Qt::SkipEmptyParts)) {
                ids += expanded(id);
            }
        }
    }
    return ids;
}

// The ids at the beginning of names of test functions and rows in `text`.
QSet<QString> namedIn(const QString& text)
{
    static const QRegularExpression kFunction("void (?:\\w+::)?((?:[a-z]+\\d+_)+)\\w+\\(");
    static const QRegularExpression kRow("(?:newRow|addRow)\\(\"((?:[A-Z]+\\d+ )+)");
    QSet<QString> ids;
    for (const auto& [pattern, separator] :
         {std::pair(kFunction, QLatin1Char('_')), std::pair(kRow, QLatin1Char(' '))}) {
        QRegularExpressionMatchIterator matches = pattern.globalMatch(text);
        while (matches.hasNext()) {
            for (const QString& id :
                 matches.next().captured(1).split(separator, Qt::SkipEmptyParts)) {
                ids.insert(id.toUpper());
            }
        }
    }
    return ids;
}

} // namespace

// Every case of the description of the monitored session has a test that is named after it.
class ConformanceTest : public QObject
{
    Q_OBJECT

private slots:
    void namesAreFound();
    void everyCaseHasATest();
};

void ConformanceTest::namesAreFound()
{
    QCOMPARE(namedIn("void g26_g27_order();\nQTest::newRow(\"Q5 2 ms\")"),
             (QSet<QString>{"G26", "G27", "Q5"}));
    QVERIFY(namedIn("void order();\nQTest::newRow(\"of Q5\"); // A1").isEmpty());
    QCOMPARE(expanded("F6-F8"), (QStringList{"F6", "F7", "F8"}));
}

void ConformanceTest::everyCaseHasATest()
{
    QSet<QString> named;
    for (const QString& file : SourceTree::filesUnder("tests/engine", {"tst_*.cpp"})) {
        named.unite(namedIn(SourceTree::linesOf(file).join('\n')));
    }
    const QStringList ids = cases();
    QVERIFY2(ids.size() > 200, kIdFile);
    QStringList complaints;
    for (const QString& id : ids) {
        const bool isExempt = exemptions().contains(id);
        if (!named.contains(id) && !isExempt) {
            complaints.append(id + " has no test");
        } else if (named.contains(id) && isExempt) {
            complaints.append(id + " has a test, no reason against it is needed");
        }
    }
    for (const QString& id : exemptions().keys()) {
        if (!ids.contains(id)) {
            complaints.append(id + " is no case");
        }
    }
    QVERIFY2(complaints.isEmpty(), qPrintable(complaints.join('\n')));
}

QTEST_GUILESS_MAIN(ConformanceTest)
#include "tst_conformance.moc"
