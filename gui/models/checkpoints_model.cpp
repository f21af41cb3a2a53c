// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/checkpoints_model.h"

#include "gui/settings/number_format.h"

#include <algorithm>
#include <cmath>

namespace gui {

void CheckpointsModel::setCheckpoints(QList<CheckpointInfo> checkpoints)
{
    std::sort(checkpoints.begin(), checkpoints.end(),
              [](const CheckpointInfo& a, const CheckpointInfo& b) { return a.step > b.step; });
    beginResetModel();
    m_checkpoints = std::move(checkpoints);
    findBest();
    endResetModel();
}

void CheckpointsModel::add(const CheckpointInfo& checkpoint)
{
    int row = 0;
    while (row < int(m_checkpoints.size()) && m_checkpoints.at(row).step > checkpoint.step) {
        ++row;
    }
    if (rowOfStep(checkpoint.step) == row) {
        m_checkpoints[row] = checkpoint;
    } else {
        beginInsertRows({}, row, row);
        m_checkpoints.insert(row, checkpoint);
        endInsertRows();
    }
    findBest();
    emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void CheckpointsModel::remove(const QList<qint64>& steps)
{
    for (const qint64 step : steps) {
        if (const int row = rowOfStep(step); row >= 0) {
            beginRemoveRows({}, row, row);
            m_checkpoints.removeAt(row);
            endRemoveRows();
        }
    }
    findBest();
    if (!m_checkpoints.isEmpty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

void CheckpointsModel::setPinned(qint64 step, bool isPinned)
{
    if (const int row = rowOfStep(step); row >= 0) {
        m_checkpoints[row].isPinned = isPinned;
        emit dataChanged(index(row, MarksColumn), index(row, MarksColumn));
    }
}

int CheckpointsModel::rowOfStep(qint64 step) const
{
    for (int row = 0; row < int(m_checkpoints.size()); ++row) {
        if (m_checkpoints.at(row).step == step) {
            return row;
        }
    }
    return -1;
}

void CheckpointsModel::findBest()
{
    const CheckpointInfo* best = nullptr;
    double largest = 0;
    for (const CheckpointInfo& checkpoint : m_checkpoints) {
        const bool usable = checkpoint.complete && std::isfinite(checkpoint.loss);
        if (usable && (!best || checkpoint.loss < best->loss)) {
            best = &checkpoint;
        }
        if (std::isfinite(checkpoint.loss)) {
            largest = std::max(largest, std::abs(checkpoint.loss));
        }
    }
    m_bestStep = best ? best->step : -1;
    m_lossDecimals = metricDecimals(largest);
}

int CheckpointsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_checkpoints.size());
}

int CheckpointsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString CheckpointsModel::lossText(double loss) const
{
    if (std::isnan(loss)) {
        return kUnknown;
    }
    return std::isinf(loss) ? formatMetric(loss, QLocale())
                            : formatFixed(loss, m_lossDecimals, QLocale());
}

QString CheckpointsModel::displayText(const CheckpointInfo& checkpoint, int column) const
{
    switch (column) {
    case StepColumn:
        return formatInteger(checkpoint.step, QLocale());
    case LossColumn:
        return lossText(checkpoint.loss);
    case SizeColumn:
        return formatBytes(checkpoint.bytes, QLocale());
    default:
        return {};
    }
}

QString CheckpointsModel::copyText(const CheckpointInfo& checkpoint, int column) const
{
    switch (column) {
    case StepColumn:
        return QString::number(checkpoint.step);
    case LossColumn:
        return formatExact(checkpoint.loss);
    case SizeColumn:
        return QString::number(checkpoint.bytes);
    default:
        return (checkpoint.isPinned ? QStringLiteral("kept, ") : QString())
            + (checkpoint.complete ? QStringLiteral("complete") : QStringLiteral("damaged"));
    }
}

QString CheckpointsModel::marksText(const CheckpointInfo& checkpoint) const
{
    QStringList marks;
    if (checkpoint.isPinned) {
        marks.append(tr("kept"));
    }
    if (checkpoint.step == m_bestStep) {
        marks.append(tr("lowest loss"));
    }
    marks.append(checkpoint.complete ? tr("complete") : tr("damaged"));
    return marks.join(QStringLiteral(", "));
}

QVariant CheckpointsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const CheckpointInfo& checkpoint = m_checkpoints.at(index.row());
    const bool marks = index.column() == MarksColumn;
    switch (role) {
    case Qt::DisplayRole:
        return displayText(checkpoint, index.column());
    case CopyRole:
        return copyText(checkpoint, index.column());
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return marks ? marksText(checkpoint) : QVariant();
    case Qt::TextAlignmentRole:
        return int(Qt::AlignRight | Qt::AlignVCenter);
    case MarksRole: {
        QStringList icons;
        if (checkpoint.isPinned) {
            icons.append(QStringLiteral("pin"));
        }
        if (checkpoint.step == m_bestStep) {
            icons.append(QStringLiteral("star"));
        }
        icons.append(checkpoint.complete ? QStringLiteral("good") : QStringLiteral("alert"));
        return icons;
    }
    default:
        return {};
    }
}

QVariant CheckpointsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return int(Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case StepColumn:
        return tr("Step");
    case LossColumn:
        return tr("Loss");
    case SizeColumn:
        return tr("Size");
    default:
        return {};
    }
}

} // namespace gui
