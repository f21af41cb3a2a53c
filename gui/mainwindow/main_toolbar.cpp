// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/main_toolbar.h"

#include "gui/mainwindow/chart_controls.h"
#include "gui/mainwindow/run_actions.h"
#include "gui/mainwindow/run_tool_button.h"
#include "gui/panels/icon_label.h"
#include "gui/panels/secondary_label.h"
#include "gui/settings/icons.h"

#include <QComboBox>
#include <QEvent>
#include <QLayout>
#include <QSlider>
#include <QSpinBox>

namespace gui {

namespace {

constexpr const char* kRunNames[] = {"start", "pause", "step", "stop", "checkpoint"};
constexpr int kIcon = 16;

} // namespace

MainToolbar::MainToolbar(RunActions& runActions, ChartControls& chartControls, QAction* findAction,
                         const ThemeSource& source, QWidget* parent)
    : QToolBar(tr("Toolbar"), parent), m_runActions(runActions), m_source(source)
{
    setObjectName(QStringLiteral("toolbar"));
    setMovable(false);
    setContextMenuPolicy(Qt::PreventContextMenu); // people hide toolbars by accident
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIconSize(QSize(kIcon, kIcon));
    addRunButtons(runActions);
    addChartControls(chartControls);

    auto* gap = new QWidget(this);
    gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(gap);
    m_wordButtons.append(addActionButton(findAction, QStringLiteral("toolbar.findAction")));

    connect(&runActions, &RunActions::changed, this, &MainToolbar::updateRunButtons);
    updateRunButtons();
    arrange();
}

void MainToolbar::addRunButtons(RunActions& runActions)
{
    for (RunButton button : kRunButtons) {
        auto* widget =
            new RunToolButton(runActions.action(button), runButtonWords(button), m_source, this);
        widget->setObjectName(QStringLiteral("toolbar.")
                              + QLatin1String(kRunNames[size_t(button)]));
        addWidget(widget);
        m_runButtons.at(size_t(button)) = widget;
    }
}

void MainToolbar::addChartControls(ChartControls& chartControls)
{
    m_chartActions.append(addSeparator());
    auto* axisLabel = new SecondaryLabel(tr("x"), FontRole::Body, m_source, this);
    axisLabel->setContentsMargins(0, 0, m_source.theme().space.xs, 0);
    addChartWidget(axisLabel);
    QComboBox* axis = chartControls.makeAxisField(this);
    axisLabel->setBuddy(axis);
    addChartWidget(axis);

    m_chartActions.append(addSeparator());
    auto* smoothing = new SecondaryLabel(tr("Smoothing"), FontRole::Body, m_source, this);
    smoothing->setContentsMargins(0, 0, m_source.theme().space.xs, 0);
    m_wideOnly.append(addChartWidget(smoothing));
    m_wideOnly.append(addChartWidget(chartControls.makeSmoothingSlider(this)));
    m_compactOnly =
        addChartWidget(new IconLabel(icon(QStringLiteral("smoothing"), m_source), kIcon, this));
    QSpinBox* field = chartControls.makeSmoothingField(this);
    smoothing->setBuddy(field);
    addChartWidget(field);

    m_chartActions.append(addSeparator());
    struct Toggle
    {
        QAction* action;
        const char* name;
    };
    for (const Toggle& toggle : {Toggle{chartControls.logAction(), "toolbar.log"},
                                 Toggle{chartControls.fitAction(), "toolbar.fit"},
                                 Toggle{chartControls.followAction(), "toolbar.follow"}}) {
        m_wordButtons.append(addActionButton(toggle.action, QLatin1String(toggle.name)));
        m_chartActions.append(actions().constLast());
    }
}

QAction* MainToolbar::addChartWidget(QWidget* widget)
{
    QAction* action = addWidget(widget);
    m_chartActions.append(action);
    return action;
}

QToolButton* MainToolbar::addActionButton(QAction* action, const QString& name)
{
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setObjectName(name);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    addWidget(button);
    return button;
}

void MainToolbar::updateRunButtons()
{
    for (RunButton button : kRunButtons) {
        RunToolButton* widget = m_runButtons.at(size_t(button));
        const QAction* action = m_runActions.action(button);
        widget->setRequestLook(m_runActions.isRequested(button), m_runActions.isRinging(button));
        // Said by screen readers: the whole text, "Continue from 800", not the short word.
        widget->setAccessibleName(QString(action->text()).remove(u'&'));
    }
}

void MainToolbar::fit(int width, bool compactWindow)
{
    if (m_wideWidth < 0 && m_chartsVisible) {
        setCompact(false);
        layout()->activate();
        m_wideWidth = sizeHint().width();
    }
    setCompact(compactWindow || width < m_wideWidth);
}

void MainToolbar::changeEvent(QEvent* event)
{
    QToolBar::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        m_wideWidth = -1;
    }
}

void MainToolbar::setCompact(bool compact)
{
    if (compact != m_compact) {
        m_compact = compact;
        arrange();
    }
}

void MainToolbar::setChartControlsVisible(bool visible)
{
    if (visible != m_chartsVisible) {
        m_chartsVisible = visible;
        arrange();
    }
}

void MainToolbar::arrange()
{
    for (QAction* action : m_chartActions) {
        const bool fits = action == m_compactOnly ? m_compact
            : m_wideOnly.contains(action)         ? !m_compact
                                                  : true;
        action->setVisible(m_chartsVisible && fits);
    }
    for (QToolButton* button : m_wordButtons) {
        button->setToolButtonStyle(m_compact ? Qt::ToolButtonIconOnly
                                             : Qt::ToolButtonTextBesideIcon);
        const QAction* action = button->defaultAction();
        button->setAccessibleName(QString(action->text()).remove(u'&'));
    }
}

} // namespace gui
