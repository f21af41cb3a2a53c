// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme.h"

#include <QObject>

#include <functional>

class QWidget;

namespace gui {

enum class StyleChoice
{
    FollowDesktop,
    Light,
    Dark
};

// Holds the theme in force and says when it is another one. Made once by the application, handed
// to widgets by reference, outlives them.
//
// Switching: gui::Style reports the desktop's colours (noteDesktop) whenever Qt builds the
// application palette; the application passes on QEvent::ApplicationPaletteChange and
// QEvent::ApplicationFontChange to applicationChanged(), which emits changed() when pens, fonts or
// icons have to be read again.
class ThemeSource : public QObject
{
    Q_OBJECT

public:
    explicit ThemeSource(StyleChoice choice = StyleChoice::FollowDesktop,
                         bool reducedMotion = false, QObject* parent = nullptr);

    const Theme& theme() const { return m_theme; }
    StyleChoice choice() const { return m_choice; }

    // Takes effect at once when a gui::Style is installed.
    void setChoice(StyleChoice choice);

    // Chooses light or dark by the desktop's window colour, unless the person chose. No signal.
    void noteDesktop(const QColor& desktopWindow);
    void applicationChanged();

signals:
    void changed();

private:
    void select();

    StyleChoice m_choice;
    bool m_reducedMotion;
    ThemeKind m_desktop = ThemeKind::Light;
    Theme m_theme;
    bool m_loaded = false;
    ThemeKind m_announcedKind = ThemeKind::Light;
    QFont m_announcedFont;
};

// Keep one palette role or the font of a widget equal to the theme's, now and after each change.
// Example: followColor(page, source, QPalette::Window, [](const Theme& t) { return t.surface.page;
// })
void followColor(QWidget& widget, const ThemeSource& source, QPalette::ColorRole role,
                 std::function<QColor(const Theme&)> color);
void followFont(QWidget& widget, const ThemeSource& source, FontRole role);

} // namespace gui
