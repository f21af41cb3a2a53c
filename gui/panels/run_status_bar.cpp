// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/run_status_bar.h"

#include "gui/panels/icon_label.h"
#include "gui/panels/run_row_delegate.h"
#include "gui/panels/value_cell.h"
#include "gui/settings/number_format.h"
#include "gui/settings/style.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>

#include <algorithm>

namespace gui {

namespace {

constexpr int kIcon = 16;
constexpr int kBarWidth = 160;
constexpr int kBarHeight = 8;
constexpr int kBarSteps = 1000;

bool isDangerous(RunState state)
{
    return state == RunState::Halted || state == RunState::Failed;
}

QString epochText(double epoch)
{
    return RunStatusBar::tr("epoch %1")
        .arg(epoch < 0 ? QString(kUnknown) : formatFixed(epoch, 1, QLocale()));
}

} // namespace

RunStatusBar::RunStatusBar(const ThemeSource& source, QWidget* parent)
    : QWidget(parent), m_source(source), m_icon(new IconLabel({}, kIcon, this)),
      m_stateLabel(new QLabel(this)), m_bar(new QProgressBar(this)),
      m_steps(addCell(QStringLiteral("status.steps"), {})),
      m_epoch(addCell(QStringLiteral("status.epoch"), epochText(8888.8))),
      m_stepRate(
          addCell(QStringLiteral("status.stepRate"), formatStepRate(88.8e3, QLocale()).text())),
      m_exampleRate(addCell(QStringLiteral("status.exampleRate"),
                            formatExampleRate(88.8e3, QLocale()).text())),
      m_left(addCell(QStringLiteral("status.timeLeft"), tr("%1 left").arg(formatTimeLeft(47'400)))),
      m_monitoring(addCell(QStringLiteral("status.monitoring"),
                           tr("monitoring %1").arg(formatShare(0.888, QLocale())))),
      m_store(addCell(QStringLiteral("status.store"), {}))
{
    setObjectName(QStringLiteral("status"));
    m_stateLabel->setObjectName(QStringLiteral("status.state"));
    m_bar->setObjectName(QStringLiteral("status.progress"));
    m_bar->setAccessibleName(tr("Progress"));
    m_bar->setTextVisible(false);
    m_bar->setRange(0, kBarSteps);
    m_bar->setFixedSize(kBarWidth, kBarHeight);

    const Space space = source.theme().space;
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(space.s, 1, space.s, 0);
    row->setSpacing(0);
    row->addWidget(m_icon);
    row->addSpacing(space.xs);
    row->addWidget(m_stateLabel);
    row->addSpacing(space.m);
    row->addWidget(m_bar);
    row->addSpacing(space.m);
    for (ValueCell* cell : {m_steps, m_epoch, m_stepRate, m_exampleRate, m_left, m_monitoring}) {
        row->addWidget(cell);
    }
    row->addStretch(1);
    row->addWidget(m_store);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(&source, &ThemeSource::changed, this, &RunStatusBar::showState);
    setState(RunState::None);
    setProgress({});
}

ValueCell* RunStatusBar::addCell(const QString& name, const QString& widest)
{
    auto* cell = new ValueCell(m_source, this);
    cell->setObjectName(name);
    cell->setWidest(widest);
    return cell;
}

void RunStatusBar::setState(RunState state)
{
    m_state = state;
    const bool hasRun = state != RunState::None;
    m_icon->setIcon(runStateIcon(state, m_source));
    m_icon->setVisible(hasRun);
    m_bar->setVisible(hasRun);
    setDanger(*m_bar, isDangerous(state));
    showState();
    showProgress();
}

void RunStatusBar::showState()
{
    const Theme& theme = m_source.theme();
    const bool hasRun = m_state != RunState::None;
    QPalette palette = m_stateLabel->palette();
    palette.setColor(QPalette::WindowText,
                     isDangerous(m_state) ? theme.danger.fg
                         : hasRun         ? theme.text.primary
                                          : theme.text.secondary);
    m_stateLabel->setPalette(palette);
    m_stateLabel->setFont(theme.font(hasRun ? FontRole::Strong : FontRole::Body));
    m_stateLabel->setText(m_awaiting.isEmpty() ? stateText()
                                               : tr("%1, %2").arg(stateText(), m_awaiting));
    fitCells();
}

QString RunStatusBar::stateText() const
{
    switch (m_state) {
    case RunState::None:
        return tr("No run open");
    case RunState::Ready:
        return tr("Ready");
    case RunState::Running:
        return tr("Running");
    case RunState::Pausing:
        return tr("Pausing");
    case RunState::Paused:
        return tr("Paused");
    case RunState::Stopping:
        return tr("Stopping");
    case RunState::Halted:
        return tr("Halted: NaN");
    case RunState::Finished:
        return tr("Finished");
    case RunState::Stopped:
        return tr("Stopped");
    case RunState::Failed:
        return tr("Ended by an error");
    case RunState::EndedUnexpectedly:
        return tr("Ended unexpectedly");
    }
    return {};
}

void RunStatusBar::setProgress(const RunProgress& progress)
{
    m_progress = progress;
    showProgress();
}

void RunStatusBar::showStored(const RunSummary& run)
{
    RunProgress progress;
    progress.step = run.lastStep;
    progress.targetSteps = run.targetSteps;
    progress.epoch = -1;
    m_progress = progress;
    setState(run.state);
}

void RunStatusBar::showProgress()
{
    RunProgress progress = m_progress;
    if (m_state != RunState::Running && m_state != RunState::Pausing
        && m_state != RunState::Stopping) {
        progress.stepsPerSecond = progress.examplesPerSecond = 0; // nothing moves
        progress.secondsLeft = -1;
    }
    const QLocale locale;
    const QString target = formatInteger(progress.targetSteps, locale);
    const QString of = progress.targetSteps > 0 ? tr(" of %1").arg(target) : tr(" steps");
    m_steps->setWidest(target + of);
    m_steps->setText(formatInteger(progress.step, locale), of);
    const double share =
        progress.targetSteps > 0 ? double(progress.step) / double(progress.targetSteps) : 0.;
    m_bar->setValue(int(std::clamp(share, 0., 1.) * kBarSteps));
    m_epoch->setText({}, epochText(progress.epoch));
    const Quantity steps = formatStepRate(progress.stepsPerSecond, locale);
    m_stepRate->setText(steps.value, QChar(0x00a0) + steps.unit);
    m_exampleRate->setText({}, formatExampleRate(progress.examplesPerSecond, locale).text());
    if (progress.secondsLeft < 0) {
        m_left->setText({}, tr("time left %1").arg(kUnknown));
    } else {
        m_left->setText(formatTimeLeft(progress.secondsLeft), tr(" left"));
    }
    m_monitoring->setText({},
                          tr("monitoring %1")
                              .arg(progress.monitoringShare < 0
                                       ? kUnknown
                                       : formatShare(progress.monitoringShare, locale)));
}

void RunStatusBar::setAwaiting(const QString& what)
{
    m_awaiting = what;
    showState();
}

void RunStatusBar::setStore(const QString& path, qint64 bytes)
{
    const QString size = bytes > 0 ? formatBytes(bytes, QLocale()) : tr("new");
    const QString text = tr("%1 · %2").arg(QFileInfo(path).fileName(), size);
    m_store->setWidest(text);
    m_store->setText({}, text);
    m_store->setToolTip(path);
    fitCells();
}

QSize RunStatusBar::minimumSizeHint() const
{
    return {0, std::max(m_source.theme().size.statusBar, QFontMetrics(font()).height() + 10)};
}

void RunStatusBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitCells();
}

void RunStatusBar::fitCells()
{
    const bool hasRun = m_state != RunState::None;
    ValueCell* const cells[] = {m_steps, m_epoch, m_stepRate, m_exampleRate, m_left, m_monitoring};
    int needed = m_stateLabel->sizeHint().width() + kIcon + 4 * m_source.theme().space.m
        + (hasRun ? kBarWidth : 0) + m_store->sizeHint().width();
    for (ValueCell* cell : cells) {
        cell->setVisible(hasRun);
        needed += hasRun ? cell->sizeHint().width() : 0;
    }
    m_store->setVisible(true);
    for (ValueCell* cell : {m_exampleRate, m_store, m_epoch, m_monitoring}) {
        if (needed <= width()) {
            break;
        }
        if (!cell->isHidden()) {
            needed -= cell->sizeHint().width();
            cell->setVisible(false);
        }
    }
}

void RunStatusBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(QRect(0, 0, width(), 1), m_source.theme().outline.subtle);
}

} // namespace gui
