// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/models/readout_model.h"
#include "gui/settings/theme_source.h"

#include <QWidget>

class QLabel;
class QTableView;
class QToolButton;

namespace gui {

class LineLabel;

// Content of the Readout dock: the values under the crosshair, run by run. While it is frozen it
// keeps what it shows. The strip with position, freeze and copy belongs into the dock's title.
class ReadoutPanel : public QWidget
{
    Q_OBJECT

public:
    ReadoutPanel(const ThemeSource& source, QWidget* parent = nullptr);

    QWidget* titleStrip() const { return m_strip; }
    void showTable(const ReadoutTable& table); // ignored while frozen
    bool isFrozen() const;
    void setFrozen(bool frozen);
    void selectRun(RunId run);

    QSize sizeHint() const override;

signals:
    void frozenChanged(bool frozen);
    void runClicked(gui::RunId run);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeStrip();
    QList<int> columnWidths(int margin, int widestName) const;
    void fitColumns();
    void copy() const;

    const ThemeSource& m_source;
    ReadoutModel m_model;
    QTableView* m_table;
    QLabel* m_empty = nullptr;
    LineLabel* m_position = nullptr;
    QToolButton* m_freeze = nullptr;
    QWidget* m_strip;
};

} // namespace gui
