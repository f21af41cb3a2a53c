// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/support/window_fixture.h"

#include "gui/panels/run_row_delegate.h"
#include "gui/settings/style.h"

#include <QApplication>
#include <QEvent>
#include <QListView>
#include <QtTest>

#include <cmath>
#include <random>

namespace gui {

namespace {

constexpr qint64 kTarget = 10'000;
constexpr double kStart = 1'773'500'000; // seconds since 1970
constexpr int kEvaluateEvery = 250;

void addPoint(MetricBatch& batch, qint64 step, double value)
{
    batch.points.append({step, value, kStart + double(step) / 800});
}

} // namespace

void failOnWarnings()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support )")));
}

TestLook::TestLook() : m_source(StyleChoice::Light, true)
{
    qApp->setStyle(new Style(m_source));
    qApp->installEventFilter(this);
    setParent(qApp);
}

ThemeSource& TestLook::source()
{
    static TestLook* look = new TestLook; // owned by the application
    return look->m_source;
}

bool TestLook::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == qApp
        && (event->type() == QEvent::ApplicationPaletteChange
            || event->type() == QEvent::ApplicationFontChange)) {
        m_source.applicationChanged();
    }
    return QObject::eventFilter(watched, event);
}

WindowFixture::WindowFixture(QSize size) : m_size(size)
{
    fillLibrary(library);
    settings = std::make_unique<AppSettings>(folder.filePath(QStringLiteral("trainspotter.ini")));
    makeWindow();
}

void WindowFixture::makeWindow()
{
    window.reset();
    window = std::make_unique<MainWindow>(
        controller, library, TestLook::source(), *settings,
        RunActions::Delays{.untilRing = 20, .untilAwaiting = 60, .savedShown = 60});
    window->resize(m_size);
    window->show();
    window->activateWindow();
    const bool active = QTest::qWaitForWindowActive(window.get());
    QVERIFY(active);
}

void WindowFixture::openRun(RunState state, qint64 firstStep)
{
    controller.answerOpened(sampleDescription(firstStep), RunState::Ready);
    if (state != RunState::Ready) {
        controller.answerState(state);
    }
}

void WindowTest::init()
{
    failOnWarnings();
    m_fixture = std::make_unique<WindowFixture>();
}

void WindowFixture::click(const char* name) const
{
    auto* widget = find<QWidget>(name);
    QVERIFY2(widget, name);
    QTRY_VERIFY2(widget->isVisible(), name);
    QTest::mouseClick(widget, Qt::LeftButton);
}

void WindowFixture::clickMarker(int row) const
{
    const auto* list = find<QListView>("runs.list");
    const QRect rect = list->visualRect(list->model()->index(row, 0));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier,
                      RunRowDelegate::markerRect(rect).center());
}

void WindowFixture::clickRun(int row) const
{
    const auto* list = find<QListView>("runs.list");
    const QRect rect = list->visualRect(list->model()->index(row, 0));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, Qt::NoModifier, rect.center());
}

RunDescription sampleDescription(qint64 firstStep)
{
    RunDescription run;
    run.id = 7;
    run.name = QStringLiteral("fashion-mlp");
    run.jobName = run.name;
    run.firstStep = firstStep;
    run.targetSteps = kTarget;
    run.learningRate = 0.1;
    run.examplesPerEpoch = 55'000;
    run.batchSize = 128;
    run.hyperParameters = {{QStringLiteral("Optimizer"), QStringLiteral("momentum")},
                           {QStringLiteral("Batch size"), QStringLiteral("128")},
                           {QStringLiteral("Hidden layers"), QStringLiteral("256, 128")},
                           {QStringLiteral("Parameters"), QStringLiteral("235\u202f146")},
                           {QStringLiteral("Data"), QStringLiteral("fashion-mnist")},
                           {QStringLiteral("Examples"), QStringLiteral("55\u202f000")},
                           {QStringLiteral("Seed"), QStringLiteral("42")}};
    return run;
}

QList<MetricBatch> sampleSeries(RunId run, qint64 first, qint64 last, double level)
{
    const auto series = [run](const char* tag) {
        return MetricBatch{run, 0, QLatin1String(tag), {}};
    };
    MetricBatch loss = series("train/loss");
    MetricBatch validation = series("validation/loss");
    MetricBatch accuracy = series("train/accuracy");
    MetricBatch validationAccuracy = series("validation/accuracy");
    MetricBatch rate = series("global_step/sec");
    MetricBatch learningRate = series("learning_rate");
    std::mt19937 generator(static_cast<unsigned>(run));
    std::normal_distribution<double> noise;
    for (qint64 step = std::max<qint64>(first, 1); step <= last; ++step) {
        const double t = double(step);
        const double mean = level + .42 * std::exp(-t / 1500) + 1.4 * std::exp(-t / 95);
        addPoint(loss, step, mean * (1 + .17 * noise(generator)));
        addPoint(accuracy, step, 1 - mean * .4 * (1 + .15 * noise(generator)));
        addPoint(learningRate, step, step <= 2600 ? .1 : .05);
        if (step % 10 == 0) {
            addPoint(rate, step, 800 + 10 * noise(generator) - (step % 500 == 0 ? 250 : 0));
        }
        if (step % kEvaluateEvery == 0) {
            addPoint(validation, step, mean + .06);
            addPoint(validationAccuracy, step, .98 - mean * .4);
        }
    }
    return {loss, validation, accuracy, validationAccuracy, rate, learningRate};
}

void fillLibrary(FakeRunLibrary& library)
{
    const auto name = [](const char* text) { return QLatin1String(text); };
    library.stored = {
        makeRun(7, name("fashion-mlp"), RunState::Stopped, 4210, 0.2116, 4000),
        makeRun(6, name("fashion-mlp-wide"), RunState::Finished, 10'000, 0.2911, 10'000),
        makeRun(5, name("fashion-cnn"), RunState::Stopped, 2150, 0.2472, 2000),
        makeRun(4, name("fashion-cnn-lr-0.4"), RunState::Halted, 1240, qQNaN(), 1000),
        makeRun(3, name("iris-3"), RunState::Finished, 1500, 0.0612, 1500),
        makeRun(2, name("spirals"), RunState::Finished, 3000, 0.0187, 3000),
        makeRun(1, name("spirals-deep"), RunState::EndedUnexpectedly, 812, 0.2240, 800)};
    for (int i = 0; i < int(library.stored.size()); ++i) {
        library.stored[i].colourSlot = i;
    }
    library.series[6] = sampleSeries(6, 0, 4600, .3);
    library.series[7] = sampleSeries(7, 0, 4210, .21);
    for (RunId run : {RunId(6), RunId(7)}) {
        library.segments[run] = {{0, 0}};
        for (qint64 step : {1000, 2000, 3000, 4000}) {
            CheckpointInfo checkpoint;
            checkpoint.run = run;
            checkpoint.step = step;
            checkpoint.loss = .2 + 240. / double(step);
            checkpoint.bytes = 1'900'000;
            library.checkpoints[run].append(checkpoint);
            library.events[run].append(
                {run, 0, step, kStart + double(step) / 800, RunEventKind::CheckpointSaved, {}});
        }
    }
}

} // namespace gui
