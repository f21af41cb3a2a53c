// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/runs_panel.h"

#include "gui/models/run_state_text.h"
#include "gui/panels/run_row_delegate.h"
#include "gui/panels/secondary_label.h"
#include "gui/panels/section_head.h"
#include "gui/settings/icons.h"
#include "gui/settings/number_format.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMouseEvent>
#include <QToolButton>

#include <utility>

namespace gui {

namespace {

const QString kShowOnlyIcon = QStringLiteral("eye");
const QString kRemoveIcon = QStringLiteral("trash");

QString plainText(QString text)
{
    return text.remove(u'&');
}

// Enabled unless there is a reason why not, which its tool tip then is.
void explain(QAction& action, const QString& reason)
{
    action.setEnabled(reason.isEmpty());
    action.setToolTip(reason.isEmpty() ? plainText(action.text()) : reason);
}

} // namespace

RunsPanel::RunsPanel(RunsModel& model, const ThemeSource& source, QWidget* parent)
    : QWidget(parent), m_model(model), m_source(source), m_filter(new RunsFilterModel(this)),
      m_filterField(new QLineEdit(this)), m_list(new QListView(this)),
      m_empty(new SecondaryLabel(tr("Runs are listed here, newest first."), FontRole::Body, source,
                                 m_list)),
      m_show(new QAction(tr("&Show in the Charts"), this)),
      m_showOnly(new QAction(tr("Show &Only This Run"), this)),
      m_remove(new QAction(tr("Move Run to &Trash"), this))
{
    makeActions();
    m_filter->setSourceModel(&model);

    m_filterField->setObjectName(QStringLiteral("runs.filter"));
    m_filterField->setAccessibleName(tr("Filter runs"));
    m_filterField->setPlaceholderText(tr("Filter"));
    m_filterField->setClearButtonEnabled(true);
    m_filterField->addAction(icon(QStringLiteral("filter"), source, IconRole::Secondary),
                             QLineEdit::LeadingPosition);
    connect(m_filterField, &QLineEdit::textChanged, m_filter, &RunsFilterModel::setFilterText);

    m_list->setObjectName(QStringLiteral("runs.list"));
    m_list->setAccessibleName(tr("Runs"));
    m_list->setModel(m_filter);
    m_list->setItemDelegate(new RunRowDelegate(source, m_list));
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->installEventFilter(this);
    m_list->viewport()->installEventFilter(this);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_list, &QWidget::customContextMenuRequested, this, &RunsPanel::askForMenu);

    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setAttribute(Qt::WA_TransparentForMouseEvents);

    auto* column = new QVBoxLayout(this);
    const Space space = source.theme().space;
    column->setContentsMargins(space.xs, 0, space.xs, space.xs);
    column->setSpacing(space.xs);
    column->addWidget(m_filterField);
    column->addWidget(m_list, 1);
    column->addWidget(makeFoot());

    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        updateActions();
        emit selected(selectedRun());
    });
    const auto askToShow = [this](const QModelIndex& index) {
        emit showAsked(index.data(RunsModel::RunIdRole).toLongLong());
    };
    connect(m_list, &QAbstractItemView::clicked, this, askToShow);
    connect(m_list, &QAbstractItemView::activated, this, askToShow);
    connect(&model, &RunsModel::shownChanged, this, &RunsPanel::updateActions);
    connect(&model, &QAbstractItemModel::dataChanged, this, &RunsPanel::updateActions);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &RunsPanel::updateActions);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &RunsPanel::updateActions);
    updateActions();
}

void RunsPanel::makeActions()
{
    m_show->setObjectName(QStringLiteral("run.show"));
    m_show->setCheckable(true);
    connect(m_show, &QAction::triggered, this,
            [this](bool shown) { m_model.setShown(selectedRun(), shown); });
    m_showOnly->setObjectName(QStringLiteral("run.showOnly"));
    m_showOnly->setIcon(icon(kShowOnlyIcon, m_source, IconRole::Secondary));
    connect(m_showOnly, &QAction::triggered, this, [this] { emit showOnlyAsked({selectedRun()}); });
    m_remove->setObjectName(QStringLiteral("run.remove"));
    m_remove->setIcon(icon(kRemoveIcon, m_source, IconRole::Secondary));
    connect(m_remove, &QAction::triggered, this, [this] { emit removeAsked(selectedRun()); });
    addActions({m_show, m_showOnly, m_remove});
}

QWidget* RunsPanel::makeFoot()
{
    auto* foot = new QWidget(this);
    m_count = new SecondaryLabel({}, FontRole::Caption, m_source, foot);
    m_count->setObjectName(QStringLiteral("runs.count"));

    const auto addButton = [&](QAction* action, const QString& name, const QString& iconName) {
        auto* button = makeIconButton(iconName, plainText(action->text()), m_source, foot);
        button->setObjectName(name);
        button->setDefaultAction(action);
        return button;
    };
    QWidget* showOnly = addButton(m_showOnly, QStringLiteral("runs.showOnly"), kShowOnlyIcon);
    QWidget* remove = addButton(m_remove, QStringLiteral("runs.remove"), kRemoveIcon);

    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(m_source.theme().space.xs, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_count, 1);
    row->addWidget(showOnly);
    row->addWidget(remove);
    return foot;
}

RunId RunsPanel::selectedRun() const
{
    return m_list->currentIndex().data(RunsModel::RunIdRole).toLongLong();
}

void RunsPanel::select(RunId run)
{
    for (int row = 0; row < m_model.rowCount(); ++row) {
        if (m_model.runs().at(row).id == run) {
            m_list->setCurrentIndex(m_filter->mapFromSource(m_model.index(row)));
            return;
        }
    }
    m_list->setCurrentIndex({});
}

void RunsPanel::focusFilter()
{
    m_filterField->setFocus(Qt::ShortcutFocusReason);
    m_filterField->selectAll();
}

void RunsPanel::updateActions()
{
    const int runs = m_model.rowCount();
    const int shown = m_model.shownCount();
    const QString count = runs == 1 ? tr("1 run") : tr("%n runs", nullptr, runs);
    m_count->setText(runs == 0 ? tr("no runs")
                               : tr("%1 · %2 shown").arg(count, formatInteger(shown, QLocale())));
    m_empty->setVisible(runs == 0);
    const RunSummary* run = m_model.find(selectedRun());
    const QString none = run ? QString() : tr("Select a run first.");
    explain(*m_show, none);
    m_show->setChecked(run && m_model.isShown(run->id));
    explain(*m_showOnly, none);
    explain(*m_remove,
            run && isActive(run->state) ? tr("Stop the run before it is moved to the trash.")
                                        : none);
}

void RunsPanel::askForMenu(const QPoint& position)
{
    // The Menu key asks at the row in focus, the mouse selects what it is over.
    if (const RunId run = selectedRun(); run != 0) {
        emit menuAsked(run, m_list->viewport()->mapToGlobal(position));
    }
}

bool RunsPanel::toggleAt(const QPoint& position)
{
    const QModelIndex index = m_list->indexAt(position);
    if (!index.isValid()
        || !RunRowDelegate::markerRect(m_list->visualRect(index)).contains(position)) {
        return false;
    }
    const bool shown = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return m_filter->setData(index, shown ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

bool RunsPanel::eventFilter(QObject* watched, QEvent* event)
{
    const bool pressed =
        event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
    if (watched == m_list->viewport() && pressed) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        // The marker is not the row: showing a run does not select it.
        m_isMarkerPressed = mouse->button() == Qt::LeftButton && toggleAt(mouse->pos());
        return m_isMarkerPressed;
    }
    if (watched == m_list->viewport() && event->type() == QEvent::MouseButtonRelease) {
        // The view would take it for the end of an older click on the row.
        return std::exchange(m_isMarkerPressed, false);
    }
    if (watched == m_list->viewport() && event->type() == QEvent::Resize) {
        m_empty->setGeometry(m_list->viewport()->rect().adjusted(16, 0, -16, 0));
    }
    if (watched == m_list && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Delete) && m_remove->isEnabled()) {
        emit removeAsked(selectedRun());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace gui
