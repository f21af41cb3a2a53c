// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QStringList>

namespace gui {

// The newest lines of the log. It keeps `capacity` lines and counts those it let go, so that the
// page can say how many are missing; the engine's own log file has them all.
class LogModel : public QAbstractListModel
{
    Q_OBJECT

public:
    explicit LogModel(int capacity = 10'000, QObject* parent = nullptr);

    void append(const QString& line);
    void setLines(const QStringList& lines); // in place of all others
    qint64 droppedLines() const { return m_dropped; }
    QString text(const QModelIndexList& rows) const; // lines of these rows, in list order
    QString text() const; // every line that is kept

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    int m_capacity;
    QStringList m_lines;
    qint64 m_dropped = 0;
};

} // namespace gui
