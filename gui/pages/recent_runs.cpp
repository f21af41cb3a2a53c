// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/recent_runs.h"

#include "gui/models/run_state_text.h"
#include "gui/pages/friendly_date.h"
#include "gui/pages/link_button.h"
#include "gui/panels/icon_label.h"
#include "gui/panels/run_row_delegate.h"
#include "gui/panels/secondary_label.h"
#include "gui/settings/icons.h"
#include "gui/settings/number_format.h"
#include "gui/settings/style.h"

#include <QGridLayout>

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

constexpr int kRows = 5;
constexpr int kRowHeight = 39;
constexpr int kIcon = 16;

enum Column
{
    RunColumn,
    StateColumn,
    StepColumn,
    LossColumn,
    UsedColumn,
    ColumnCount
};

} // namespace

RecentRuns::RecentRuns(const ThemeSource& source, QWidget* parent)
    : QFrame(parent), m_source(source)
{
    makeCard(*this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    rebuild();
}

void RecentRuns::setRuns(const QList<RunSummary>& runs)
{
    m_runs = runs;
    std::stable_sort(m_runs.begin(), m_runs.end(), [](const RunSummary& a, const RunSummary& b) {
        return a.lastUsed > b.lastUsed;
    });
    m_runs = m_runs.mid(0, kRows);
    // While another page trains, the list changes every two seconds behind it.
    m_isStale = true;
    if (isVisible()) {
        rebuild();
    }
}

void RecentRuns::showEvent(QShowEvent* event)
{
    if (m_isStale) {
        rebuild();
    }
    QFrame::showEvent(event);
}

void RecentRuns::rebuild()
{
    m_isStale = false;
    if (m_content) {
        m_content->hide();
        m_content->deleteLater(); // this may be the answer to a click inside it
    }
    m_content = m_runs.isEmpty() ? makeEmpty() : makeTable(m_runs);
    layout()->addWidget(m_content);
}

QWidget* RecentRuns::makeEmpty()
{
    auto* empty = new QWidget(this);
    auto* text = new SecondaryLabel(
        tr("No runs yet. Everything you train is kept here,\nin one file on this computer."),
        FontRole::Body, m_source, empty);
    text->setAlignment(Qt::AlignCenter);
    auto* column = new QVBoxLayout(empty);
    column->setSpacing(m_source.theme().space.s);
    column->addStretch(1);
    column->addWidget(
        new IconLabel(icon(QStringLiteral("runs"), m_source, IconRole::Secondary), 32, empty), 0,
        Qt::AlignHCenter);
    column->addWidget(text);
    column->addStretch(1);
    empty->setMinimumHeight(kRows * kRowHeight);
    return empty;
}

QWidget* RecentRuns::makeTable(const QList<RunSummary>& runs)
{
    auto* table = new QWidget(this);
    auto* grid = new QGridLayout(table);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(0);
    grid->setVerticalSpacing(0);
    addHead(*grid);
    for (int i = 0; i < int(runs.size()); ++i) {
        addRow(*grid, i + 1, runs.at(i));
    }
    grid->setColumnStretch(StateColumn, 1);
    grid->setRowStretch(int(runs.size()) + 1, 1);
    return table;
}

void RecentRuns::addHead(QGridLayout& grid)
{
    const QString titles[ColumnCount] = {tr("Run"), tr("State"), tr("Step"), tr("Loss"),
                                         tr("Last used")};
    for (int column = 0; column < ColumnCount; ++column) {
        auto* label = new SecondaryLabel(titles[column], FontRole::Caption, m_source);
        label->setAlignment((column < StepColumn ? Qt::AlignLeft : Qt::AlignRight)
                            | Qt::AlignVCenter);
        label->setMargin(m_source.theme().space.xs);
        label->setIndent(m_source.theme().space.s - m_source.theme().space.xs);
        label->setAutoFillBackground(true);
        label->setBackgroundRole(QPalette::Window);
        followColor(*label, m_source, QPalette::Window,
                    [](const Theme& theme) { return theme.surface.window; });
        grid.addWidget(label, 0, column);
    }
}

void RecentRuns::addRow(QGridLayout& grid, int row, const RunSummary& run)
{
    const Space space = m_source.theme().space;
    auto* name = new QWidget;
    auto* nameRow = new QHBoxLayout(name);
    nameRow->setContentsMargins(space.s, 0, space.l, 0);
    nameRow->setSpacing(space.xs);
    nameRow->addWidget(new IconLabel(markerIcon(run.colourSlot + 1, true, m_source), kIcon, name));
    auto* open = new LinkButton(run.name, LinkButton::Look::Text, m_source, name);
    open->setObjectName(QStringLiteral("start.run.%1").arg(run.id));
    open->setToolTip(tr("Show the charts of %1").arg(run.name));
    connect(open, &LinkButton::clicked, this, [this, id = run.id] { emit runAsked(id); });
    nameRow->addWidget(open);
    nameRow->addStretch(1);
    grid.addWidget(name, row, RunColumn);
    grid.addWidget(makeState(run), row, StateColumn);

    const auto addValue = [&](Column column, QLabel* label) {
        label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        label->setContentsMargins(space.l, 0, space.s, 0);
        grid.addWidget(label, row, column);
    };
    addValue(StepColumn, new QLabel(formatInteger(run.lastStep, locale())));
    auto* loss = new QLabel(run.hasLoss ? formatMetric(run.lastLoss, locale()) : kUnknown);
    if (run.hasLoss && !std::isfinite(run.lastLoss)) {
        loss->setForegroundRole(QPalette::BrightText); // danger.fg
    }
    addValue(LossColumn, loss);
    const QString used = friendlyDate(run.lastUsed, QDateTime::currentDateTime(), locale());
    addValue(UsedColumn, new SecondaryLabel(used, FontRole::Body, m_source));
    grid.setRowMinimumHeight(row, kRowHeight);
}

QWidget* RecentRuns::makeState(const RunSummary& run)
{
    const Space space = m_source.theme().space;
    auto* state = new QWidget;
    auto* row = new QHBoxLayout(state);
    row->setContentsMargins(space.s, 0, 0, 0);
    row->setSpacing(space.xs);
    row->addWidget(new IconLabel(runStateIcon(run.state, m_source), kIcon, state));
    row->addWidget(new SecondaryLabel(runStateWord(run.state), FontRole::Body, m_source, state));
    if (canContinue(run)) {
        auto* link = new LinkButton(
            tr("Continue from %1").arg(formatInteger(run.lastCheckpointStep, locale())),
            LinkButton::Look::Accent, m_source, state);
        link->setObjectName(QStringLiteral("start.continue.%1").arg(run.id));
        link->setAccessibleName(tr("%1, %2").arg(link->text(), run.name));
        connect(link, &LinkButton::clicked, this, [this, id = run.id] { emit continueAsked(id); });
        row->addSpacing(space.xs);
        row->addWidget(link);
    }
    row->addStretch(1);
    return state;
}

} // namespace gui
