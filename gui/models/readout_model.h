// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/models/readout_table.h"

#include <QAbstractTableModel>

namespace gui {

// The readout of the charts as a table: a row a run, and the signed difference of the two under
// them when two are shown. Sorting moves the runs; the difference stays last and follows their
// order.
class ReadoutModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role
    {
        ColourSlotRole = Qt::UserRole, // int; invalid in the row of the difference
        RunIdRole // 0 in the row of the difference
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setTable(const ReadoutTable& table);
    const ReadoutTable& table() const { return m_table; }
    QString text() const; // TSV with a head line; C locale, full precision

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override; // column < 0: the order of the runs list

private:
    static int rowsFor(const ReadoutTable& table);
    bool isDifference(int row) const { return row == int(m_table.rows.size()); }
    std::optional<double> value(int row, int column) const;
    bool isApproximate(int row, int column) const; // `column` as in the table's columns
    QString displayText(int row, int column) const;
    void sortRows();

    ReadoutTable m_table;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace gui
