// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/readout_panel.h"

#include "gui/panels/line_label.h"
#include "gui/panels/secondary_label.h"
#include "gui/panels/section_head.h"
#include "gui/panels/table_parts.h"
#include "gui/settings/fonts.h"
#include "gui/settings/icons.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <numeric>

namespace gui {

namespace {

constexpr int kRows = 3; // two runs and their difference
constexpr int kNarrowName = 96;

// The run's marker before its name, as everywhere.
class RunNameDelegate : public QStyledItemDelegate
{
public:
    RunNameDelegate(const ThemeSource& source, QObject* parent)
        : QStyledItemDelegate(parent), m_source(source)
    { }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const QVariant slot = index.data(ReadoutModel::ColourSlotRole);
        if (index.column() == 0 && slot.isValid()) {
            option->features |= QStyleOptionViewItem::HasDecoration;
            option->icon = markerIcon(slot.toInt() + 1, true, m_source);
            option->decorationSize = QSize(16, 16);
        } else if (!slot.isValid()) {
            option->palette.setColor(QPalette::Text, m_source.theme().text.secondary);
        }
    }

private:
    const ThemeSource& m_source;
};

} // namespace

ReadoutPanel::ReadoutPanel(const ThemeSource& source, QWidget* parent)
    : QWidget(parent), m_source(source), m_table(new QTableView(this)), m_strip(makeStrip())
{
    m_table->setObjectName(QStringLiteral("readout.table"));
    m_table->setAccessibleName(tr("Readout"));
    m_table->setModel(&m_model);
    prepareTable(*m_table, source);
    m_table->setItemDelegate(new RunNameDelegate(source, m_table));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    QHeaderView* header = m_table->horizontalHeader();
    header->hide(); // until there is something to head
    header->setStretchLastSection(true);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &ReadoutPanel::fitColumns);
    connect(&source, &ThemeSource::changed, this, &ReadoutPanel::fitColumns);
    m_table->installEventFilter(this);
    m_table->viewport()->installEventFilter(this);
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        const RunId run = index.data(ReadoutModel::RunIdRole).toLongLong();
        if (run != 0) {
            emit runClicked(run);
        }
    });

    m_empty = new SecondaryLabel(tr("The values under the crosshair appear here, run by run."),
                                 FontRole::Body, source, m_table->viewport());
    m_empty->setAlignment(Qt::AlignCenter);
    auto* cover = new QHBoxLayout(m_table->viewport());
    cover->setContentsMargins(0, 0, 0, 0);
    cover->addWidget(m_empty);

    auto* column = new QVBoxLayout(this);
    const int margin = source.theme().space.s;
    column->setContentsMargins(margin, 0, margin, margin);
    column->addWidget(m_table);
}

QList<int> ReadoutPanel::columnWidths(int margin, int widestName) const
{
    const QFontMetrics metrics = m_table->fontMetrics();
    const int number = metrics.horizontalAdvance(QStringLiteral("−0.8888"));
    const QAbstractItemView& view = *m_table; // QTableView hides sizeHintForColumn
    QList<int> widths;
    for (int column = 0; column < m_model.columnCount(); ++column) {
        const QString head = m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const int values = std::max(number, metrics.horizontalAdvance(head)) + margin;
        const int names = std::min(view.sizeHintForColumn(0), widestName);
        widths.append(column == 0 ? std::max(values, names) : values);
    }
    return widths;
}

void ReadoutPanel::fitColumns()
{
    // Widths come from heads and formats, not from the values: nothing moves when those change.
    const Space space = m_source.theme().space;
    const int room = m_table->viewport()->width();
    QList<int> widths = columnWidths(space.l, QWIDGETSIZE_MAX);
    int sum = std::accumulate(widths.cbegin(), widths.cend(), 0);
    if (sum > room) { // closer together, and the run's name elided, before anything is out of sight
        widths = columnWidths(space.s, kNarrowName);
        sum = std::accumulate(widths.cbegin(), widths.cend(), 0);
    }
    const int columns = int(widths.size());
    const int spare = std::max(0, room - sum) / std::max(1, columns);
    for (int column = 0; column < columns; ++column) {
        m_table->horizontalHeader()->resizeSection(column, widths.at(column) + spare);
    }
    // A scroll bar takes its room from the window, not from the last row.
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, m_table);
    setMinimumHeight(sum > room ? sizeHint().height() + bar : 0);
}

QWidget* ReadoutPanel::makeStrip()
{
    auto* strip = new QWidget(this);
    m_position = new LineLabel(m_source, strip);
    m_position->setObjectName(QStringLiteral("readout.position"));
    m_position->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_freeze = makeIconButton(QStringLiteral("pin"), tr("Freeze the readout (F)"), m_source, strip);
    m_freeze->setObjectName(QStringLiteral("readout.freeze"));
    m_freeze->setCheckable(true);
    connect(m_freeze, &QToolButton::toggled, this, &ReadoutPanel::frozenChanged);
    QToolButton* copyButton =
        makeIconButton(QStringLiteral("copy"), tr("Copy the readout"), m_source, strip);
    copyButton->setObjectName(QStringLiteral("readout.copy"));
    connect(copyButton, &QToolButton::clicked, this, &ReadoutPanel::copy);

    auto* row = new QHBoxLayout(strip);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(m_source.theme().space.xs);
    row->addWidget(m_position, 1);
    row->addWidget(m_freeze);
    row->addWidget(copyButton);
    return strip;
}

void ReadoutPanel::showTable(const ReadoutTable& table)
{
    if (isFrozen()) {
        return;
    }
    m_model.setTable(table);
    m_empty->setVisible(table.rows.isEmpty());
    m_table->horizontalHeader()->setVisible(!table.rows.isEmpty());
    m_position->setText(table.position);
}

bool ReadoutPanel::isFrozen() const
{
    return m_freeze->isChecked();
}

void ReadoutPanel::setFrozen(bool frozen)
{
    m_freeze->setChecked(frozen);
}

void ReadoutPanel::selectRun(RunId run)
{
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const QModelIndex index = m_model.index(row, 0);
        if (run != 0 && index.data(ReadoutModel::RunIdRole).toLongLong() == run) {
            m_table->selectRow(row);
            return;
        }
    }
    m_table->clearSelection();
}

QSize ReadoutPanel::sizeHint() const
{
    const int row = rowHeight(m_table->fontMetrics());
    return {400, (kRows + 1) * row + m_source.theme().space.s + 2};
}

void ReadoutPanel::copy() const
{
    QGuiApplication::clipboard()->setText(m_model.text());
}

bool ReadoutPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Copy)) {
            copy();
            return true;
        }
        if (key->key() == Qt::Key_F && key->modifiers() == Qt::NoModifier) {
            setFrozen(!isFrozen());
            return true;
        }
    }
    if (watched == m_table->viewport() && event->type() == QEvent::Resize) {
        fitColumns();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace gui
