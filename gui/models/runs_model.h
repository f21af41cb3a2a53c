// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/run_values.h"

#include <QAbstractListModel>
#include <QHash>
#include <QSet>
#include <QTimer>

namespace gui {

// The runs of the store, newest first, and which of them are shown in the charts. The check state
// of a row says whether the run is shown, so that views toggle it by mouse and by Space.
//
// Changes of the live run come often; they are kept and announced together, ten times a second at
// most.
class RunsModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role
    {
        SummaryRole = Qt::UserRole, // RunSummary
        RunIdRole,
        NameRole
    };

    explicit RunsModel(QObject* parent = nullptr);

    // Takes over a new list; rows that stay keep their selection and their shown state.
    void setRuns(const QList<RunSummary>& runs);
    // Replaces the row of the same id, or puts a new row on top. Announced with the next batch.
    void updateRun(const RunSummary& run);
    const QList<RunSummary>& runs() const { return m_runs; }
    const RunSummary* find(RunId run) const; // nullptr when unknown

    bool isShown(RunId run) const { return m_shown.contains(run); }
    int shownCount() const { return int(m_shown.size()); }
    QList<RunId> shownRuns() const; // in list order
    void setShown(RunId run, bool shown);
    void setShownRuns(const QList<RunId>& runs); // all others are hidden

    // Colour and marker: a run that is shown takes the slot it had last time if no shown run uses
    // it, otherwise the lowest free one. The window keeps the slots from one start to the next.
    const QHash<RunId, int>& colourSlots() const { return m_slots; }
    void setColourSlots(const QHash<RunId, int>& colourSlots);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void shownChanged(gui::RunId run, bool shown);

private:
    int rowOf(RunId run) const;
    RunSummary withSlot(RunSummary run) const;
    void takeSlot(int row);
    void replaceRow(int row, const RunSummary& run);
    void removeMissingRows(const QList<RunSummary>& kept);
    void announceBatch();
    QString accessibleText(const RunSummary& run) const;

    QList<RunSummary> m_runs;
    QSet<RunId> m_shown;
    QHash<RunId, int> m_slots; // 0-based, as RunSummary::colourSlot
    int m_firstDirty = -1;
    int m_lastDirty = -1;
    QTimer m_batch;
};

} // namespace gui
