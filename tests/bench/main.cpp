// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
// trainspotter-bench [--json] [--seconds S] [NAME…]: one line a measurement.
#include "measurement.h"

#include "gui/settings/style.h"
#include "gui/settings/theme_source.h"

#include <QApplication>
#include <QCommandLineParser>

#include <cstdio>

namespace {

std::vector<Bench> allBenches()
{
    std::vector<Bench> benches;
    for (const char* preset : {"iris", "spirals", "fashion-mlp"}) {
        benches.push_back(
            {preset, [preset](double seconds) { return measurePreset(preset, seconds); }});
    }
    benches.push_back({"tabular", measureTabular});
    benches.push_back({"mlp", measureMlp});
    benches.push_back({"mnist-cnn", measureMnistCnn});
    benches.push_back({"cifar10-tutorial", measureCifarTutorial});
    benches.push_back({"scaling", measureScaling});
    benches.push_back({"empty", measureEmptyStep});
    benches.push_back({"checkpoint", measureCheckpoint});
    benches.push_back({"store", measureStore});
    benches.push_back({"charts", measureCharts});
    benches.push_back({"window", measureWindow});
    return benches;
}

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QApplication application(argc, argv);
    gui::ThemeSource theme(gui::StyleChoice::Light);
    QApplication::setStyle(new gui::Style(theme));
    QCommandLineParser parser;
    parser.addHelpOption();
    const QCommandLineOption json(QStringLiteral("json"),
                                  QStringLiteral("One JSON object a line."));
    const QCommandLineOption seconds(QStringLiteral("seconds"),
                                     QStringLiteral("Time for each measurement."),
                                     QStringLiteral("S"), QStringLiteral("5"));
    parser.addOptions({json, seconds});
    parser.process(application);
    const QStringList names = parser.positionalArguments();
    const std::vector<Bench> benches = allBenches();
    for (const QString& name : names) {
        const auto isIt = [&](const Bench& bench) { return bench.name == name.toStdString(); };
        if (std::none_of(benches.begin(), benches.end(), isIt)) {
            std::fprintf(stderr, "trainspotter-bench: there is no measurement %s\n",
                         qPrintable(name));
            return 2;
        }
    }
    for (const Bench& bench : benches) {
        if (names.isEmpty() || names.contains(QString::fromStdString(bench.name))) {
            resetPeakRss();
            const Measurement measured = bench.measure(parser.value(seconds).toDouble());
            std::puts((parser.isSet(json) ? asJson(measured) : asText(measured)).c_str());
            std::fflush(stdout);
        }
    }
    return 0;
}
