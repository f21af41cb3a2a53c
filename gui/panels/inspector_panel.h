// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_details.h"
#include "gui/models/checkpoints_model.h"
#include "gui/models/hyper_parameters_model.h"
#include "gui/settings/theme_source.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace gui {

class LiveControl;

// Content of the Inspector dock: live controls of the open run; settings, checkpoints and, if it
// failed, what ended the selected run.
class InspectorPanel : public QWidget
{
    Q_OBJECT

public:
    InspectorPanel(const ThemeSource& source, QWidget* parent = nullptr);

    // The open run. Live controls are operable only while it can take changes.
    void showRun(const RunDescription& description);
    // A run that is not open: its settings, without live controls.
    void showStoredRun(const RunDetails& details);
    void showFailure(const QString& text); // the engine's words; empty for none
    void setLive(bool live);
    LiveControl* learningRate() const { return m_learningRate; }

    // Checkpoints of the selected run. `blocked` says why none of them can be continued from now;
    // empty when they can.
    void showCheckpoints(RunId run, const QList<CheckpointInfo>& checkpoints);
    void addCheckpoint(const CheckpointInfo& checkpoint); // ignored for another run
    void removeCheckpoints(const QList<qint64>& steps); // a chosen one leaves nothing chosen
    void setPinned(qint64 step, bool isPinned); // of the selected run
    void setContinueBlocked(const QString& reason);
    void setKeepBlocked(const QString& reason); // why none can be kept or let go; empty: they can
    void clear(); // back to the empty state

signals:
    void continueAsked(gui::RunId run, qint64 step);
    void keepAsked(const gui::CheckpointInfo& checkpoint, bool isKept);

private:
    QWidget* makeFailure();
    QWidget* makeLiveControls();
    QWidget* makeHyperParameters();
    QWidget* makeCheckpoints();
    void showParameters(const QList<QPair<QString, QString>>& parameters);
    int chosenRow() const; // of the checkpoints; -1 when none is selected
    void fitTables(); // heights and least widths, by the font
    void updateButtons();
    void updateContinue();
    void updateKeep();
    void updateSections();

    const ThemeSource& m_source;
    HyperParametersModel m_parameters;
    CheckpointsModel m_checkpoints;
    RunId m_checkpointsRun = 0;
    bool m_isOpen = false; // the run shown
    QString m_blocked;
    QString m_keepBlocked;
    LiveControl* m_learningRate = nullptr;
    QTableView* m_parameterTable = nullptr;
    QTableView* m_checkpointTable = nullptr;
    QPushButton* m_continue = nullptr;
    QPushButton* m_keep = nullptr;
    QLabel* m_failure = nullptr;
    QLabel* m_empty;
    QWidget* m_failureSection;
    QWidget* m_liveSection;
    QWidget* m_parameterSection;
    QWidget* m_checkpointSection;
};

} // namespace gui
