// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/cli/train_program.h"
#include "tests/support/golden.h"

#include <QDir>
#include <QJsonArray>
#include <QSet>
#include <QTest>

// trainspotter-train inspect, on run stores.
class TestInspectStore : public QObject
{
    Q_OBJECT

private slots:
    void runsOfAStoreAndItsDirectory();
    void whatAStoreHoldsIsTold();
    void lookingChangesNothing_data();
    void lookingChangesNothing();

private:
    QJsonObject inspected(const QString& path) const
    {
        const ProgramEnd end = m_program.run({"inspect", path, "--json"});
        if (end.exitCode != 0) {
            qWarning("%d: %s", end.exitCode, end.errors.constData());
        }
        return end.json();
    }
    static QString source(const QString& name)
    {
        return qEnvironmentVariable("TRAINSPOTTER_SOURCE_DIR") + '/' + name;
    }

    TrainProgram m_program;
};

void TestInspectStore::runsOfAStoreAndItsDirectory()
{
    QCOMPARE(m_program.run(m_program.job("iris", "run", {"--steps", "40"})).exitCode, 0);
    const QJsonObject run = inspected(m_program.store())["runs"][0].toObject();
    QCOMPARE(run["name"].toString(), "iris");
    QCOMPARE(run["status"].toString(), "finished");
    QCOMPARE(run["steps"].toInt(), 40);
    QCOMPARE(run["checkpoints"].toArray().size(), 2);
    QVERIFY(run["last_loss"].toDouble() > 0);
    QStringList tags;
    for (const QJsonValue& series : run["series"].toArray()) {
        tags.append(series["tag"].toString());
    }
    QVERIFY2(tags.contains("train/loss") && tags.contains("validation/accuracy"),
             qPrintable(tags.join(' ')));

    const QJsonObject folder = inspected(m_program.path("run"));
    QCOMPARE(folder["kind"].toString(), "checkpoint directory");
    QCOMPARE(folder["checkpoints"].toArray().size(), 2);
    QCOMPARE(folder["checkpoints"][1]["step"].toInt(), 40);
    QCOMPARE(folder["checkpoints"][1]["complete"].toBool(), true);
    QVERIFY(folder["newest"].toString().endsWith("model.ckpt-40"));
    QVERIFY(!folder["tensors"].toArray().isEmpty());
}

void TestInspectStore::whatAStoreHoldsIsTold()
{
    const QStringList more{"--steps", "20", "--set", "hooks.histograms.every_n_steps=10"};
    QCOMPARE(m_program.run(m_program.job("iris", "whole", more)).exitCode, 0);
    const QJsonObject run = inspected(m_program.store())["runs"][0].toObject(); // the newest
    QCOMPARE(run["parameters"]["optimizer.kind"].toString(), "adam");
    QVERIFY(run["parameters"]["optimizer.learning_rate"].toDouble() > 0);
    QCOMPARE(run["segments"].toArray().size(), 1);
    QCOMPARE(run["segments"][0]["last_step"].toInt(), 20);
    QSet<QString> kinds;
    for (const QJsonValue& summary : run["summaries"].toArray()) {
        kinds.insert(summary["kind"].toString());
        QVERIFY(!summary["tag"].toString().isEmpty() && summary["step"].toInt() > 0);
    }
    QVERIFY(kinds.contains("histogram"));
    QStringList events;
    for (const QJsonValue& event : run["events"].toArray()) {
        events.append(event["kind"].toString());
    }
    QVERIFY2(events.contains("started") && events.contains("finished"),
             qPrintable(events.join(' ')));
    QCOMPARE(run["checkpoints"][0]["pinned"], QJsonValue(false));
}

void TestInspectStore::lookingChangesNothing_data()
{
    QTest::addColumn<QString>("kept");
    QTest::newRow("store of format 1") << source("tests/engine/summary/format-1.sqlite");
    QTest::newRow("store of format 2") << source("tests/fuzz/corpus/store/format-2");
}

void TestInspectStore::lookingChangesNothing()
{
    QFETCH(const QString, kept);
    QVERIFY(QDir().mkpath(m_program.path("look")));
    const QString store = m_program.path("look/runs.sqlite");
    QFile::remove(store);
    QVERIFY(QFile::copy(kept, store));
    const QJsonObject facts = inspected(store);
    QCOMPARE(facts["format"].toInt(), kept.contains("format-1") ? 1 : 2);
    QCOMPARE(facts["runs"].toArray().size(), 1);
    QVERIFY(fileBytes(store) == fileBytes(kept));
    QCOMPARE(QDir(m_program.path("look")).entryList(QDir::Files), QStringList{"runs.sqlite"});
}

QTEST_GUILESS_MAIN(TestInspectStore)
#include "tst_inspect_store.moc"
