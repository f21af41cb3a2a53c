// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QWidget>

class QToolButton;

namespace gui {

// Head of a section in a dock: a strong word and a line to the right edge, then a button if the
// section has one.
class SectionHead : public QWidget
{
    Q_OBJECT

public:
    SectionHead(const QString& title, const ThemeSource& source, QWidget* parent = nullptr);

    QToolButton* addButton(const QString& iconName, const QString& name);

private:
    const ThemeSource& m_source;
};

// A 24 px button that shows an icon only; `name` is its accessible name and tool tip.
QToolButton* makeIconButton(const QString& iconName, const QString& name, const ThemeSource& source,
                            QWidget* parent);

} // namespace gui
