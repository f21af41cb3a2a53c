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

namespace gui {

// Content of the Runs dock: filter, list, and a foot that counts runs and acts on the selected
// one. A click on a row selects the run and asks to show it; on the marker it shows or hides it.
// actions() are what can be done with the selected run: show or hide, show only, move to the trash.
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
    void menuAsked(gui::RunId run, const QPoint& at); // its context menu; screen coordinates

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeActions();
    QWidget* makeFoot();
    void askForMenu(const QPoint& position);
    bool toggleAt(const QPoint& position); // whether a marker is there
    void updateActions();

    RunsModel& m_model;
    const ThemeSource& m_source;
    RunsFilterModel* m_filter;
    QLineEdit* m_filterField;
    QListView* m_list;
    QLabel* m_empty;
    QLabel* m_count = nullptr;
    QAction* m_show;
    QAction* m_showOnly;
    QAction* m_remove;
    bool m_isMarkerPressed = false;
};

} // namespace gui
