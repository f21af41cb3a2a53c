// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/runs_filter_model.h"

#include "gui/models/run_state_text.h"
#include "gui/models/runs_model.h"

#include <algorithm>

namespace gui {

void RunsFilterModel::setFilterText(const QString& text)
{
    m_words = text.split(u' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

bool RunsFilterModel::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    const auto run = index.data(RunsModel::SummaryRole).value<RunSummary>();
    const QString text = run.name + u' ' + runStateWord(run.state);
    return std::all_of(m_words.cbegin(), m_words.cend(), [&text](const QString& word) {
        return text.contains(word, Qt::CaseInsensitive);
    });
}

} // namespace gui
