// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/empty_state.h"

#include "gui/panels/icon_label.h"
#include "gui/panels/secondary_label.h"
#include "gui/settings/icons.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace gui {

namespace {

constexpr int kSentenceWidth = 380;

} // namespace

EmptyState::EmptyState(const QString& iconName, const QString& title, const QString& sentence,
                       const ThemeSource& source, QWidget* parent)
    : QWidget(parent), m_source(source),
      m_sentence(new SecondaryLabel(sentence, FontRole::Body, source, this)),
      m_column(new QBoxLayout(QBoxLayout::TopToBottom, this)),
      m_buttons(new QBoxLayout(QBoxLayout::LeftToRight))
{
    const Theme& theme = source.theme();
    auto* picture =
        new IconLabel(icon(iconName, source, IconRole::Secondary), theme.iconSize.emptyState, this);
    auto* titleLabel = new QLabel(title, this);
    titleLabel->setAlignment(Qt::AlignCenter);
    followFont(*titleLabel, source, FontRole::Title);
    m_sentence->setAlignment(Qt::AlignCenter);
    m_sentence->setWordWrap(true);
    m_sentence->setMinimumWidth(kSentenceWidth);
    m_sentence->setMaximumWidth(kSentenceWidth);

    // In a layout of its own, which asks for the height of all its lines.
    auto* middle = new QHBoxLayout;
    middle->addStretch(1);
    middle->addWidget(m_sentence);
    middle->addStretch(1);
    m_buttons->setSpacing(theme.space.s);
    m_buttons->addStretch(1);
    m_buttons->addStretch(1);
    m_column->setSpacing(theme.space.s);
    m_column->addStretch(1);
    m_column->addWidget(picture, 0, Qt::AlignHCenter);
    m_column->addWidget(titleLabel);
    m_column->addLayout(middle);
    m_column->addSpacing(theme.space.xs);
    m_column->addLayout(m_buttons);
    m_column->addStretch(1);
}

void EmptyState::setSentence(const QString& sentence)
{
    m_sentence->setText(sentence);
}

QPushButton* EmptyState::addButton(const QString& name, const QString& text,
                                   const QString& iconName)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setAutoDefault(false);
    const bool first = m_buttons->count() == 2; // the two stretches
    button->setDefault(first);
    if (!iconName.isEmpty()) {
        button->setIcon(icon(iconName, m_source));
    }
    m_buttons->insertWidget(m_buttons->count() - 1, button);
    return button;
}

void EmptyState::addHint(const QString& text)
{
    auto* hint = new SecondaryLabel(text, FontRole::Caption, m_source, this);
    hint->setAlignment(Qt::AlignCenter);
    m_column->insertWidget(m_column->count() - 1, hint);
}

} // namespace gui
