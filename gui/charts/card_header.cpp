// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/card_header.h"

#include "gui/settings/icons.h"
#include "gui/settings/theme_source.h"

#include <QPainter>
#include <QToolButton>

namespace gui {

namespace {

constexpr int kLineKeyLength = 20;

} // namespace

CardHeader::CardHeader(const QString& card, const ThemeSource& theme, QWidget* parent)
    : QWidget(parent), m_title(card), m_theme(theme),
      m_pin(addButton(QStringLiteral("pin"), QStringLiteral("pin"), tr("Pin"))),
      m_maximise(addButton(QStringLiteral("maximise"), QStringLiteral("maximise"), tr("Maximise"))),
      m_more(addButton(QStringLiteral("more"), QStringLiteral("more"), tr("More")))
{
    m_pin->setCheckable(true);
    m_maximise->setCheckable(true);
    connect(m_pin, &QToolButton::clicked, this, &CardHeader::pinToggled);
    connect(m_maximise, &QToolButton::clicked, this, &CardHeader::maximiseToggled);
    connect(m_more, &QToolButton::clicked, this,
            [this] { emit menuWanted(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
}

QToolButton* CardHeader::addButton(const QString& name, const QString& iconName,
                                   const QString& text)
{
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("charts.card.%1.%2").arg(m_title, name));
    button->setIcon(icon(iconName, m_theme, IconRole::Secondary));
    button->setIconSize({14, 14});
    button->setAutoRaise(true);
    button->setToolTip(text);
    button->setAccessibleName(tr("%1, %2").arg(text, m_title));
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void CardHeader::setWide(bool wide)
{
    if (wide != m_wide) {
        m_wide = wide;
        updateGeometry();
        placeButtons();
        update();
    }
}

void CardHeader::setLineKeys(bool training, bool validation, bool test)
{
    m_hasTraining = training;
    m_hasValidation = validation;
    m_hasTest = test;
    update();
}

void CardHeader::setSummary(const CardSummary& summary)
{
    if (!(summary == m_summary)) {
        m_summary = summary;
        update();
    }
}

void CardHeader::setPinned(bool pinned)
{
    m_pin->setChecked(pinned);
}

void CardHeader::setMaximised(bool maximised)
{
    m_maximise->setChecked(maximised);
}

void CardHeader::setButtonsShown(bool shown)
{
    if (shown != m_buttonsShown) {
        m_buttonsShown = shown;
        placeButtons();
        update();
    }
}

int CardHeader::heightFor(const Theme& theme, bool wide)
{
    const int strong = QFontMetrics(theme.font(FontRole::Strong)).height();
    const int caption = QFontMetrics(theme.font(FontRole::Caption)).height();
    return wide ? std::max(theme.size.card.headerWide, strong + 14)
                : std::max(theme.size.card.headerNarrow, strong + caption + 10);
}

QSize CardHeader::sizeHint() const
{
    const Theme& theme = m_theme.theme();
    return {theme.size.card.minWidth, heightFor(theme, m_wide)};
}

void CardHeader::placeButtons()
{
    const int size = m_theme.theme().size.target;
    const int y = m_wide ? (sizeHint().height() - size) / 2 : 4;
    int x = width() - 4;
    for (QToolButton* button : {m_more, m_maximise, m_pin}) {
        x -= size;
        button->setGeometry(x, y, size, size);
        button->setVisible(m_wide || m_buttonsShown);
    }
}

void CardHeader::resizeEvent(QResizeEvent*)
{
    placeButtons();
}

QList<QPair<QString, QPen>> CardHeader::lineKeys() const
{
    const Theme& theme = m_theme.theme();
    QList<QPair<QString, QPen>> keys;
    const auto add = [&](bool present, const QString& text, const LineLook& look) {
        if (present) {
            keys.append({text, Theme::pen(theme.text.secondary, look)});
        }
    };
    add(m_hasTraining, tr("training"), theme.lines.training);
    add(m_hasValidation, tr("validation"), theme.lines.validation);
    add(m_hasTest, tr("test"), theme.lines.test);
    return keys.size() > 1 ? keys : QList<QPair<QString, QPen>>();
}

void CardHeader::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_wide) {
        paintWide(painter);
    } else {
        paintNarrow(painter);
    }
}

int CardHeader::paintLineKey(QPainter& painter, int x, const QString& text, const QPen& pen) const
{
    painter.setPen(pen);
    painter.drawLine(QPointF(x, height() / 2.0 + 0.5),
                     QPointF(x + kLineKeyLength, height() / 2.0 + 0.5));
    painter.setPen(m_theme.theme().text.secondary);
    x += kLineKeyLength + 6;
    painter.drawText(QRect(x, 0, width(), height()), Qt::AlignVCenter, text);
    return x + painter.fontMetrics().horizontalAdvance(text) + 12;
}

void CardHeader::paintWide(QPainter& painter) const
{
    const Theme& theme = m_theme.theme();
    const QFont caption = theme.font(FontRole::Caption);
    const QFont strong = theme.font(FontRole::Strong);
    int right = m_pin->x() - 8;
    for (qsizetype i = m_summary.wide.size(); i-- > 0;) {
        const SummaryPart& part = m_summary.wide[i];
        const auto leftwards = [&](const QString& text, const QFont& font, const QColor& color) {
            if (text.isEmpty()) {
                return;
            }
            painter.setFont(font);
            painter.setPen(color);
            right -= painter.fontMetrics().horizontalAdvance(text);
            painter.drawText(QRect(right, 0, width(), height()), Qt::AlignVCenter, text);
            right -= 4;
        };
        leftwards(part.after, caption, theme.text.secondary);
        leftwards(part.value, strong, part.isDanger ? theme.danger.fg : theme.text.primary);
        leftwards(part.before, caption, theme.text.secondary);
        right -= 8;
    }
    painter.setFont(strong);
    painter.setPen(theme.text.primary);
    const QString title =
        painter.fontMetrics().elidedText(m_title, Qt::ElideMiddle, std::max(0, right - 12));
    painter.drawText(QRect(12, 0, width(), height()), Qt::AlignVCenter, title);
    int x = 12 + painter.fontMetrics().horizontalAdvance(title) + 14;
    painter.setFont(caption);
    for (const auto& [text, pen] : lineKeys()) {
        if (x + kLineKeyLength + 6 + painter.fontMetrics().horizontalAdvance(text) <= right) {
            x = paintLineKey(painter, x, text, pen);
        }
    }
}

void CardHeader::paintNarrow(QPainter& painter) const
{
    const Theme& theme = m_theme.theme();
    painter.setFont(theme.font(FontRole::Strong));
    const QFontMetrics strong = painter.fontMetrics();
    const int top =
        (height() - strong.height() - QFontMetrics(theme.font(FontRole::Caption)).height()) / 2;
    int right = m_buttonsShown ? m_pin->x() - 4 : width() - 8;
    const QRect line(12, top, width(), strong.height());
    if (!m_buttonsShown) {
        right -= strong.horizontalAdvance(m_summary.narrow.value);
        painter.setPen(m_summary.narrow.isDanger ? theme.danger.fg : theme.text.primary);
        painter.drawText(line.translated(right - 12, 0), Qt::AlignVCenter, m_summary.narrow.value);
    }
    painter.setPen(theme.text.primary);
    painter.drawText(line, Qt::AlignVCenter,
                     strong.elidedText(m_title, Qt::ElideMiddle, right - 20));
    painter.setFont(theme.font(FontRole::Caption));
    painter.setPen(theme.text.secondary);
    const QFontMetrics caption = painter.fontMetrics();
    painter.drawText(QRect(12, line.bottom() + 1, width() - 20, caption.height()), Qt::AlignVCenter,
                     caption.elidedText(m_summary.caption, Qt::ElideRight, width() - 20));
}

} // namespace gui
