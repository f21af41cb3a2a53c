// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QApplication>
#include <QTranslator>

namespace gui {

// The application object: name, icon, style, translations. Tells the theme when the desktop's
// colours or fonts change.
class Application final : public QApplication
{
    Q_OBJECT

public:
    // `argv` is given without --style, which Qt would take for the name of a QStyle.
    Application(int& argc, char** argv);
    ~Application() override;

    // Name and version, for messages from before the application exists.
    static void nameProgram();

    // Installs the house style; once, before the first widget.
    void installStyle(ThemeSource& source);
    // Qt's and our texts in this language (empty: the desktop's), and its number formats.
    void installLanguage(const QString& language);

protected:
    bool event(QEvent* event) override;

private:
    ThemeSource* m_source = nullptr;
    QTranslator m_translator;
    QTranslator m_qtTranslator;
};

} // namespace gui
