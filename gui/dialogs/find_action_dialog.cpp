// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/dialogs/find_action_dialog.h"

#include "gui/settings/fonts.h"
#include "gui/settings/icons.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPointer>
#include <QSortFilterProxyModel>
#include <QVBoxLayout>

namespace gui {

namespace {

constexpr int kWidth = 440;
constexpr int kRows = 10;
constexpr int kEntryRole = Qt::UserRole;

} // namespace

FindActionDialog::FindActionDialog(const QList<ActionEntry>& entries, const ThemeSource& source,
                                   QWidget* parent)
    : QDialog(parent), m_entries(entries), m_filter(new QSortFilterProxyModel(this)),
      m_field(new QLineEdit(this)), m_list(new QListView(this))
{
    setObjectName(QStringLiteral("findAction"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Find Action"));
    fill(entries);
    m_filter->setSourceModel(&m_items);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);

    m_field->setObjectName(QStringLiteral("findAction.field"));
    m_field->setAccessibleName(tr("Find action"));
    m_field->setPlaceholderText(tr("What do you want to do?"));
    m_field->addAction(icon(QStringLiteral("search"), source, IconRole::Secondary),
                       QLineEdit::LeadingPosition);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filter->setFilterFixedString(text);
        m_list->setCurrentIndex(m_filter->index(0, 0));
    });
    connect(m_field, &QLineEdit::returnPressed, this, &FindActionDialog::runCurrent);

    m_list->setObjectName(QStringLiteral("findAction.list"));
    m_list->setAccessibleName(tr("Actions"));
    m_list->setModel(m_filter);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setUniformItemSizes(true);
    m_list->setMinimumHeight(kRows * rowHeight(fontMetrics()));
    m_list->setCurrentIndex(m_filter->index(0, 0));
    connect(m_list, &QListView::activated, this, &FindActionDialog::runCurrent);
    connect(m_list, &QListView::clicked, this, &FindActionDialog::runCurrent);

    auto* column = new QVBoxLayout(this);
    const int margin = source.theme().space.s;
    column->setContentsMargins(margin, margin, margin, margin);
    column->addWidget(m_field);
    column->addWidget(m_list);
    setMinimumWidth(kWidth);
}

void FindActionDialog::fill(const QList<ActionEntry>& entries)
{
    for (int i = 0; i < int(entries.size()); ++i) {
        const ActionEntry& entry = entries.at(i);
        const QString keys = entry.action->shortcut().toString(QKeySequence::NativeText);
        const QString text = keys.isEmpty() ? entry.path : tr("%1   (%2)").arg(entry.path, keys);
        auto* item = new QStandardItem(entry.action->icon(), text);
        item->setData(i, kEntryRole);
        item->setEnabled(entry.action->isEnabled());
        item->setToolTip(entry.action->toolTip());
        m_items.appendRow(item);
    }
}

void FindActionDialog::runCurrent()
{
    const QModelIndex index = m_list->currentIndex();
    if (!index.isValid() || !index.flags().testFlag(Qt::ItemIsEnabled)) {
        return;
    }
    // Closed first: the action may open a dialog of its own.
    const QPointer<QAction> action = m_entries.at(index.data(kEntryRole).toInt()).action;
    accept();
    if (action) {
        action->trigger();
    }
}

bool FindActionDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp
            || key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace gui
