// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/banner.h"

#include "gui/panels/icon_label.h"
#include "gui/panels/section_head.h"
#include "gui/settings/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace gui {

namespace {

constexpr int kStripe = 4;
constexpr int kMinHeight = 56;
constexpr int kIcon = 24;

QString iconOf(BannerKind kind)
{
    return kind == BannerKind::Danger ? QStringLiteral("danger")
        : kind == BannerKind::Warning ? QStringLiteral("alert")
                                      : QStringLiteral("info");
}

IconRole roleOf(BannerKind kind)
{
    return kind == BannerKind::Danger ? IconRole::Danger
        : kind == BannerKind::Warning ? IconRole::Warning
                                      : IconRole::Accent;
}

} // namespace

Banner::Banner(BannerKind kind, const QString& sentence, const QString& cause,
               const ThemeSource& source, QWidget* parent)
    : QFrame(parent), m_kind(kind), m_source(source),
      m_body(new QBoxLayout(QBoxLayout::LeftToRight)),
      m_lines(new QBoxLayout(QBoxLayout::TopToBottom)),
      m_buttons(new QBoxLayout(QBoxLayout::LeftToRight))
{
    setObjectName(QStringLiteral("banner"));
    const Space space = source.theme().space;
    auto* picture = new IconLabel(icon(iconOf(kind), source, roleOf(kind)), kIcon, this);
    QToolButton* close =
        makeIconButton(QStringLiteral("close"), tr("Close the alert"), source, this);
    m_close = close;
    close->setObjectName(QStringLiteral("banner.close"));
    connect(close, &QToolButton::clicked, this, &Banner::closed);

    m_lines->setSpacing(0);
    m_sentence = addLine(sentence, FontRole::Strong);
    if (!cause.isEmpty()) {
        addLine(cause, FontRole::Body);
    }
    m_buttons->setSpacing(space.s);
    m_buttons->addStretch(1);
    m_body->setSpacing(space.m);
    m_body->addLayout(m_lines, 1);
    m_body->addLayout(m_buttons);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kStripe + space.m, space.s, space.m, space.s);
    row->setSpacing(space.m);
    row->addStrut(kMinHeight - 2 * space.s); // a minimum height would hide the layout's own
    row->addWidget(picture);
    row->addLayout(m_body, 1);
    row->addWidget(close);

    setAccessibleName(sentence);
    setAccessibleDescription(cause);
}

QLabel* Banner::addLine(const QString& text, FontRole role)
{
    auto* label = new QLabel(text, this);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    followFont(*label, m_source, role);
    const BannerKind kind = m_kind;
    followColor(*label, m_source, QPalette::WindowText, [kind](const Theme& theme) {
        return kind == BannerKind::Danger ? theme.danger.onTint
            : kind == BannerKind::Warning ? theme.warning.onTint
                                          : theme.info.onTint;
    });
    m_lines->addWidget(label);
    return label;
}

QPushButton* Banner::addButton(const QString& name, const QString& text, const QString& iconName)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(QStringLiteral("banner.") + name);
    button->setAutoDefault(false);
    if (!m_default) {
        m_default = button;
        button->setDefault(true);
    }
    if (!iconName.isEmpty()) {
        button->setIcon(icon(iconName, m_source));
    }
    m_buttons->addWidget(button);
    setTabOrder(button, m_close);
    arrange();
    return button;
}

QString Banner::sentence() const
{
    return m_sentence->text();
}

SemanticColors Banner::colors() const
{
    const Theme& theme = m_source.theme();
    return m_kind == BannerKind::Danger ? theme.danger
        : m_kind == BannerKind::Warning ? theme.warning
                                        : theme.info;
}

void Banner::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), colors().tint);
    const int left = layoutDirection() == Qt::RightToLeft ? width() - kStripe : 0;
    painter.fillRect(QRect(left, 0, kStripe, height()), colors().solid);
    painter.fillRect(QRect(0, 0, width(), 1), m_source.theme().outline.subtle);
}

void Banner::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    arrange();
}

void Banner::arrange()
{
    const int text = QFontMetrics(m_sentence->font()).horizontalAdvance(m_sentence->text());
    const int room =
        width() - m_buttons->sizeHint().width() - 3 * kIcon - 5 * m_source.theme().space.m;
    const auto direction = text > room ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    if (m_body->direction() != direction) {
        m_body->setDirection(direction);
    }
}

} // namespace gui
