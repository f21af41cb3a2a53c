// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"

#include <QAbstractTableModel>

namespace gui {

// Checkpoints of one run, newest first. The last column says what is true of each: complete or
// damaged, which one has the lowest loss, which are kept for good; views draw it as icons.
class CheckpointsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        StepColumn,
        LossColumn,
        SizeColumn,
        MarksColumn,
        ColumnCount
    };
    enum Role
    {
        MarksRole = Qt::UserRole, // QStringList of icon names
        CopyRole // full precision, C locale
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setCheckpoints(QList<CheckpointInfo> checkpoints);
    void add(const CheckpointInfo& checkpoint); // replaces one of the same step
    void remove(const QList<qint64>& steps); // other rows keep their selection
    void setPinned(qint64 step, bool isPinned);
    const QList<CheckpointInfo>& checkpoints() const { return m_checkpoints; }
    const CheckpointInfo& at(int row) const { return m_checkpoints.at(row); }
    int rowOfStep(qint64 step) const; // -1 when there is none

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void findBest();
    QString lossText(double loss) const;
    QString displayText(const CheckpointInfo& checkpoint, int column) const;
    QString copyText(const CheckpointInfo& checkpoint, int column) const;
    QString marksText(const CheckpointInfo& checkpoint) const;

    QList<CheckpointInfo> m_checkpoints;
    qint64 m_bestStep = -1;
    int m_lossDecimals = 4; // one number of decimals down the column
};

} // namespace gui
