// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/models/checkpoints_model.h"
#include "gui/models/hyper_parameters_model.h"
#include "gui/settings/theme_source.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace gui {

class LiveControl;

// Content of the Inspector dock: live controls of the open run, its settings, and the checkpoints
// of the selected run.
class InspectorPanel : public QWidget
{
    Q_OBJECT

public:
    InspectorPanel(const ThemeSource& source, QWidget* parent = nullptr);

    // The open run. Live controls are operable only while it can take changes.
    void showRun(const RunDescription& description);
    void setLive(bool live);
    LiveControl* learningRate() const { return m_learningRate; }

    // Checkpoints of the selected run. `blocked` says why none of them can be continued from now;
    // empty when they can.
    void showCheckpoints(RunId run, const QList<CheckpointInfo>& checkpoints);
    void addCheckpoint(const CheckpointInfo& checkpoint); // ignored for another run
    void setContinueBlocked(const QString& reason);
    void clear(); // back to the empty state

signals:
    void continueAsked(gui::RunId run, qint64 step);

private:
    QWidget* makeLiveControls();
    QWidget* makeHyperParameters();
    QWidget* makeCheckpoints();
    void fitTables(); // heights and least widths, by the font
    void updateContinue();
    void updateSections();

    const ThemeSource& m_source;
    HyperParametersModel m_parameters;
    CheckpointsModel m_checkpoints;
    RunId m_checkpointsRun = 0;
    bool m_hasDescription = false;
    QString m_blocked;
    LiveControl* m_learningRate = nullptr;
    QTableView* m_parameterTable = nullptr;
    QTableView* m_checkpointTable = nullptr;
    QPushButton* m_continue = nullptr;
    QLabel* m_empty;
    QWidget* m_liveSection;
    QWidget* m_parameterSection;
    QWidget* m_checkpointSection;
};

} // namespace gui
