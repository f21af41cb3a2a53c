// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/charts_view.h"
#include "gui/mainwindow/main_window.h"
#include "tests/gui/support/fake_run_library.h"
#include "tests/gui/support/fake_training_controller.h"

#include <QListView>
#include <QTemporaryDir>

#include <memory>

namespace gui {

// Any warning of Qt fails the test, except that the offscreen platform has no window manager.
void failOnWarnings();

// The style and theme of the application, installed once for a test program. Passes palette and
// font changes on, as the application does.
class TestLook : public QObject
{
    Q_OBJECT

public:
    static ThemeSource& source();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    TestLook();

    ThemeSource m_source;
};

// A main window on fakes, with settings of its own in a temporary folder.
class WindowFixture
{
public:
    explicit WindowFixture(QSize size = {1280, 800});

    // Opens a run through the fake, as the answer to open().
    void openRun(RunState state = RunState::Running, qint64 firstStep = 0);
    void makeWindow(); // anew, as the next start of the program does
    void store(RunId run, const QList<TagDistributions>& distributions)
    {
        library.distributions[run] = distributions;
    }

    template <typename Widget>
    Widget* find(const char* name) const
    {
        return window->findChild<Widget*>(QLatin1String(name));
    }
    // Clicks the middle of a widget that must be there and in sight.
    void click(const char* name) const;
    void clickMarker(int row) const; // of the runs list
    void clickRun(int row) const; // beside its marker

    QTemporaryDir folder;
    FakeTrainingController controller;
    FakeRunLibrary library;
    std::unique_ptr<AppSettings> settings;
    std::unique_ptr<MainWindow> window;

private:
    QSize m_size;
};

// A test of the window: each function gets one of its own.
class WindowTest : public QObject
{
    Q_OBJECT

protected:
    MainWindow& window() const { return *m_fixture->window; }
    FakeTrainingController& controller() const { return m_fixture->controller; }
    FakeRunLibrary& library() const { return m_fixture->library; }
    QStringList& calls() const { return m_fixture->controller.calls; } // of the controller
    QListView& runs() const { return *m_fixture->find<QListView>("runs.list"); }
    ChartsView& charts() const { return *m_fixture->find<ChartsView>("charts.view"); }

    std::unique_ptr<WindowFixture> m_fixture;

private slots:
    void init();
    void cleanup() { m_fixture.reset(); }
};

// The description of run 7 of sampleRuns().
RunDescription sampleDescription(qint64 firstStep = 0);

// Seven runs in every state, and the series, events and checkpoints of the newest two.
void fillLibrary(FakeRunLibrary& library);

// Points of a plausible training from `first` to `last` step: loss, accuracy, rate, learning rate.
QList<MetricBatch> sampleSeries(RunId run, qint64 first, qint64 last, double level);

} // namespace gui
