// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/application.h"

#include "gui/settings/icons.h"
#include "gui/settings/style.h"

#include <QEvent>
#include <QLibraryInfo>
#include <QLocale>

namespace gui {

Application::Application(int& argc, char** argv) : QApplication(argc, argv)
{
    setApplicationDisplayName(QStringLiteral("Trainspotter"));
    setDesktopFileName(QStringLiteral("trainspotter"));
}

Application::~Application() = default;

void Application::nameProgram()
{
    setApplicationName(QStringLiteral("trainspotter"));
    setApplicationVersion(QStringLiteral(TRAINSPOTTER_VERSION));
}

void Application::installStyle(ThemeSource& source)
{
    m_source = &source;
    source.noteDesktop(palette().color(QPalette::Window));
    setStyle(new Style(source)); // the application owns its style
    setWindowIcon(applicationIcon());
}

void Application::installLanguage(const QString& language)
{
    const QLocale locale = language.isEmpty() ? QLocale() : QLocale(language);
    QLocale::setDefault(locale);
    if (m_translator.load(locale, QStringLiteral("trainspotter"), QStringLiteral("_"),
                          QStringLiteral(":/i18n"))) {
        installTranslator(&m_translator);
    }
    if (m_qtTranslator.load(locale, QStringLiteral("qtbase"), QStringLiteral("_"),
                            QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        installTranslator(&m_qtTranslator);
    }
    setLayoutDirection(locale.textDirection());
}

bool Application::event(QEvent* event)
{
    const bool concernsTheme = event->type() == QEvent::ApplicationPaletteChange
        || event->type() == QEvent::ApplicationFontChange;
    const bool handled = QApplication::event(event);
    if (concernsTheme && m_source != nullptr) {
        m_source->applicationChanged();
    }
    return handled;
}

} // namespace gui
