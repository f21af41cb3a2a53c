// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/log_model.h"

#include <algorithm>

namespace gui {

LogModel::LogModel(int capacity, QObject* parent) : QAbstractListModel(parent), m_capacity(capacity)
{ }

void LogModel::append(const QString& line)
{
    // A tenth at a time: letting one line go per line that comes would move all others each time.
    if (m_lines.size() >= m_capacity) {
        const int count = std::max(1, m_capacity / 10);
        beginRemoveRows({}, 0, count - 1);
        m_lines.remove(0, count);
        m_dropped += count;
        endRemoveRows();
    }
    const int row = int(m_lines.size());
    beginInsertRows({}, row, row);
    m_lines.append(line);
    endInsertRows();
}

void LogModel::setLines(const QStringList& lines)
{
    beginResetModel();
    m_dropped = std::max<qint64>(0, lines.size() - m_capacity);
    m_lines = lines.mid(m_dropped);
    endResetModel();
}

QString LogModel::text(const QModelIndexList& rows) const
{
    QList<int> sorted;
    for (const QModelIndex& index : rows) {
        sorted.append(index.row());
    }
    std::sort(sorted.begin(), sorted.end());
    QStringList lines;
    for (int row : sorted) {
        lines.append(m_lines.at(row));
    }
    return lines.join(u'\n');
}

QString LogModel::text() const
{
    return m_lines.join(u'\n');
}

int LogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_lines.size());
}

QVariant LogModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    return role == Qt::DisplayRole ? QVariant(m_lines.at(index.row())) : QVariant();
}

} // namespace gui
