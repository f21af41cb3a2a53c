// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/dialogs/run_questions.h"

#include "gui/bridge/run_values.h"
#include "gui/dialogs/details_box.h"
#include "gui/dialogs/failure_text.h"
#include "gui/dialogs/question_dialog.h"

#include <QCoreApplication>

namespace gui {

namespace {

struct RunQuestions
{
    Q_DECLARE_TR_FUNCTIONS(RunQuestions)
};

QString counted(const QString& one, const QString& many, qint64 n)
{
    return n == 1 ? one : many;
}

} // namespace

QuestionDialog* makeCloseQuestion(qint64 checkpointAge, bool saves, const ThemeSource& source,
                                  QWidget* parent)
{
    const QString age = !saves
        ? RunQuestions::tr("The job saves no checkpoints: this run cannot be continued.")
        : checkpointAge < 0 ? RunQuestions::tr("There is no checkpoint yet.")
                            : counted(RunQuestions::tr("The last checkpoint is 1 step old."),
                                      RunQuestions::tr("The last checkpoint is %n steps old.",
                                                       nullptr, int(checkpointAge)),
                                      checkpointAge);
    auto* dialog =
        new QuestionDialog(RunQuestions::tr("Training is still running."), age, source, parent);
    dialog->setObjectName(QStringLiteral("closeQuestion"));
    dialog->addButton(QLatin1String(kSaveAndQuit),
                      saves ? RunQuestions::tr("Save and Quit")
                            : RunQuestions::tr("Stop and Quit"));
    dialog->addButton(QLatin1String(kKeepTraining), RunQuestions::tr("Keep Training"));
    dialog->addCancel(QLatin1String(kCancelClose), RunQuestions::tr("Cancel"));
    return dialog;
}

QuestionDialog* makeStopQuestion(qint64 stepsLost, const ThemeSource& source, QWidget* parent)
{
    auto* dialog = new QuestionDialog(
        RunQuestions::tr("Stop without the checkpoint?"),
        counted(RunQuestions::tr("1 step would be lost."),
                RunQuestions::tr("%n steps would be lost.", nullptr, int(stepsLost)), stepsLost),
        source, parent);
    dialog->setObjectName(QStringLiteral("stopQuestion"));
    dialog->addCancel(QLatin1String(kKeepSaving), RunQuestions::tr("Wait for the Checkpoint"));
    dialog->addButton(QLatin1String(kStopWithoutSaving), RunQuestions::tr("Stop Without Saving"));
    return dialog;
}

QuestionDialog* makeFailureDialog(const EngineFailure& failure, const ThemeSource& source,
                                  QWidget* parent)
{
    return makeDetailsDialog(failureText(failure), failure.message, source, parent);
}

QuestionDialog* makeDetailsDialog(const FailureText& text, const QString& details,
                                  const ThemeSource& source, QWidget* parent)
{
    auto* dialog = new QuestionDialog(text.sentence, text.advice, source, parent);
    dialog->setObjectName(QStringLiteral("failureDialog"));
    auto* box = new DetailsBox(details, source, dialog);
    box->setOpen(text.needsDetails);
    dialog->addContent(box);
    dialog->addCancel(QStringLiteral("failure.close"), RunQuestions::tr("Close"));
    return dialog;
}

} // namespace gui
