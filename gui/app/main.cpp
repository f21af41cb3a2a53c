// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/application.h"
#include "gui/app/arguments.h"
#include "gui/app/quit_signals.h"
#include "gui/app/unattended.h"
#include "gui/bridge/engine_training_controller.h"
#include "gui/bridge/store_run_library.h"
#include "gui/mainwindow/main_window.h"
#include "gui/settings/app_settings.h"
#include "gui/settings/fonts.h"

#include <QStandardPaths>
#include <QStyle>
#include <QTemporaryDir>

#include <csignal>

namespace {

QStringList argumentList(int argc, char** argv)
{
    QStringList list;
    for (int i = 0; i < argc; ++i) {
        list.append(QString::fromLocal8Bit(argv[i]));
    }
    return list;
}

} // namespace

int main(int argc, char** argv)
{
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error of its writer
    gui::Application::nameProgram();
    const gui::Arguments arguments = gui::Arguments::parse(argumentList(argc, argv));
    int qtArgumentCount = 1; // all arguments are ours
    gui::Application application(qtArgumentCount, argv);
    application.installLanguage(arguments.language);
    const gui::QuitSignals quitSignals;

    // A picture shows the window as it comes, not as somebody left it.
    const QTemporaryDir scratch;
    gui::AppSettings settings(arguments.screenshot.isEmpty()
                                  ? gui::AppSettings::defaultPath()
                                  : scratch.filePath(QStringLiteral("settings.ini")));
    gui::ThemeSource theme(arguments.style.value_or(settings.styleChoice()),
                           gui::reducedMotion(*gui::Application::style(),
                                              QStandardPaths::writableLocation(
                                                  QStandardPaths::GenericConfigLocation)));
    application.installStyle(theme);

    gui::EngineTrainingController controller(arguments.store);
    gui::StoreRunLibrary library(arguments.store);
    gui::MainWindow window(controller, library, theme, settings);
    const gui::Unattended unattended(arguments, controller, library, window);
    window.show();
    if (!arguments.job.isEmpty()) {
        gui::OpenRequest request;
        request.jobFile = arguments.job;
        request.steps = arguments.steps;
        window.open(request, arguments.start);
    }
    return gui::Application::exec();
}
