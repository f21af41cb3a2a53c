// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QAbstractButton>

namespace gui {

// A button that looks like a word in a sentence or a table: underlined under the pointer, with the
// focus ring of all buttons.
class LinkButton : public QAbstractButton
{
    Q_OBJECT

public:
    enum class Look
    {
        Accent,
        Text
    };

    LinkButton(const QString& text, Look look, const ThemeSource& source,
               QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Look m_look;
    const ThemeSource& m_source;
};

} // namespace gui
