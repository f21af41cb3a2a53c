// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/dialogs/details_box.h"

#include "gui/settings/icons.h"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>

namespace gui {

namespace {

constexpr int kLines = 6;

} // namespace

DetailsBox::DetailsBox(const QString& text, const ThemeSource& source, QWidget* parent)
    : QWidget(parent), m_source(source), m_toggle(new QToolButton(this)),
      m_text(new QPlainTextEdit(text, this))
{
    m_toggle->setObjectName(QStringLiteral("details.toggle"));
    m_toggle->setText(tr("Details"));
    m_toggle->setAccessibleName(tr("Details"));
    m_toggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toggle->setAutoRaise(true);
    m_toggle->setCheckable(true);
    connect(m_toggle, &QToolButton::toggled, this, &DetailsBox::showText);

    m_text->setObjectName(QStringLiteral("details.text"));
    m_text->setAccessibleName(tr("Details"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    followFont(*m_text, source, FontRole::Mono);
    m_text->setFixedHeight(m_text->fontMetrics().lineSpacing() * kLines);

    auto* copy = new QPushButton(tr("Copy"), this);
    copy->setObjectName(QStringLiteral("details.copy"));
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_text->toPlainText()); });
    m_copy = copy;

    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(source.theme().space.s);
    grid->addWidget(m_toggle, 0, 0);
    grid->addWidget(m_copy, 0, 2);
    grid->addWidget(m_text, 1, 0, 1, 3);
    grid->setColumnStretch(1, 1);
    showText(false);
}

void DetailsBox::setOpen(bool open)
{
    m_toggle->setChecked(open);
}

void DetailsBox::showText(bool shown)
{
    m_toggle->setIcon(icon(shown ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right"),
                           m_source, IconRole::Secondary));
    m_text->setVisible(shown);
    m_copy->setVisible(shown);
}

} // namespace gui
