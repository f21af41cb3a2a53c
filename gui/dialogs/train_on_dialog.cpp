// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/dialogs/train_on_dialog.h"

#include "gui/settings/number_format.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace gui {

namespace {

constexpr int kMostSteps = 100'000'000;
constexpr int kLeastOffered = 100;

} // namespace

TrainOnDialog::TrainOnDialog(qint64 stepsDone, const ThemeSource& source, QWidget* parent)
    : QDialog(parent), m_steps(new QSpinBox(this))
{
    setObjectName(QStringLiteral("trainOn"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Train On"));
    m_steps->setObjectName(QStringLiteral("trainOn.steps"));
    m_steps->setAccessibleName(tr("More steps"));
    m_steps->setRange(1, kMostSteps);
    m_steps->setGroupSeparatorShown(false);
    m_steps->setAlignment(Qt::AlignRight);
    // Half as many again is what people mostly want after looking at the curve.
    m_steps->setValue(int(std::clamp<qint64>(stepsDone / 2, kLeastOffered, kMostSteps)));
    m_steps->setSingleStep(std::max(1, m_steps->value() / 10));

    auto* head = new QLabel(
        tr("The run is at step %1. Train on for").arg(formatInteger(stepsDone, locale())), this);
    auto* buttons = new QDialogButtonBox(this);
    QPushButton* go = buttons->addButton(tr("Train On"), QDialogButtonBox::AcceptRole);
    go->setObjectName(QStringLiteral("trainOn.start"));
    go->setDefault(true);
    QPushButton* cancel = buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    cancel->setObjectName(QStringLiteral("trainOn.cancel"));
    cancel->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(this, &QDialog::accepted, this, [this] { emit stepsChosen(m_steps->value()); });

    auto* form = new QFormLayout(this);
    const int margin = source.theme().space.l;
    form->setContentsMargins(margin, margin, margin, margin);
    form->setFieldGrowthPolicy(QFormLayout::FieldsStayAtSizeHint);
    form->addRow(head);
    form->addRow(tr("More steps"), m_steps);
    form->addRow(buttons);
}

} // namespace gui
