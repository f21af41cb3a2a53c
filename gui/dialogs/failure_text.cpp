// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/dialogs/failure_text.h"

#include "gui/bridge/run_values.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>

#include <optional>

namespace gui {

namespace {

struct Row
{
    const char* code;
    const char* sentence;
    const char* advice;
    bool needsDetails = false;
};

constexpr Row kRows[] = {
    {"InvalidArgument", QT_TRANSLATE_NOOP("Failure", "The job cannot be started as it is written."),
     QT_TRANSLATE_NOOP("Failure", "Details name the setting. Mend the job file and open it again."),
     true},
    {"NotFound", QT_TRANSLATE_NOOP("Failure", "A file that the run needs is not there."),
     QT_TRANSLATE_NOOP("Failure", "Details name the file. Put it back or choose another one."),
     true},
    {"PermissionDenied", QT_TRANSLATE_NOOP("Failure", "A file may not be read or written."),
     QT_TRANSLATE_NOOP("Failure", "Details name the file. Change its permissions, then try again."),
     true},
    {"DataLoss", QT_TRANSLATE_NOOP("Failure", "A file is damaged and was not used."),
     QT_TRANSLATE_NOOP("Failure",
                       "Everything that could be read is kept. Continue from an older "
                       "checkpoint.")},
    {"ResourceExhausted",
     QT_TRANSLATE_NOOP("Failure", "There is not enough memory or disk space to go on."),
     QT_TRANSLATE_NOOP("Failure", "Free some space or take a smaller batch, then continue.")},
    {"FailedPrecondition",
     QT_TRANSLATE_NOOP("Failure", "The run is not in a state in which this can be done."),
     QT_TRANSLATE_NOOP("Failure", "Nothing was changed.")},
    {"Unimplemented",
     QT_TRANSLATE_NOOP("Failure", "The job asks for something that is not built yet."),
     QT_TRANSLATE_NOOP("Failure", "Details name it. Choose another setting."), true},
    {"OutOfRange", QT_TRANSLATE_NOOP("Failure", "The data ended before the run did."),
     QT_TRANSLATE_NOOP("Failure", "Everything up to the last checkpoint is kept.")},
    {"Aborted", QT_TRANSLATE_NOOP("Failure", "The run was interrupted."),
     QT_TRANSLATE_NOOP("Failure", "It can be continued from its last checkpoint.")},
    {"Unavailable", QT_TRANSLATE_NOOP("Failure", "Something the run needs does not answer."),
     QT_TRANSLATE_NOOP("Failure", "It can be continued from its last checkpoint.")},
};

constexpr Row kGeneral = {
    "", QT_TRANSLATE_NOOP("Failure", "Training ended because of an error."),
    QT_TRANSLATE_NOOP("Failure", "Everything up to the last checkpoint is kept.")};

QString translated(const char* text)
{
    return QCoreApplication::translate("Failure", text);
}

// File, line and what is wrong there, of the first mistake in a job file.
std::optional<FailureText> jobFileText(const QString& message)
{
    static const QRegularExpression kPlace(QStringLiteral("^([^\n]+), line (\\d+): ([^\n]+)"));
    const QRegularExpressionMatch match = kPlace.match(message);
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    const char* const sentence = QT_TRANSLATE_NOOP("Failure", "%1 has a mistake in line %2.");
    const char* const advice =
        QT_TRANSLATE_NOOP("Failure", "%1\nMend the job file and open it again.");
    return FailureText{
        translated(sentence).arg(QFileInfo(match.captured(1)).fileName(), match.captured(2)),
        translated(advice).arg(match.captured(3)), message.trimmed().contains(u'\n')};
}

} // namespace

FailureText failureText(const EngineFailure& failure)
{
    if (const auto text = jobFileText(failure.message);
        text && failure.code == u"InvalidArgument") {
        return *text;
    }
    const Row* found = &kGeneral;
    for (const Row& row : kRows) {
        if (failure.code == QLatin1String(row.code)) {
            found = &row;
        }
    }
    return {translated(found->sentence), translated(found->advice), found->needsDetails};
}

} // namespace gui
