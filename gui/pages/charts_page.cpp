// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/charts_page.h"

#include "gui/charts/charts_view.h"
#include "gui/pages/empty_state.h"

#include <QPushButton>

namespace gui {

ChartsPage::ChartsPage(const ThemeSource& source, QWidget* parent)
    : QStackedWidget(parent), m_charts(new ChartsView(source, this)), m_noRun(makeNoRun(source))
{
    setObjectName(QStringLiteral("page.charts"));
    auto* hidden = new EmptyState(QStringLiteral("eye-off"), tr("All runs are hidden"),
                                  tr("A click on the marker of a run in the list shows it again."),
                                  source, this);
    QPushButton* last =
        hidden->addButton(QStringLiteral("charts.showLastRun"), tr("Show the Last Run"));
    connect(last, &QPushButton::clicked, this, &ChartsPage::showLastRunAsked);
    m_allHidden = hidden;
    addWidget(m_charts);
    addWidget(m_noRun);
    addWidget(m_allHidden);
    setAutoFillBackground(true);
    followColor(*this, source, QPalette::Window, [](const Theme& t) { return t.surface.page; });
    showCounts(0, 0);
}

QWidget* ChartsPage::makeNoRun(const ThemeSource& source)
{
    auto* page = new EmptyState(QStringLiteral("chart"), tr("Nothing to chart yet"),
                                tr("The loss curve starts here with the first training step."),
                                source, this);
    QPushButton* demonstration =
        page->addButton(QStringLiteral("charts.demonstration"), tr("Start a Demonstration"),
                        QStringLiteral("start"));
    connect(demonstration, &QPushButton::clicked, this, &ChartsPage::demonstrationAsked);
    QPushButton* open = page->addButton(QStringLiteral("charts.openFile"), tr("Open Job File…"));
    connect(open, &QPushButton::clicked, this, &ChartsPage::openFileAsked);
    page->addHint(tr("or drop a job file (.toml) here"));
    return page;
}

void ChartsPage::setBusy(bool busy)
{
    m_noRun->setEnabled(!busy);
}

void ChartsPage::showCounts(int runs, int shown)
{
    if (shown > 0) {
        setCurrentWidget(m_charts);
    } else {
        setCurrentWidget(runs == 0 ? m_noRun : m_allHidden);
    }
}

} // namespace gui
