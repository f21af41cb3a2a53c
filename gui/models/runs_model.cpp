// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/runs_model.h"

#include "gui/models/run_state_text.h"
#include "gui/settings/number_format.h"

#include <algorithm>

namespace gui {

namespace {

constexpr int kBatchMilliseconds = 100;

bool containsRun(const QList<RunSummary>& runs, RunId id)
{
    return std::any_of(runs.cbegin(), runs.cend(),
                       [id](const RunSummary& r) { return r.id == id; });
}

} // namespace

RunsModel::RunsModel(QObject* parent) : QAbstractListModel(parent)
{
    m_batch.setSingleShot(true);
    m_batch.setInterval(kBatchMilliseconds);
    connect(&m_batch, &QTimer::timeout, this, &RunsModel::announceBatch);
}

void RunsModel::setRuns(const QList<RunSummary>& runs)
{
    announceBatch();
    removeMissingRows(runs);
    for (int row = 0; row < int(runs.size()); ++row) {
        const int old = rowOf(runs.at(row).id);
        if (old < 0) {
            beginInsertRows({}, row, row);
            m_runs.insert(row, withSlot(runs.at(row)));
            endInsertRows();
        } else if (old != row) {
            beginMoveRows({}, old, old, {}, row); // rows above `row` are in place: old > row
            m_runs.move(old, row);
            endMoveRows();
            replaceRow(row, runs.at(row));
        } else {
            replaceRow(row, runs.at(row));
        }
    }
}

void RunsModel::removeMissingRows(const QList<RunSummary>& kept)
{
    for (int row = int(m_runs.size()) - 1; row >= 0; --row) {
        const RunId id = m_runs.at(row).id;
        if (containsRun(kept, id)) {
            continue;
        }
        setShown(id, false);
        beginRemoveRows({}, row, row);
        m_runs.removeAt(row);
        endRemoveRows();
    }
}

void RunsModel::updateRun(const RunSummary& run)
{
    const int row = rowOf(run.id);
    if (row < 0) {
        announceBatch(); // its rows are about to move
        beginInsertRows({}, 0, 0);
        m_runs.prepend(withSlot(run));
        endInsertRows();
        return;
    }
    replaceRow(row, run);
}

void RunsModel::replaceRow(int row, const RunSummary& run)
{
    m_runs[row] = withSlot(run);
    m_firstDirty = m_firstDirty < 0 ? row : std::min(m_firstDirty, row);
    m_lastDirty = std::max(m_lastDirty, row);
    if (!m_batch.isActive()) {
        m_batch.start();
    }
}

void RunsModel::announceBatch()
{
    m_batch.stop();
    if (m_firstDirty < 0) {
        return;
    }
    const int last = std::min(m_lastDirty, int(m_runs.size()) - 1);
    const int first = std::min(m_firstDirty, last);
    m_firstDirty = m_lastDirty = -1;
    if (last >= 0) {
        emit dataChanged(index(first), index(last));
    }
}

const RunSummary* RunsModel::find(RunId run) const
{
    const int row = rowOf(run);
    return row < 0 ? nullptr : &m_runs.at(row);
}

int RunsModel::rowOf(RunId run) const
{
    for (int row = 0; row < int(m_runs.size()); ++row) {
        if (m_runs.at(row).id == run) {
            return row;
        }
    }
    return -1;
}

QList<RunId> RunsModel::shownRuns() const
{
    QList<RunId> ids;
    for (const RunSummary& run : m_runs) {
        if (m_shown.contains(run.id)) {
            ids.append(run.id);
        }
    }
    return ids;
}

void RunsModel::setShown(RunId run, bool shown)
{
    const int row = rowOf(run);
    if (row < 0 || isShown(run) == shown) {
        return;
    }
    if (shown) {
        takeSlot(row);
        m_shown.insert(run);
    } else {
        m_shown.remove(run);
    }
    emit dataChanged(index(row), index(row), {Qt::CheckStateRole, Qt::AccessibleTextRole});
    emit shownChanged(run, shown);
}

RunSummary RunsModel::withSlot(RunSummary run) const
{
    run.colourSlot = m_slots.value(run.id, run.colourSlot);
    return run;
}

void RunsModel::takeSlot(int row)
{
    QSet<int> taken;
    for (const RunSummary& other : std::as_const(m_runs)) {
        if (isShown(other.id)) {
            taken.insert(other.colourSlot);
        }
    }
    int slot = m_runs.at(row).colourSlot;
    if (taken.contains(slot)) {
        for (slot = 0; taken.contains(slot);) {
            ++slot;
        }
    }
    m_runs[row].colourSlot = slot;
    m_slots.insert(m_runs.at(row).id, slot);
}

void RunsModel::setColourSlots(const QHash<RunId, int>& colourSlots)
{
    m_slots = colourSlots;
    for (int row = 0; row < int(m_runs.size()); ++row) {
        replaceRow(row, m_runs.at(row));
    }
}

void RunsModel::setShownRuns(const QList<RunId>& runs)
{
    const QList<RunId> before = shownRuns();
    for (RunId run : before) {
        if (!runs.contains(run)) {
            setShown(run, false);
        }
    }
    for (RunId run : runs) {
        setShown(run, true);
    }
}

int RunsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_runs.size());
}

QVariant RunsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const RunSummary& run = m_runs.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case NameRole:
    case Qt::ToolTipRole:
        return run.name;
    case Qt::CheckStateRole:
        return isShown(run.id) ? Qt::Checked : Qt::Unchecked;
    case Qt::AccessibleTextRole:
        return accessibleText(run);
    case SummaryRole:
        return QVariant::fromValue(run);
    case RunIdRole:
        return run.id;
    default:
        return {};
    }
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::CheckStateRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return false;
    }
    setShown(m_runs.at(index.row()).id, value.toInt() == Qt::Checked);
    return true;
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return Qt::NoItemFlags;
    }
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
        | Qt::ItemNeverHasChildren;
}

QString RunsModel::accessibleText(const RunSummary& run) const
{
    const QString loss =
        run.hasLoss ? tr("loss %1").arg(formatMetric(run.lastLoss, QLocale())) : tr("no loss");
    const QString shown = isShown(run.id) ? tr("shown") : tr("hidden");
    return tr("%1, %2, step %3, %4, %5")
        .arg(run.name, runStateWord(run.state), formatInteger(run.lastStep, QLocale()), loss,
             shown);
}

} // namespace gui
