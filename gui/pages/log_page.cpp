// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/log_page.h"

#include "gui/settings/icons.h"
#include "gui/settings/number_format.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QPushButton>
#include <QScrollBar>

namespace gui {

LogPage::LogPage(LogModel& model, const ThemeSource& source, QWidget* parent)
    : QWidget(parent), m_model(model), m_list(new QListView(this)), m_count(new QLabel(this)),
      m_copy(new QPushButton(icon(QStringLiteral("copy"), source), tr("Copy All"), this))
{
    setObjectName(QStringLiteral("page.log"));
    setAutoFillBackground(true);
    followColor(*this, source, QPalette::Window, [](const Theme& t) { return t.surface.page; });

    m_list->setObjectName(QStringLiteral("log.list"));
    m_list->setAccessibleName(tr("Log"));
    m_list->setModel(&model);
    m_list->setUniformItemSizes(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->installEventFilter(this);
    followFont(*m_list, source, FontRole::Mono);

    m_count->setObjectName(QStringLiteral("log.count"));
    followFont(*m_count, source, FontRole::Caption);
    m_copy->setObjectName(QStringLiteral("log.copy"));
    m_copy->setAutoDefault(false);
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_model.text()); });

    const Theme& theme = source.theme();
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(0, 0, 0, 0);
    foot->addWidget(m_count, 1);
    foot->addWidget(m_copy);
    auto* column = new QVBoxLayout(this);
    const int margin = theme.size.card.pageMargin;
    column->setContentsMargins(margin, margin, margin, margin);
    column->setSpacing(theme.space.s);
    column->addWidget(m_list, 1);
    column->addLayout(foot);

    connect(&model, &QAbstractItemModel::rowsAboutToBeInserted, this, [this] {
        const QScrollBar* bar = m_list->verticalScrollBar();
        m_atEnd = bar->value() == bar->maximum();
    });
    connect(&model, &QAbstractItemModel::rowsInserted, this, [this] {
        if (m_atEnd) {
            m_list->scrollToBottom();
        }
        updateCount();
    });
    connect(&model, &QAbstractItemModel::modelReset, this, &LogPage::updateCount);
    updateCount();
}

void LogPage::copy() const
{
    QGuiApplication::clipboard()->setText(
        m_model.text(m_list->selectionModel()->selectedIndexes()));
}

void LogPage::updateCount()
{
    const QString kept = formatInteger(m_model.rowCount(), locale());
    const qint64 dropped = m_model.droppedLines();
    m_count->setText(dropped > 0
                         ? tr("The newest %1 lines of %2")
                               .arg(kept, formatInteger(m_model.rowCount() + dropped, locale()))
                         : m_model.rowCount() == 1 ? tr("1 line")
                                                   : tr("%1 lines").arg(kept));
    m_copy->setEnabled(m_model.rowCount() > 0);
}

bool LogPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        copy();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace gui
