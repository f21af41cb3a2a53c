// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/trouble_banners.h"

#include "gui/dialogs/failure_text.h"
#include "gui/dialogs/question_dialog.h"
#include "gui/dialogs/run_questions.h"
#include "gui/panels/banner_stack.h"
#include "gui/settings/number_format.h"

#include <QPushButton>

#include <algorithm>

namespace gui {

TroubleBanners::TroubleBanners(TrainingController& controller, RunLibrary& library,
                               BannerStack& banners, const ThemeSource& source, QWidget& window)
    : QObject(&window), m_banners(banners), m_source(source), m_window(window)
{
    connect(&controller, &TrainingController::eventRecorded, this, &TroubleBanners::onEvent);
    connect(&controller, &TrainingController::checkpointNotSaved, this,
            [this](qint64 step) { showUnsaved(step, m_unsavedDetails); });
    connect(&controller, &TrainingController::checkpointSaved, this, [this] { remove(m_unsaved); });
    connect(&controller, &TrainingController::checkpointNotPinned, this,
            &TroubleBanners::showNotPinned);
    connect(&controller, &TrainingController::checkpointPinned, this,
            [this] { remove(m_unpinned); });
    connect(&library, &RunLibrary::checkpointNotPinned, this, &TroubleBanners::showNotPinned);
    connect(&library, &RunLibrary::checkpointPinned, this, [this] { remove(m_unpinned); });
    connect(&library, &RunLibrary::runNotRemoved, this,
            [this, &library](RunId run, const EngineFailure& failure) {
                const QList<RunSummary> runs = library.runs();
                const auto found =
                    std::find_if(runs.cbegin(), runs.cend(),
                                 [run](const RunSummary& one) { return one.id == run; });
                showNotRemoved(found != runs.cend() ? found->name : tr("The run"), failure);
            });
    connect(&library, &RunLibrary::runRemoved, this, [this] { remove(m_unremoved); });
    connect(&controller, &TrainingController::runOpened, this, [this] {
        m_unsavedDetails.clear();
        remove(m_unsaved);
        remove(m_unwritable); // its writer is another one
    });
    connect(&controller, &TrainingController::storeTrouble, this, &TroubleBanners::showUnwritable);
    connect(&library, &RunLibrary::readingFailed, this, &TroubleBanners::showUnreadable);
    connect(&library, &RunLibrary::readingWorks, this, [this] { remove(m_unreadable); });
}

void TroubleBanners::onEvent(const RunEvent& event)
{
    if (event.kind == RunEventKind::CheckpointFailed) {
        m_unsavedDetails = event.message;
        showUnsaved(event.step, event.message);
    }
}

void TroubleBanners::showUnsaved(qint64 step, const QString& details)
{
    show(m_unsaved,
         {tr("The checkpoint for step %1 was not saved. Training goes on.")
              .arg(formatInteger(step, QLocale())),
          tr("It is tried again as planned. A full disk is the usual reason: make some room.")},
         details);
}

void TroubleBanners::showNotPinned(const CheckpointPin& asked, const EngineFailure& failure)
{
    const QString sentence = asked.isPinned
        ? tr("The checkpoint for step %1 could not be marked as kept. It may still be deleted.")
        : tr("The checkpoint for step %1 could not be let go. It is still kept.");
    const QString advice = failure.code == u"FailedPrecondition"
        ? tr("Another program trains in its folder. Try again once it has ended.")
        : failure.code == u"NotFound"
        ? tr("Its files are no longer there.")
        : tr("Its folder or the run store could not be written: make some room there, or allow it, "
             "then try again.");
    show(m_unpinned, {sentence.arg(formatInteger(asked.step, QLocale())), advice}, failure.message);
}

void TroubleBanners::showNotRemoved(const QString& name, const EngineFailure& failure)
{
    show(m_unremoved,
         {tr("%1 could not be moved to the trash. Nothing was changed.").arg(name),
          failure.code == u"PermissionDenied"
              ? tr("The run store cannot be written: it is read-only.")
              : tr("The run store did not take the change. Details say why.")},
         failure.message);
}

void TroubleBanners::showUnwritable(const QString& reason)
{
    if (reason.isEmpty()) {
        remove(m_unwritable);
        return;
    }
    show(m_unwritable,
         {tr("The run store cannot be written at the moment. Training goes on."),
          tr("What is measured waits in memory and is written once it works again.")},
         reason);
}

void TroubleBanners::showUnreadable(const EngineFailure& failure)
{
    show(m_unreadable,
         {tr("The run store cannot be read at the moment."),
          tr("Training is not affected. Reading is tried again every two seconds.")},
         failure.message);
}

void TroubleBanners::show(QPointer<Banner>& place, const FailureText& text, const QString& details)
{
    remove(place);
    place = m_banners.add(BannerKind::Warning, text.sentence, text.advice);
    if (!details.isEmpty()) {
        QPushButton* button = place->addButton(QStringLiteral("details"), tr("Show Details"));
        FailureText open = text;
        open.needsDetails = true; // they were asked for
        connect(button, &QPushButton::clicked, this, [this, open, details] {
            makeDetailsDialog(open, details, m_source, &m_window)->open();
        });
    }
    m_banners.announce(place);
}

void TroubleBanners::remove(QPointer<Banner>& place)
{
    if (place) {
        m_banners.remove(place);
        place.clear();
    }
}

} // namespace gui
