// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/dialogs/question_dialog.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace gui {

namespace {

constexpr int kTextWidth = 380;

QLabel* addText(QBoxLayout* column, const QString& text, FontRole role, const ThemeSource& source)
{
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setMinimumWidth(kTextWidth);
    followFont(*label, source, role);
    column->addWidget(label);
    return label;
}

} // namespace

QuestionDialog::QuestionDialog(const QString& sentence, const QString& explanation,
                               const ThemeSource& source, QWidget* parent)
    : QDialog(parent), m_source(source), m_column(new QBoxLayout(QBoxLayout::TopToBottom, this)),
      m_buttons(new QBoxLayout(QBoxLayout::LeftToRight))
{
    setAttribute(Qt::WA_DeleteOnClose);
    const int margin = source.theme().space.l;
    m_column->setContentsMargins(margin, margin, margin, margin);
    m_column->setSpacing(source.theme().space.s);
    addText(m_column, sentence, FontRole::Strong, source);
    if (!explanation.isEmpty()) {
        addText(m_column, explanation, FontRole::Body, source);
    }
    m_buttons->setSpacing(source.theme().space.s);
    m_buttons->addStretch(1);
    m_column->addSpacing(source.theme().space.s);
    m_column->addLayout(m_buttons);
    m_column->setSizeConstraint(QLayout::SetFixedSize);
    setAccessibleName(sentence);
}

QPushButton* QuestionDialog::addButton(const QString& name, const QString& text)
{
    auto* button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setMinimumWidth(m_source.theme().size.dialogButtonMinWidth);
    button->setAutoDefault(!m_hasDefault);
    button->setDefault(!m_hasDefault);
    if (!m_hasDefault) {
        button->setFocus();
        m_hasDefault = true;
    }
    connect(button, &QPushButton::clicked, this, [this, name] {
        accept();
        emit chosen(name);
    });
    m_buttons->addWidget(button);
    return button;
}

QPushButton* QuestionDialog::addCancel(const QString& name, const QString& text)
{
    QPushButton* button = addButton(name, text);
    connect(this, &QDialog::rejected, this, [this, name] { emit chosen(name); });
    return button;
}

void QuestionDialog::addContent(QWidget* content)
{
    m_column->insertWidget(m_column->count() - 2, content);
}

} // namespace gui
