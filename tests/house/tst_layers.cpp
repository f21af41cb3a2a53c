// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/house/include_rules.h"
#include "tests/house/source_tree.h"

#include <QTest>

class LayersTest : public QObject
{
    Q_OBJECT

private slots:
    void everyIncludeOfTheHouseIsAllowed();
    void wrongIncludesAreFound_data();
    void wrongIncludesAreFound();
    void rightIncludesAreLeftAlone_data();
    void rightIncludesAreLeftAlone();
};

void LayersTest::everyIncludeOfTheHouseIsAllowed()
{
    const QStringList wildcards{"*.h", "*.cpp"};
    const QStringList files =
        SourceTree::filesUnder("engine", wildcards) + SourceTree::filesUnder("gui", wildcards);
    QVERIFY(!files.isEmpty());
    QStringList complaints;
    for (const QString& file : files) {
        for (const QString& line : SourceTree::linesOf(file)) {
            complaints.append(IncludeRules::complaintAbout(file, line));
        }
    }
    complaints.removeAll(QString());
    QVERIFY2(complaints.isEmpty(), qPrintable("\n" + complaints.join("\n")));
}

void LayersTest::wrongIncludesAreFound_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("complaint");

    QTest::newRow("one floor up") << "engine/base/tensor.h"
                                  << "#include \"engine/graph/graph.h\""
                                  << "upward";
    QTest::newRow("many floors up") << "engine/ops/relu.cpp"
                                    << "#include \"engine/jobs/training_job.h\""
                                    << "upward";
    QTest::newRow("engine to gui") << "engine/jobs/training_job.cpp"
                                   << "#include \"gui/settings/theme.h\""
                                   << "upward";
    QTest::newRow("up within gui") << "gui/charts/chart.cpp"
                                   << "#include \"gui/pages/charts_page.h\""
                                   << "upward";
    QTest::newRow("sideways") << "engine/nn/layers.cpp"
                              << "#include \"engine/data/dataset.h\""
                              << "sideways";
    QTest::newRow("sideways in the other direction") << "engine/summary/run_store.h"
                                                     << "#include \"engine/checkpoint/saver.h\""
                                                     << "sideways";
    QTest::newRow("Qt class in the engine") << "engine/session/session.h"
                                            << "#include <QString>"
                                            << "no Qt";
    QTest::newRow("Qt module in the engine") << "engine/session/session.h"
                                             << "#include <QtCore/qglobal.h>"
                                             << "no Qt";
    QTest::newRow("Qt in quotes in the engine") << "engine/cli/main.cpp"
                                                << "#include \"QObject\""
                                                << "no Qt";
    QTest::newRow("engine past the bridge") << "gui/models/runs_model.cpp"
                                            << "#include \"engine/base/errors.h\""
                                            << "gui/bridge";
    QTest::newRow("engine in angle brackets") << "gui/models/runs_model.cpp"
                                              << "#include <engine/base/errors.h>"
                                              << "gui/bridge";
    QTest::newRow("a program as a library") << "gui/bridge/training_worker.cpp"
                                            << "#include \"engine/cli/progress_bar.h\""
                                            << "a program";
    QTest::newRow("QCustomPlot outside charts") << "gui/pages/charts_page.cpp"
                                                << "#include <qcustomplot.h>"
                                                << "gui/charts";
    QTest::newRow("QCustomPlot in quotes") << "gui/bridge/metric_buffer.h"
                                           << "#include \"qcustomplot.h\""
                                           << "gui/charts";
    QTest::newRow("relative path") << "engine/ops/relu.cpp"
                                   << "#include \"kernel.h\""
                                   << "from the root";
    QTest::newRow("relative path upward") << "engine/ops/relu.cpp"
                                          << "#include \"../base/tensor.h\""
                                          << "from the root";
    QTest::newRow("spaces in the directive") << "engine/base/tensor.h"
                                             << "  #  include  \"engine/graph/graph.h\""
                                             << "upward";
    QTest::newRow("a folder without a floor") << "engine/utils/strings.cpp"
                                              << "#include <string>"
                                              << "no floor";
}

void LayersTest::wrongIncludesAreFound()
{
    QFETCH(QString, file);
    QFETCH(QString, line);
    QFETCH(QString, complaint);
    const QString found = IncludeRules::complaintAbout(file, line);
    QVERIFY2(found.contains(complaint), qPrintable("found: " + found));
    QVERIFY(found.startsWith(file));
}

void LayersTest::rightIncludesAreLeftAlone_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("line");

    QTest::newRow("own folder") << "engine/ops/relu.cpp"
                                << "#include \"engine/ops/kernel.h\"";
    QTest::newRow("a floor below") << "engine/ops/relu.cpp"
                                   << "#include \"engine/base/tensor.h\"";
    QTest::newRow("standard library") << "engine/ops/relu.cpp"
                                      << "#include <vector>";
    QTest::newRow("a library in folders") << "engine/ops/relu.cpp"
                                          << "#include <Eigen/Core>";
    QTest::newRow("the bridge") << "gui/bridge/signal_hook.h"
                                << "#include \"engine/session/session_run_hook.h\"";
    QTest::newRow("QCustomPlot in charts") << "gui/charts/chart.h"
                                           << "#include <qcustomplot.h>";
    QTest::newRow("Qt in the window") << "gui/app/main.cpp"
                                      << "#include <QApplication>";
    QTest::newRow("the moc file of a source") << "gui/charts/chart.cpp"
                                              << "#include \"chart.moc\"";
    QTest::newRow("no include") << "engine/base/tensor.h"
                                << "int include = 1; // \"gui/app/x.h\"";
}

void LayersTest::rightIncludesAreLeftAlone()
{
    QFETCH(QString, file);
    QFETCH(QString, line);
    QCOMPARE(IncludeRules::complaintAbout(file, line), QString());
}

QTEST_GUILESS_MAIN(LayersTest)
#include "tst_layers.moc"
