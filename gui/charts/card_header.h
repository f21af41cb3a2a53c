// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/card_summary.h"

#include <QWidget>

class QToolButton;

namespace gui {

class Theme;
class ThemeSource;

// Head of a card. Wide: title, line keys, values and buttons in one line. Narrow: title and value
// above a caption; the buttons cover the value while the pointer or the focus is on the card.
class CardHeader : public QWidget
{
    Q_OBJECT

public:
    CardHeader(const QString& card, const ThemeSource& theme, QWidget* parent);

    void setWide(bool wide);
    void setLineKeys(bool training, bool validation, bool test);
    void setSummary(const CardSummary& summary); // unchanged: nothing is repainted
    void setPinned(bool pinned);
    void setMaximised(bool maximised);
    void setButtonsShown(bool shown); // has an effect in a narrow card only

    static int heightFor(const Theme& theme, bool wide);
    QSize sizeHint() const override;

signals:
    void pinToggled();
    void maximiseToggled();
    void menuWanted(QPoint globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QToolButton* addButton(const QString& name, const QString& icon, const QString& text);
    void placeButtons();
    int paintLineKey(QPainter& painter, int x, const QString& text, const QPen& pen) const;
    void paintWide(QPainter& painter) const;
    void paintNarrow(QPainter& painter) const;

    QString m_title;
    const ThemeSource& m_theme;
    CardSummary m_summary;
    QList<QPair<QString, QPen>> lineKeys() const;
    bool m_wide = false;
    bool m_hasTraining = false;
    bool m_hasValidation = false;
    bool m_hasTest = false;
    bool m_buttonsShown = false;
    QToolButton* m_pin;
    QToolButton* m_maximise;
    QToolButton* m_more;
};

} // namespace gui
