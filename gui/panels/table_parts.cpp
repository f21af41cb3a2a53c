// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/table_parts.h"

#include "gui/models/checkpoints_model.h"
#include "gui/models/hyper_parameters_model.h"
#include "gui/settings/fonts.h"
#include "gui/settings/icons.h"

#include <QApplication>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>

namespace gui {

namespace {

constexpr int kIcon = 16;
constexpr int kIconStep = 18;
constexpr qsizetype kLeastIcons = 2; // of room

IconRole roleOf(const QString& name)
{
    return name == u"good" ? IconRole::Good
        : name == u"alert" ? IconRole::Warning
                           : IconRole::Secondary;
}

} // namespace

NameValueDelegate::NameValueDelegate(const ThemeSource& source, QObject* parent)
    : QStyledItemDelegate(parent), m_source(source)
{ }

void NameValueDelegate::initStyleOption(QStyleOptionViewItem* option,
                                        const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    // The style insets the text of every cell; here it belongs to the edge of the panel.
    const QStyle* style = option->widget ? option->widget->style() : QApplication::style();
    const int inset = style->pixelMetric(QStyle::PM_FocusFrameHMargin, option, option->widget) + 1;
    if (index.column() == HyperParametersModel::NameColumn) {
        option->palette.setColor(QPalette::Text, m_source.theme().text.secondary);
        option->palette.setColor(QPalette::HighlightedText, m_source.theme().text.secondary);
        option->rect.adjust(-inset, 0, 0, 0);
    } else {
        option->rect.adjust(0, 0, inset, 0);
    }
}

MarksDelegate::MarksDelegate(const ThemeSource& source, QObject* parent)
    : QStyledItemDelegate(parent), m_source(source)
{ }

void MarksDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const QStringList names = index.data(CheckpointsModel::MarksRole).toStringList();
    int right = option.rect.right() - m_source.theme().space.xs;
    for (auto name = names.crbegin(); name != names.crend(); ++name) {
        const QRect place(right - kIcon, option.rect.center().y() - kIcon / 2, kIcon, kIcon);
        icon(*name, m_source, roleOf(*name)).paint(painter, place);
        right -= kIconStep;
    }
}

QSize MarksDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const qsizetype icons = index.data(CheckpointsModel::MarksRole).toStringList().size();
    return {int(std::max(icons, kLeastIcons)) * kIconStep + m_source.theme().space.s,
            rowHeight(option.fontMetrics)};
}

void prepareTable(QTableView& table, const ThemeSource& source)
{
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setSelectionMode(QAbstractItemView::SingleSelection);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTextElideMode(Qt::ElideMiddle);
    table.setTabKeyNavigation(false); // Tab leaves the table
    table.horizontalHeader()->setHighlightSections(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setMinimumSectionSize(source.theme().size.row);
    const auto setRows = [&table] {
        table.verticalHeader()->setDefaultSectionSize(rowHeight(table.fontMetrics()));
    };
    setRows();
    QObject::connect(&source, &ThemeSource::changed, &table, setRows);
}

} // namespace gui
