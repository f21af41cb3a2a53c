// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/dialogs/shortcuts_dialog.h"

#include "gui/settings/fonts.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace gui {

namespace {

constexpr QSize kSize{520, 480};

struct ChartKey
{
    const char* keys;
    const char* what;
};

constexpr ChartKey kChartKeys[] = {
    {"← →", QT_TRANSLATE_NOOP("gui::ShortcutsDialog", "Chart: move the crosshair by a step")},
    {"Tab", QT_TRANSLATE_NOOP("gui::ShortcutsDialog", "Chart: next curve")},
    {"+ −", QT_TRANSLATE_NOOP("gui::ShortcutsDialog", "Chart: zoom in and out")},
    {"X, Y", QT_TRANSLATE_NOOP("gui::ShortcutsDialog", "Chart: zoom one axis, with Shift out")},
    {"Home", QT_TRANSLATE_NOOP("gui::ShortcutsDialog", "Chart: fit everything")},
    {"End", QT_TRANSLATE_NOOP("gui::ShortcutsDialog", "Chart: follow the live edge")},
    {"Backspace", QT_TRANSLATE_NOOP("gui::ShortcutsDialog", "Chart: previous view")},
    {"L", QT_TRANSLATE_NOOP("gui::ShortcutsDialog", "Chart: logarithmic scale")},
    {"R", QT_TRANSLATE_NOOP("gui::ShortcutsDialog", "Chart: raw values")},
    {"S", QT_TRANSLATE_NOOP("gui::ShortcutsDialog", "Chart: smoothing")},
    {"F", QT_TRANSLATE_NOOP("gui::ShortcutsDialog", "Chart: freeze the readout")},
};

} // namespace

ShortcutsDialog::ShortcutsDialog(const QList<ActionEntry>& entries, const ThemeSource& source,
                                 QWidget* parent)
    : QDialog(parent)
{
    setObjectName(QStringLiteral("shortcuts"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keyboard Shortcuts"));
    m_items.setHorizontalHeaderLabels({tr("Keys"), tr("Action")});
    for (const ActionEntry& entry : entries) {
        if (!entry.action->shortcut().isEmpty()) {
            addRow(entry.action->shortcut().toString(QKeySequence::NativeText), entry.path);
        }
    }
    for (const ChartKey& key : kChartKeys) {
        addRow(QString::fromUtf8(key.keys), tr(key.what));
    }

    auto* table = new QTableView(this);
    table->setObjectName(QStringLiteral("shortcuts.table"));
    table->setAccessibleName(tr("Keyboard shortcuts"));
    table->setModel(&m_items);
    table->setShowGrid(false);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(rowHeight(fontMetrics()));
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setObjectName(QStringLiteral("shortcuts.close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    const int margin = source.theme().space.l;
    column->setContentsMargins(margin, margin, margin, margin);
    column->addWidget(table);
    column->addWidget(buttons);
    resize(kSize);
}

void ShortcutsDialog::addRow(const QString& keys, const QString& what)
{
    m_items.appendRow({new QStandardItem(keys), new QStandardItem(what)});
}

} // namespace gui
