// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "gui/settings/theme_source.h"

#include <QMainWindow>

class QBoxLayout;

namespace gui {

// A window with every kind of control the style paints, arranged like the real one, so that a
// picture of it can be laid beside the design. Controls that tests look at have object names.
class Gallery : public QMainWindow
{
    Q_OBJECT

public:
    explicit Gallery(const ThemeSource& source);

private:
    void addMenus();
    void addToolBar();
    void addRunsDock();
    void addInspectorDock();
    void addPages();
    void addStatusBar();
    QWidget* makeControls();

    const ThemeSource& m_source;
};

} // namespace gui
