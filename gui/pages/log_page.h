// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/models/log_model.h"
#include "gui/settings/theme_source.h"

#include <QWidget>

class QLabel;
class QListView;
class QPushButton;

namespace gui {

// The Log page: the engine's lines as they come. It follows the newest line while that is in
// sight; whoever scrolled up stays there.
class LogPage : public QWidget
{
    Q_OBJECT

public:
    LogPage(LogModel& model, const ThemeSource& source, QWidget* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void copy() const;
    void updateCount();

    LogModel& m_model;
    QListView* m_list;
    QLabel* m_count;
    QPushButton* m_copy;
    bool m_atEnd = true;
};

} // namespace gui
