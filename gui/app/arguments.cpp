// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/arguments.h"

#include <QCommandLineParser>

#include <cstdio>
#include <cstdlib>

namespace gui {

namespace {

constexpr int kUsageError = 2;

[[noreturn]] void refuse(const QString& message)
{
    std::fputs(qPrintable(QStringLiteral("trainspotter: %1\n").arg(message)), stderr);
    std::exit(kUsageError);
}

qint64 stepsOf(const QCommandLineParser& parser, const QCommandLineOption& option, qint64 otherwise)
{
    if (!parser.isSet(option)) {
        return otherwise;
    }
    bool isNumber = false;
    const qint64 steps = parser.value(option).toLongLong(&isNumber);
    if (!isNumber || steps < 1) {
        refuse(Arguments::tr("--%1 needs a number of 1 or more, not “%2”")
                   .arg(option.names().first(), parser.value(option)));
    }
    return steps;
}

std::optional<StyleChoice> styleOf(const QCommandLineParser& parser,
                                   const QCommandLineOption& option)
{
    const QString name = parser.value(option);
    if (name == QLatin1String("light")) {
        return StyleChoice::Light;
    }
    if (name == QLatin1String("dark")) {
        return StyleChoice::Dark;
    }
    if (!name.isEmpty()) {
        refuse(Arguments::tr("--style is light or dark, not “%1”").arg(name));
    }
    return std::nullopt;
}

[[noreturn]] void showHelp(const QCommandLineParser& parser)
{
    QString text = parser.helpText();
    // Qt knows the program's name only once there is an application.
    text.replace(QLatin1String("<executable_name>"), QLatin1String("trainspotter"));
    std::fputs(qPrintable(text), stdout);
    std::exit(EXIT_SUCCESS);
}

} // namespace

Arguments Arguments::parse(const QStringList& arguments)
{
    const QCommandLineOption job(QStringLiteral("job"), tr("Job file, or the name of a preset."),
                                 QStringLiteral("file"));
    const QCommandLineOption start(QStringLiteral("start"), tr("Start the job at once."));
    const QCommandLineOption steps(QStringLiteral("steps"), tr("Train until this step."),
                                   QStringLiteral("N"));
    const QCommandLineOption store(QStringLiteral("store"), tr("Run store; made if absent."),
                                   QStringLiteral("file"));
    const QCommandLineOption screenshot(QStringLiteral("screenshot"),
                                        tr("Save a picture of the window."), QStringLiteral("PNG"));
    const QCommandLineOption atStep(QStringLiteral("screenshot-at-step"),
                                    tr("Take the picture at this step."), QStringLiteral("N"));
    const QCommandLineOption exitWhenFinished(QStringLiteral("exit-when-finished"),
                                              tr("Quit when the run has ended."));
    const QCommandLineOption style(QStringLiteral("style"), tr("light or dark."),
                                   QStringLiteral("name"));
    const QCommandLineOption language(QStringLiteral("language"), tr("Language, such as de."),
                                      QStringLiteral("xx"));
    QCommandLineParser parser;
    parser.setApplicationDescription(tr("Trains neural networks and shows the training live."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOptions(
        {job, start, steps, store, screenshot, atStep, exitWhenFinished, style, language});
    if (!parser.parse(arguments)) {
        refuse(parser.errorText());
    }
    if (parser.isSet(QStringLiteral("version"))) {
        parser.showVersion();
    }
    if (parser.isSet(QStringLiteral("help"))) {
        showHelp(parser);
    }
    if (!parser.positionalArguments().isEmpty()) {
        refuse(tr("“%1” is not an option; a job is given by --job")
                   .arg(parser.positionalArguments().first()));
    }
    Arguments result;
    result.job = parser.value(job);
    result.start = parser.isSet(start);
    result.steps = stepsOf(parser, steps, 0);
    result.store = parser.value(store);
    result.screenshot = parser.value(screenshot);
    result.screenshotAtStep = stepsOf(parser, atStep, -1);
    result.exitWhenFinished = parser.isSet(exitWhenFinished);
    result.style = styleOf(parser, style);
    result.language = parser.value(language);
    return result;
}

} // namespace gui
