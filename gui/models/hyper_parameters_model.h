// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QList>
#include <QPair>
#include <QString>

namespace gui {

// Names and values of the settings a run was started with, in the order of the job.
class HyperParametersModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        NameColumn,
        ValueColumn,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setParameters(const QList<QPair<QString, QString>>& parameters);
    QString text() const; // one "name<TAB>value" a line

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    QList<QPair<QString, QString>> m_parameters;
};

} // namespace gui
