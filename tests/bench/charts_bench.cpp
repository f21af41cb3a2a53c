// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "measurement.h"

#include "engine/summary/run_store_writer.h"
#include "gui/bridge/store_run_library.h"
#include "gui/charts/chart_bench.h"
#include "gui/charts/charts_view.h"
#include "gui/settings/theme_source.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>

#include <fmt/format.h>

#include <algorithm>

namespace {

constexpr std::int64_t kStoredPoints = 1'000'000;

gui::RunId writeRun(const QString& path)
{
    const engine::SystemClock clock;
    engine::RunStoreWriter writer(path.toStdString(), clock);
    engine::RunSpec spec;
    spec.name = "long";
    const gui::RunId run = writer.createRun(spec);
    writer.beginSegment(run, 0);
    const int tag = writer.registerTag("train/loss");
    for (std::int64_t step = 1; step <= kStoredPoints; ++step) {
        writer.scalar(tag, 1 + static_cast<double>(step % 1009) / 1009, step);
        if (step % 100'000 == 0) {
            writer.flush();
        }
    }
    writer.endSegment(engine::RunStatus::Finished, "written", kStoredPoints);
    writer.close();
    return run;
}

// From the question to the library to the first picture of the values.
double openMilliseconds(const QString& path, gui::RunId run, const gui::ThemeSource& theme)
{
    gui::StoreRunLibrary library(path);
    gui::ChartsView view(theme);
    view.resize(766, 346);
    view.setRun(run, QStringLiteral("bench"), 0);
    view.show();
    QEventLoop loop;
    QObject::connect(&library, &gui::RunLibrary::seriesLoaded, &view,
                     [&](gui::RunId, const auto& segments, const auto& batches) {
                         view.setSegments(run, segments);
                         for (const gui::MetricBatch& batch : batches) {
                             view.append(batch);
                         }
                         loop.quit();
                     });
    QElapsedTimer timer;
    timer.start();
    library.load(run);
    loop.exec();
    view.refreshNow();
    return double(timer.nsecsElapsed()) * 1e-6;
}

} // namespace

Measurement measureCharts(double)
{
    const gui::ThemeSource theme(gui::StyleChoice::Light);
    Measurement measurement{"charts", {}};
    for (const int exponent : {4, 6, 7}) {
        qsizetype points = 1;
        for (int i = 0; i < exponent; ++i) {
            points *= 10;
        }
        measurement.figures.emplace_back(fmt::format("replot_ms_1e{}", exponent),
                                         gui::chartReplotMilliseconds(points, theme));
    }
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("runs.sqlite"));
    const gui::RunId run = writeRun(path);
    double best = openMilliseconds(path, run, theme);
    for (int again = 0; again < 4; ++again) {
        best = std::min(best, openMilliseconds(path, run, theme));
    }
    measurement.figures.emplace_back("open_ms_1e6", best);
    return measurement;
}
