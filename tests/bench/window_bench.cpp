// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
// The same job with the window open and without: what watching costs, and how long the window was
// deaf at most.
#include "measurement.h"

#include "engine/jobs/job_parser.h"
#include "engine/jobs/resources.h"
#include "engine/jobs/training_job.h"
#include "gui/bridge/engine_training_controller.h"
#include "gui/bridge/store_run_library.h"
#include "gui/mainwindow/main_window.h"
#include "gui/settings/app_settings.h"
#include "tests/gui/support/stall_meter.h"

#include <QApplication>
#include <QTemporaryDir>

namespace {

constexpr const char* kPreset = "fashion-mlp";

double withoutWindow(qint64 steps)
{
    const QTemporaryDir folder;
    engine::SystemClock clock;
    engine::NullLogger logger;
    engine::LocalFileSystem files;
    engine::JobRequest request;
    request.config = engine::parseJobFile(engine::findJobFile(kPreset));
    request.config.run.steps = steps;
    request.store = folder.filePath(QStringLiteral("runs.sqlite")).toStdString();
    engine::TrainingJob job(request, {clock, logger, files});
    job.open();
    return job.train().stepsPerSecond;
}

struct Watched
{
    double stepsPerSecond = 0;
    double longestStallMs = 0;
};

Watched withWindow(qint64 steps)
{
    const QTemporaryDir folder;
    const QString store = folder.filePath(QStringLiteral("runs.sqlite"));
    gui::AppSettings settings(folder.filePath(QStringLiteral("settings.ini")));
    gui::ThemeSource theme(gui::StyleChoice::Light);
    gui::EngineTrainingController controller(store);
    gui::StoreRunLibrary library(store);
    gui::MainWindow window(controller, library, theme, settings);
    window.show();
    gui::MetricPoint first;
    gui::MetricPoint last;
    StallMeter stalls;
    QObject::connect(&controller, &gui::TrainingController::metricsArrived, qApp,
                     [&](const QList<gui::MetricBatch>& batches) {
                         for (const gui::MetricBatch& batch : batches) {
                             if (batch.tag == QLatin1String("train/loss")) {
                                 first = first.step == 0 ? batch.points.first() : first;
                                 last = batch.points.last();
                             }
                         }
                     });
    QObject::connect(&controller, &gui::TrainingController::stateChanged, qApp,
                     [&](gui::RunState state) {
                         if (state == gui::RunState::Running) {
                             stalls.start();
                         } else if (state == gui::RunState::Finished) {
                             qApp->quit();
                         }
                     });
    gui::OpenRequest request;
    request.jobFile = QString::fromLatin1(kPreset);
    request.steps = steps;
    window.open(request, true);
    QApplication::exec();
    // From the first step to the last, as the loop without a window counts.
    return {static_cast<double>(last.step - first.step) / (last.wallSeconds - first.wallSeconds),
            stalls.longestMilliseconds()};
}

} // namespace

Measurement measureWindow(double seconds)
{
    // Both ways in turn, so that both see the same machine; long enough that a start weighs little.
    const double rate = withoutWindow(200);
    const auto steps = static_cast<qint64>(rate * std::max(seconds, 2.0));
    std::vector<double> alone;
    std::vector<double> watched;
    double stall = 0;
    for (int round = 0; round < 3; ++round) {
        alone.push_back(withoutWindow(steps));
        const Watched result = withWindow(steps);
        watched.push_back(result.stepsPerSecond);
        stall = std::max(stall, result.longestStallMs);
    }
    return {"window",
            {{"steps_per_second", median(watched)},
             {"alone_steps_per_second", median(alone)},
             {"share", median(watched) / median(alone)},
             {"longest_stall_ms", stall}}};
}
