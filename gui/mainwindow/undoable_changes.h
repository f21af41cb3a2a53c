// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"

#include <QHash>
#include <QObject>
#include <QPointer>

class QUndoStack;

namespace gui {

class Banner;
class BannerStack;
class LiveControl;
class RunLibrary;
class RunsModel;
class RunsPanel;
class TrainingController;
enum class BannerKind;

// What a person changes and can take back: which runs are shown, runs moved to the trash, the
// learning rate. Where the change is not to be seen where it was made, or is a hundredfold, a
// banner says so and offers to take it back; it goes with the next change.
class UndoableChanges : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        TrainingController& controller;
        RunLibrary& runLibrary;
        RunsModel& model;
        RunsPanel& runs;
        LiveControl& learningRate;
        BannerStack& banners;
        QUndoStack& stack;
    };

    // Listens to panel and control.
    UndoableChanges(const Parts& parts, QObject* parent);

    void removeRun(RunId run);

private:
    void onRemoved(RunId run);
    void onNotRemoved(RunId run);
    void changeLearningRate(double before, double after);
    void offerUndo(BannerKind kind, const QString& sentence, const QString& cause,
                   const QString& button);
    void removeOffer();
    void dropStale();

    Parts m_parts;
    QHash<RunId, RunSummary> m_leaving; // the store has not answered yet
    QPointer<Banner> m_offer; // for the newest change
};

} // namespace gui
