// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings/theme_source.h"

#include <QApplication>
#include <QWidget>

namespace gui {

ThemeSource::ThemeSource(StyleChoice choice, bool reducedMotion, QObject* parent)
    : QObject(parent), m_choice(choice), m_reducedMotion(reducedMotion),
      m_desktop(Theme::kindForWindow(QApplication::palette().color(QPalette::Window)))
{
    select();
    m_announcedKind = m_theme.kind;
    m_announcedFont = QApplication::font();
}

void ThemeSource::setChoice(StyleChoice choice)
{
    if (m_choice == choice) {
        return;
    }
    m_choice = choice;
    select();
    // Qt asks the style for the application palette again only when a palette is set; one without
    // colours of its own leaves everything to the style.
    QApplication::setPalette(QPalette());
    applicationChanged();
}

void ThemeSource::noteDesktop(const QColor& desktopWindow)
{
    m_desktop = Theme::kindForWindow(desktopWindow);
    select();
}

void ThemeSource::applicationChanged()
{
    if (m_announcedKind == m_theme.kind && m_announcedFont == QApplication::font()) {
        return;
    }
    m_announcedKind = m_theme.kind;
    m_announcedFont = QApplication::font();
    emit changed();
}

void ThemeSource::select()
{
    ThemeKind kind = m_desktop;
    if (m_choice != StyleChoice::FollowDesktop) {
        kind = m_choice == StyleChoice::Dark ? ThemeKind::Dark : ThemeKind::Light;
    }
    if (!m_loaded || m_theme.kind != kind) {
        m_theme = Theme::builtIn(kind, m_reducedMotion);
        m_loaded = true;
    }
}

void followColor(QWidget& widget, const ThemeSource& source, QPalette::ColorRole role,
                 std::function<QColor(const Theme&)> color)
{
    const auto apply = [&widget, &source, role, color = std::move(color)] {
        QPalette palette = widget.palette();
        palette.setColor(role, color(source.theme()));
        widget.setPalette(palette);
    };
    apply();
    QObject::connect(&source, &ThemeSource::changed, &widget, apply);
}

void followFont(QWidget& widget, const ThemeSource& source, FontRole role)
{
    const auto apply = [&widget, &source, role] { widget.setFont(source.theme().font(role)); };
    apply();
    QObject::connect(&source, &ThemeSource::changed, &widget, apply);
}

} // namespace gui
