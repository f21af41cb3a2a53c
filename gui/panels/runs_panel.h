// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/models/runs_filter_model.h"
#include "gui/models/runs_model.h"
#include "gui/settings/theme_source.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QListView;
class QToolButton;

namespace gui {

// Content of the Runs dock: filter, list, and a foot that counts runs and acts on the selected
// one. A click on a row selects the run and asks to show it; on the marker it shows or hides it.
class RunsPanel : public QWidget
{
    Q_OBJECT

public:
    RunsPanel(RunsModel& model, const ThemeSource& source, QWidget* parent = nullptr);

    RunId selectedRun() const; // 0: none
    void select(RunId run);
    void focusFilter();

signals:
    void selected(gui::RunId run); // 0: none
    void showAsked(gui::RunId run); // its row was clicked, or Return pressed on it
    void showOnlyAsked(const QList<gui::RunId>& runs);
    void removeAsked(gui::RunId run);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeFoot();
    bool toggleAt(const QPoint& position); // whether a marker is there
    void updateFoot();

    RunsModel& m_model;
    const ThemeSource& m_source;
    RunsFilterModel* m_filter;
    QLineEdit* m_filterField;
    QListView* m_list;
    QLabel* m_empty;
    QLabel* m_count = nullptr;
    QToolButton* m_showOnly = nullptr;
    QToolButton* m_remove = nullptr;
    bool m_isMarkerPressed = false;
};

} // namespace gui
