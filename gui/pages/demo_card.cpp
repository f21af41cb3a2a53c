// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/demo_card.h"

#include "gui/panels/secondary_label.h"
#include "gui/settings/icons.h"
#include "gui/settings/style.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace gui {

DemoCard::DemoCard(const Content& content, const ThemeSource& source, QWidget* parent)
    : QFrame(parent),
      m_start(new QPushButton(icon(QStringLiteral("start"), source), tr("Start"), this))
{
    makeCard(*this);
    m_start->setObjectName(QStringLiteral("start.demo.") + content.preset);
    m_start->setAccessibleName(tr("Start %1").arg(content.title));
    m_start->setAutoDefault(false);
    connect(m_start, &QPushButton::clicked, this, &DemoCard::startAsked);

    auto* picture = new DemoPicture(content.picture, source, this);

    auto* title = new QLabel(content.title, this);
    followFont(*title, source, FontRole::Strong);
    auto* sentence = new SecondaryLabel(content.sentence, FontRole::Body, source, this);
    sentence->setWordWrap(true);
    sentence->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    auto* size = new SecondaryLabel(content.size, FontRole::Caption, source, this);

    const Space space = source.theme().space;
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(0, 0, 0, 0);
    foot->addWidget(size, 1);
    foot->addWidget(m_start);
    auto* texts = new QVBoxLayout;
    texts->setContentsMargins(space.m, space.m, space.m, space.m);
    texts->setSpacing(space.xxs);
    texts->addWidget(title);
    texts->addWidget(sentence, 1);
    texts->addSpacing(space.s);
    texts->addLayout(foot);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addWidget(picture);
    column->addWidget(new Divider(source, this));
    column->addLayout(texts, 1);
}

} // namespace gui
