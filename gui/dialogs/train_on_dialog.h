// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QDialog>

class QSpinBox;

namespace gui {

// Asks by how many steps a finished run is to be trained on.
class TrainOnDialog : public QDialog
{
    Q_OBJECT

public:
    TrainOnDialog(qint64 stepsDone, const ThemeSource& source, QWidget* parent);

signals:
    void stepsChosen(qint64 moreSteps);

private:
    QSpinBox* m_steps;
};

} // namespace gui
