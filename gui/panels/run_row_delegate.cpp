// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/run_row_delegate.h"

#include "gui/models/run_state_text.h"
#include "gui/models/runs_model.h"
#include "gui/settings/icons.h"
#include "gui/settings/number_format.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>

#include <cmath>

namespace gui {

namespace {

constexpr int kMarkerWidth = 31;
constexpr int kStateWidth = 32;
constexpr int kIcon = 16;

QRect centred(const QRect& area)
{
    QRect square(0, 0, kIcon, kIcon);
    square.moveCenter(area.center());
    return square;
}

IconRole roleOf(RunState state)
{
    switch (state) {
    case RunState::Running:
        return IconRole::Accent;
    case RunState::Finished:
        return IconRole::Good;
    case RunState::Halted:
    case RunState::Failed:
        return IconRole::Danger;
    case RunState::EndedUnexpectedly:
        return IconRole::Warning;
    default:
        return IconRole::Secondary;
    }
}

} // namespace

QIcon runStateIcon(RunState state, const ThemeSource& source)
{
    const QString name = runStateIcon(state);
    return name.isEmpty() ? QIcon() : icon(name, source, roleOf(state));
}

RunRowDelegate::RunRowDelegate(const ThemeSource& source, QObject* parent)
    : QStyledItemDelegate(parent), m_source(source)
{ }

QRect RunRowDelegate::markerRect(const QRect& row)
{
    return {row.left(), row.top(), kMarkerWidth, row.height()};
}

void RunRowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    QStyleOptionViewItem background = option;
    background.text.clear();
    const QWidget* view = option.widget;
    const QStyle* style = view ? view->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &background, painter, view);

    const auto run = index.data(RunsModel::SummaryRole).value<RunSummary>();
    const bool shown = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    const QRect marker = markerRect(option.rect);
    markerIcon(run.colourSlot + 1, shown, m_source).paint(painter, centred(marker));
    const QRect state = option.rect.adjusted(option.rect.width() - kStateWidth, 0, 0, 0);
    runStateIcon(run.state, m_source).paint(painter, centred(state));
    const QRect texts = option.rect.adjusted(kMarkerWidth, 0, -kStateWidth, 0);
    paintTexts(painter, texts, run, option.state.testFlag(QStyle::State_Selected));

    if (option.state.testFlag(QStyle::State_HasFocus)
        && option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
        QStyleOptionFocusRect focus;
        focus.QStyleOption::operator=(option);
        style->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, view);
    }
}

void RunRowDelegate::paintTexts(QPainter* painter, const QRect& area, const RunSummary& run,
                                bool selected) const
{
    const Theme& theme = m_source.theme();
    const QFont nameFont = theme.font(selected ? FontRole::Strong : FontRole::Body);
    const QFont valueFont = theme.font(FontRole::Caption);
    const QFontMetrics nameMetrics(nameFont);
    const QFontMetrics valueMetrics(valueFont);
    const int margin = (area.height() - nameMetrics.height() - valueMetrics.height()) / 2;
    const QRect nameRect(area.left(), area.top() + margin, area.width(), nameMetrics.height());
    const QRect valueRect(area.left(), nameRect.bottom() + 1, area.width(), valueMetrics.height());

    painter->save();
    painter->setFont(nameFont);
    painter->setPen(theme.text.primary);
    painter->drawText(nameRect, Qt::AlignLeft | Qt::AlignVCenter,
                      nameMetrics.elidedText(run.name, Qt::ElideMiddle, nameRect.width()));

    painter->setFont(valueFont);
    painter->setPen(theme.text.secondary);
    QRect used;
    const QString steps = formatInteger(run.lastStep, QLocale());
    painter->drawText(valueRect, Qt::AlignLeft | Qt::AlignVCenter,
                      run.hasLoss ? steps + QStringLiteral(" · ") : steps, &used);
    if (run.hasLoss) {
        if (!std::isfinite(run.lastLoss)) {
            painter->setPen(theme.danger.fg);
        }
        // boundingRect leaves out trailing blanks, so the advance is measured.
        const int advance = valueMetrics.horizontalAdvance(steps + QStringLiteral(" · "));
        painter->drawText(valueRect.adjusted(advance, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                          formatMetric(run.lastLoss, QLocale()));
    }
    painter->restore();
}

QSize RunRowDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    const Theme& theme = m_source.theme();
    const int texts = QFontMetrics(theme.font(FontRole::Body)).height()
        + QFontMetrics(theme.font(FontRole::Caption)).height();
    return {option.rect.width(), std::max(theme.size.rowTwoLine, texts + theme.space.xs)};
}

bool RunRowDelegate::editorEvent(QEvent* event, QAbstractItemModel* model,
                                 const QStyleOptionViewItem&, const QModelIndex& index)
{
    if (event->type() != QEvent::KeyPress
        || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Space) {
        return false;
    }
    const bool shown = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return model->setData(index, shown ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

} // namespace gui
