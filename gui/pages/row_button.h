// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QAbstractButton>

class QAction;

namespace gui {

// A row of a list of things to do: icon, words, keys at the right edge; it triggers `action`.
class RowButton : public QAbstractButton
{
    Q_OBJECT

public:
    RowButton(QAction* action, const ThemeSource& source, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const ThemeSource& m_source;
    QString m_keys;
};

} // namespace gui
