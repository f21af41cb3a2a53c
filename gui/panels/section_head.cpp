// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/section_head.h"

#include "gui/panels/secondary_label.h"
#include "gui/settings/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace gui {

SectionHead::SectionHead(const QString& title, const ThemeSource& source, QWidget* parent)
    : QWidget(parent), m_source(source)
{
    auto* label = new QLabel(title, this);
    followFont(*label, source, FontRole::Strong);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(source.theme().space.s);
    row->addWidget(label);
    row->addWidget(new Divider(source, this), 1);
    row->addStrut(source.theme().size.row);
}

QToolButton* SectionHead::addButton(const QString& iconName, const QString& name)
{
    QToolButton* button = makeIconButton(iconName, name, m_source, this);
    layout()->addWidget(button);
    return button;
}

QToolButton* makeIconButton(const QString& iconName, const QString& name, const ThemeSource& source,
                            QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setIcon(icon(iconName, source, IconRole::Secondary));
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(name);
    button->setToolTip(name);
    const int target = source.theme().size.target;
    button->setMinimumSize(target, target);
    return button;
}

} // namespace gui
