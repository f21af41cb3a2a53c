// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QFrame>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace gui {

enum class BannerKind
{
    Danger,
    Warning,
    Info
};

// An alert that stays until it is answered: a strong sentence, the cause under it, at most three
// buttons. When the text does not fit beside them, the buttons go to a second line.
class Banner : public QFrame
{
    Q_OBJECT

public:
    Banner(BannerKind kind, const QString& sentence, const QString& cause,
           const ThemeSource& source, QWidget* parent = nullptr);

    // The first button is the default one. `name` completes the object name: "banner.inspect".
    QPushButton* addButton(const QString& name, const QString& text, const QString& iconName = {});
    QPushButton* defaultButton() const { return m_default; }
    QString sentence() const;

signals:
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QLabel* addLine(const QString& text, FontRole role);
    void arrange();
    SemanticColors colors() const;

    BannerKind m_kind;
    const ThemeSource& m_source;
    QBoxLayout* m_body;
    QBoxLayout* m_lines;
    QBoxLayout* m_buttons;
    QLabel* m_sentence = nullptr;
    QPushButton* m_default = nullptr;
    QWidget* m_close;
};

} // namespace gui
