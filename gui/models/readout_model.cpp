// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/readout_model.h"

#include "gui/settings/number_format.h"

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

// NaN and missing values come before every number.
bool lessValue(std::optional<double> a, std::optional<double> b)
{
    const bool knownA = a && !std::isnan(*a);
    const bool knownB = b && !std::isnan(*b);
    return knownA && knownB ? *a < *b : !knownA && knownB;
}

bool sameColumns(const QList<ReadoutColumn>& a, const QList<ReadoutColumn>& b)
{
    return std::equal(
        a.cbegin(), a.cend(), b.cbegin(), b.cend(),
        [](const ReadoutColumn& x, const ReadoutColumn& y) { return x.label == y.label; });
}

} // namespace

void ReadoutModel::setTable(const ReadoutTable& table)
{
    const int rows = rowsFor(table);
    if (rows == rowCount() && sameColumns(table.columns, m_table.columns)) {
        m_table = table;
        sortRows();
        if (rows > 0) {
            emit dataChanged(index(0, 0), index(rows - 1, columnCount() - 1));
        }
        return;
    }
    beginResetModel();
    m_table = table;
    sortRows();
    endResetModel();
}

QString ReadoutModel::text() const
{
    QString text = QStringLiteral("run");
    for (const ReadoutColumn& column : m_table.columns) {
        text += u'\t' + column.label;
    }
    text += u'\n';
    for (const ReadoutRow& row : m_table.rows) {
        text += row.name;
        for (qsizetype i = 0; i < row.values.size(); ++i) {
            text += u'\t';
            if (const std::optional<double> entry = row.values.at(i)) {
                text += withApproximation(formatExact(*entry), !row.approximate.value(i));
            }
        }
        text += u'\n';
    }
    return text;
}

int ReadoutModel::rowsFor(const ReadoutTable& table)
{
    const int runs = int(table.rows.size());
    return runs == 2 ? runs + 1 : runs;
}

int ReadoutModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : rowsFor(m_table);
}

int ReadoutModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : 1 + int(m_table.columns.size());
}

std::optional<double> ReadoutModel::value(int row, int column) const
{
    if (!isDifference(row)) {
        return m_table.rows.at(row).values.value(column);
    }
    const std::optional<double> first = value(0, column);
    const std::optional<double> second = value(1, column);
    return first && second ? std::optional<double>(*first - *second) : std::nullopt;
}

QString ReadoutModel::displayText(int row, int column) const
{
    if (column == 0) {
        return isDifference(row) ? tr("Δ first − second") : m_table.rows.at(row).name;
    }
    const std::optional<double> number = value(row, column - 1);
    if (!number) {
        return kUnknown;
    }
    const int decimals = m_table.columns.at(column - 1).decimals;
    const QString shown = isDifference(row) ? formatDifference(*number, decimals, QLocale())
                                            : formatFixed(*number, decimals, QLocale());
    return withApproximation(shown, !isApproximate(row, column - 1));
}

bool ReadoutModel::isApproximate(int row, int column) const
{
    if (!isDifference(row)) {
        return m_table.rows.at(row).approximate.value(column);
    }
    return isApproximate(0, column) || isApproximate(1, column);
}

QVariant ReadoutModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const bool difference = isDifference(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return displayText(index.row(), index.column());
    case Qt::ToolTipRole: // a long name is elided in the view
        return index.column() == 0 ? QVariant(displayText(index.row(), 0)) : QVariant();
    case Qt::TextAlignmentRole:
        return int((index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case ColourSlotRole:
        return difference ? QVariant() : QVariant(m_table.rows.at(index.row()).slot);
    case RunIdRole:
        return difference ? RunId(0) : m_table.rows.at(index.row()).run;
    default:
        return {};
    }
}

QVariant ReadoutModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return int((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && section > 0
        && m_table.columns.value(section - 1).form == ReadoutColumn::Form::Smoothed) {
        return tr("Smoothed as in the charts");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    return section == 0 ? tr("Run") : m_table.columns.value(section - 1).label;
}

void ReadoutModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    emit layoutAboutToBeChanged();
    const QList<ReadoutRow> before = m_table.rows;
    sortRows();
    const QModelIndexList persistent = persistentIndexList();
    for (const QModelIndex& old : persistent) {
        if (isDifference(old.row())) {
            continue;
        }
        const RunId run = before.at(old.row()).run;
        const auto now = std::find_if(m_table.rows.cbegin(), m_table.rows.cend(),
                                      [run](const ReadoutRow& row) { return row.run == run; });
        changePersistentIndex(old, index(int(now - m_table.rows.cbegin()), old.column()));
    }
    emit layoutChanged();
}

void ReadoutModel::sortRows()
{
    if (m_sortColumn < 0) {
        return;
    }
    const auto less = [this](const ReadoutRow& a, const ReadoutRow& b) {
        if (m_sortColumn == 0) {
            return a.name.localeAwareCompare(b.name) < 0;
        }
        return lessValue(a.values.value(m_sortColumn - 1), b.values.value(m_sortColumn - 1));
    };
    const bool ascending = m_sortOrder == Qt::AscendingOrder;
    std::stable_sort(m_table.rows.begin(), m_table.rows.end(),
                     [&](const ReadoutRow& a, const ReadoutRow& b) {
                         return ascending ? less(a, b) : less(b, a);
                     });
}

} // namespace gui
