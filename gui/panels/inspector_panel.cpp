// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/inspector_panel.h"

#include "gui/panels/live_control.h"
#include "gui/panels/number_spin_box.h"
#include "gui/panels/secondary_label.h"
#include "gui/panels/section_head.h"
#include "gui/panels/table_parts.h"
#include "gui/settings/fonts.h"
#include "gui/settings/icons.h"
#include "gui/settings/number_format.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPushButton>
#include <QSlider>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gui {

namespace {

constexpr LiveControl::Range kLearningRates{1e-6, 10};
constexpr int kCheckpointRowsShown = 4;

QVBoxLayout* sectionLayout(QWidget* section, const ThemeSource& source)
{
    auto* column = new QVBoxLayout(section);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(source.theme().space.xs);
    return column;
}

} // namespace

InspectorPanel::InspectorPanel(const ThemeSource& source, QWidget* parent)
    : QWidget(parent), m_source(source),
      m_empty(new SecondaryLabel(
          tr("Settings, live controls and checkpoints of the selected run appear here."),
          FontRole::Body, source, this)),
      m_failureSection(makeFailure()), m_liveSection(makeLiveControls()),
      m_parameterSection(makeHyperParameters()), m_checkpointSection(makeCheckpoints())
{
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setMargin(source.theme().space.xl);

    auto* column = new QVBoxLayout(this);
    const Space space = source.theme().space;
    column->setContentsMargins(space.s, 0, space.xs, space.xs);
    column->setSpacing(space.s);
    column->addWidget(m_empty, 1);
    column->addWidget(m_failureSection);
    column->addWidget(m_liveSection);
    column->addWidget(m_parameterSection);
    column->addWidget(m_checkpointSection, 1);
    clear();
}

QWidget* InspectorPanel::makeFailure()
{
    auto* section = new QWidget(this);
    QVBoxLayout* column = sectionLayout(section, m_source);
    column->addWidget(new SectionHead(tr("Ended by an error"), m_source, section));
    m_failure = new QLabel(section);
    m_failure->setObjectName(QStringLiteral("inspector.failure"));
    m_failure->setTextFormat(Qt::PlainText);
    m_failure->setWordWrap(true);
    m_failure->setTextInteractionFlags(Qt::TextSelectableByMouse);
    followColor(*m_failure, m_source, QPalette::WindowText,
                [](const Theme& theme) { return theme.danger.fg; });
    column->addWidget(m_failure);
    return section;
}

QWidget* InspectorPanel::makeLiveControls()
{
    auto* section = new QWidget(this);
    QVBoxLayout* column = sectionLayout(section, m_source);
    column->addWidget(new SectionHead(tr("Live controls"), m_source, section));
    m_learningRate = new LiveControl(tr("Learning rate"), kLearningRates, m_source, section);
    m_learningRate->field()->setObjectName(QStringLiteral("inspector.learningRate"));
    m_learningRate->slider()->setObjectName(QStringLiteral("inspector.learningRateSlider"));
    column->addWidget(m_learningRate);
    return section;
}

QWidget* InspectorPanel::makeHyperParameters()
{
    auto* section = new QWidget(this);
    QVBoxLayout* column = sectionLayout(section, m_source);
    auto* head = new SectionHead(tr("Hyper-parameters"), m_source, section);
    QToolButton* copy = head->addButton(QStringLiteral("copy"), tr("Copy hyper-parameters"));
    copy->setObjectName(QStringLiteral("inspector.copyParameters"));
    connect(copy, &QToolButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_parameters.text()); });
    column->addWidget(head);

    m_parameterTable = new QTableView(section);
    m_parameterTable->setObjectName(QStringLiteral("inspector.parameters"));
    m_parameterTable->setAccessibleName(tr("Hyper-parameters"));
    m_parameterTable->setModel(&m_parameters);
    prepareTable(*m_parameterTable, m_source);
    m_parameterTable->setItemDelegate(new NameValueDelegate(m_source, m_parameterTable));
    m_parameterTable->setFrameShape(QFrame::NoFrame);
    m_parameterTable->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_parameterTable->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_parameterTable->horizontalHeader()->hide();
    m_parameterTable->horizontalHeader()->setSectionResizeMode(HyperParametersModel::NameColumn,
                                                               QHeaderView::ResizeToContents);
    m_parameterTable->horizontalHeader()->setSectionResizeMode(HyperParametersModel::ValueColumn,
                                                               QHeaderView::Stretch);
    followColor(*m_parameterTable, m_source, QPalette::Base,
                [](const Theme& theme) { return theme.surface.window; });
    connect(&m_source, &ThemeSource::changed, this, &InspectorPanel::fitTables);
    column->addWidget(m_parameterTable);
    return section;
}

QWidget* InspectorPanel::makeCheckpoints()
{
    auto* section = new QWidget(this);
    QVBoxLayout* column = sectionLayout(section, m_source);
    column->addWidget(new SectionHead(tr("Checkpoints"), m_source, section));

    m_checkpointTable = new QTableView(section);
    m_checkpointTable->setObjectName(QStringLiteral("inspector.checkpoints"));
    m_checkpointTable->setAccessibleName(tr("Checkpoints"));
    m_checkpointTable->setModel(&m_checkpoints);
    prepareTable(*m_checkpointTable, m_source);
    m_checkpointTable->setItemDelegateForColumn(CheckpointsModel::MarksColumn,
                                                new MarksDelegate(m_source, m_checkpointTable));
    QHeaderView* header = m_checkpointTable->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Stretch);
    header->setSectionResizeMode(CheckpointsModel::MarksColumn, QHeaderView::ResizeToContents);
    column->addWidget(m_checkpointTable, 1);

    m_continue = new QPushButton(tr("Continue from Here"), section);
    m_continue->setObjectName(QStringLiteral("inspector.continue"));
    connect(m_continue, &QPushButton::clicked, this,
            [this] { emit continueAsked(m_checkpointsRun, m_checkpoints.at(chosenRow()).step); });
    m_keep = new QPushButton(icon(QStringLiteral("pin"), m_source), tr("Keep"), section);
    m_keep->setObjectName(QStringLiteral("inspector.keep"));
    m_keep->setAccessibleName(tr("Keep checkpoint"));
    m_keep->setCheckable(true);
    connect(m_keep, &QPushButton::clicked, this,
            [this](bool isKept) { emit keepAsked(m_checkpoints.at(chosenRow()), isKept); });
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(m_source.theme().space.xs);
    buttons->addWidget(m_continue, 1);
    buttons->addWidget(m_keep);
    column->addLayout(buttons);
    connect(m_checkpointTable->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &InspectorPanel::updateButtons);
    connect(&m_checkpoints, &QAbstractItemModel::modelReset, this, &InspectorPanel::updateButtons);
    return section;
}

void InspectorPanel::showRun(const RunDescription& description)
{
    m_isOpen = description.id != 0;
    m_learningRate->setValue(description.learningRate);
    m_learningRate->forget();
    showParameters(description.hyperParameters);
}

void InspectorPanel::showStoredRun(const RunDetails& details)
{
    m_isOpen = false;
    showParameters(details.hyperParameters);
}

void InspectorPanel::showParameters(const QList<QPair<QString, QString>>& parameters)
{
    m_parameters.setParameters(parameters);
    fitTables();
    updateSections();
}

void InspectorPanel::showFailure(const QString& text)
{
    m_failure->setText(text);
    updateSections();
}

void InspectorPanel::setLive(bool live)
{
    m_learningRate->setEnabled(live);
}

void InspectorPanel::showCheckpoints(RunId run, const QList<CheckpointInfo>& checkpoints)
{
    const int row = chosenRow();
    const qint64 chosen =
        run == m_checkpointsRun && row >= 0 ? m_checkpoints.at(row).step : qint64(-1);
    m_checkpointsRun = run;
    m_checkpoints.setCheckpoints(checkpoints);
    if (const int again = m_checkpoints.rowOfStep(chosen); again >= 0) {
        m_checkpointTable->selectRow(again); // read anew: the choice stays
    }
    fitTables();
    updateSections();
}

void InspectorPanel::addCheckpoint(const CheckpointInfo& checkpoint)
{
    if (checkpoint.run == m_checkpointsRun) {
        m_checkpoints.add(checkpoint);
    }
}

void InspectorPanel::removeCheckpoints(const QList<qint64>& steps)
{
    // The view would go on to the row below: what was chosen is a step, not a row.
    QItemSelectionModel& selection = *m_checkpointTable->selectionModel();
    const int row = selection.currentIndex().row();
    if (row >= 0 && steps.contains(m_checkpoints.at(row).step)) {
        selection.clear();
    }
    m_checkpoints.remove(steps);
}

void InspectorPanel::setPinned(qint64 step, bool isPinned)
{
    m_checkpoints.setPinned(step, isPinned);
    fitTables();
    updateKeep();
}

void InspectorPanel::setContinueBlocked(const QString& reason)
{
    m_blocked = reason;
    updateContinue();
}

void InspectorPanel::setKeepBlocked(const QString& reason)
{
    if (reason != m_keepBlocked) { // otherwise the button shows what was asked for
        m_keepBlocked = reason;
        updateKeep();
    }
}

void InspectorPanel::clear()
{
    showRun({});
    showFailure({});
    showCheckpoints(0, {});
    setLive(false);
}

void InspectorPanel::fitTables()
{
    const int row = m_parameterTable->verticalHeader()->defaultSectionSize();
    m_parameterTable->setFixedHeight(m_parameters.rowCount() * row);
    m_checkpointTable->setMinimumHeight((kCheckpointRowsShown + 1) * row + 2);
    // Three columns of equal width for the widest number, and the marks.
    const QFontMetrics metrics = m_checkpointTable->fontMetrics();
    const int number = widestText(metrics,
                                  {formatInteger(888'888, locale()), formatMetric(888.88, locale()),
                                   formatBytes(88'800'000, locale())});
    const QAbstractItemView& view = *m_checkpointTable; // QTableView hides the next call
    const int marks = view.sizeHintForColumn(CheckpointsModel::MarksColumn);
    const int margins = 3 * m_source.theme().space.l;
    m_checkpointTable->setMinimumWidth(3 * number + margins + std::max(0, marks));
}

int InspectorPanel::chosenRow() const
{
    const QModelIndexList rows = m_checkpointTable->selectionModel()->selectedRows();
    return rows.isEmpty() ? -1 : rows.constFirst().row();
}

void InspectorPanel::updateButtons()
{
    updateContinue();
    updateKeep();
}

void InspectorPanel::updateContinue()
{
    const int row = chosenRow();
    const bool chosen = row >= 0;
    const bool usable = chosen && m_checkpoints.at(row).complete;
    m_continue->setEnabled(usable && m_blocked.isEmpty());
    m_continue->setToolTip(
        !chosen       ? tr("Choose a checkpoint first.")
            : !usable ? tr("This checkpoint is damaged.")
            : !m_blocked.isEmpty()
            ? m_blocked
            : tr("Train on from step %1").arg(formatInteger(m_checkpoints.at(row).step, locale())));
}

void InspectorPanel::updateKeep()
{
    const int row = chosenRow();
    const CheckpointInfo chosen = row >= 0 ? m_checkpoints.at(row) : CheckpointInfo();
    const bool usable = chosen.complete || chosen.isPinned;
    const QString step = formatInteger(chosen.step, locale());
    m_keep->setChecked(chosen.isPinned);
    m_keep->setEnabled(row >= 0 && usable && m_keepBlocked.isEmpty());
    m_keep->setToolTip(
        row < 0                        ? tr("Choose a checkpoint first.")
            : !usable                  ? tr("This checkpoint is damaged.")
            : !m_keepBlocked.isEmpty() ? m_keepBlocked
            : chosen.isPinned
            ? tr("Kept whatever else is deleted. Another click lets step %1 go when it is its turn")
                  .arg(step)
            : tr("Keep the checkpoint of step %1 whatever else is deleted").arg(step));
}

void InspectorPanel::updateSections()
{
    m_empty->setVisible(!m_isOpen && m_checkpointsRun == 0);
    m_failureSection->setVisible(!m_failure->text().isEmpty());
    m_liveSection->setVisible(m_isOpen);
    m_parameterSection->setVisible(m_parameters.rowCount() > 0);
    m_checkpointSection->setVisible(m_checkpointsRun != 0);
    updateButtons();
}

} // namespace gui
