// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/dialogs/about_dialog.h"

#include "gui/settings/icons.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace gui {

namespace {

constexpr int kIcon = 64;
constexpr int kTextWidth = 360;

QLabel* textLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setMinimumWidth(kTextWidth);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setFocusPolicy(Qt::NoFocus);
    return label;
}

} // namespace

AboutDialog::AboutDialog(const ThemeSource& source, QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("about"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("About Trainspotter"));

    auto* picture = new QLabel(this);
    picture->setPixmap(applicationIcon().pixmap(QSize(kIcon, kIcon), devicePixelRatioF()));
    auto* name = new QLabel(QStringLiteral("Trainspotter"), this);
    followFont(*name, source, FontRole::Title);
    const QString number = QCoreApplication::applicationVersion();
    QLabel* version = textLabel(number.isEmpty() ? QString() : tr("Version %1").arg(number), this);
    version->setVisible(!number.isEmpty());

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setObjectName(QStringLiteral("about.close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* grid = new QGridLayout(this);
    const int margin = source.theme().space.l;
    grid->setContentsMargins(margin, margin, margin, margin);
    grid->setHorizontalSpacing(margin);
    grid->addWidget(picture, 0, 0, 2, 1, Qt::AlignTop);
    grid->addWidget(name, 0, 1);
    grid->addWidget(version, 1, 1);
    grid->addWidget(
        textLabel(tr("Trains neural networks and shows the training while it happens."), this), 2,
        1);
    grid->addWidget(textLabel(tr("Nothing leaves this computer: the program has no network code. "
                                 "Runs are kept in one file, checkpoints in ordinary folders."),
                              this),
                    3, 1);
    grid->addWidget(textLabel(tr("The window is licensed under GPL 3 or later, the engine under "
                                 "Apache 2.0. It uses Qt, QCustomPlot, Highway, Eigen and SQLite."),
                              this),
                    4, 1);
    grid->addWidget(buttons, 5, 1);
    grid->setSizeConstraint(QLayout::SetFixedSize);
}

} // namespace gui
