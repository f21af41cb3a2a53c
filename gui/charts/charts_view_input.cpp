// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/charts_view_private.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

constexpr double kKeyZoom = 0.8;

std::optional<double> nextTick(const QList<double>& ticks, double from, int direction)
{
    std::optional<double> next;
    for (const double tick : ticks) {
        const double ahead = direction * (tick - from);
        if (ahead > 0 && (!next || ahead < direction * (*next - from))) {
            next = tick;
        }
    }
    return next;
}

} // namespace

ChartCard* ChartsView::Private::focusedCard() const
{
    const QWidget* focus = QApplication::focusWidget();
    for (ChartCard* each : cards) {
        if (focus && (focus == each || each->isAncestorOf(focus))) {
            return each;
        }
    }
    return cards.empty() ? nullptr : cards.front();
}

void ChartsView::Private::pressKey(QKeyEvent& event)
{
    const int key = event.key();
    if (key == Qt::Key_Left || key == Qt::Key_Right) {
        moveCrosshair(event, key == Qt::Key_Left ? -1 : 1);
    } else if (event.modifiers() == Qt::ControlModifier
               && (key == Qt::Key_Home || key == Qt::Key_End)) {
        moveCrosshairToEnd(key == Qt::Key_Home);
    } else if (!(zoomByKey(event) || goByKey(key)
                 || (event.modifiers() == Qt::NoModifier && toggleByKey(key)))) {
        event.ignore();
    }
}

// By a point of the primary run; with Ctrl to the next tick.
void ChartsView::Private::moveCrosshair(const QKeyEvent& event, int direction)
{
    const ChartRun* run = data.find(primary());
    ChartCard* on = focusedCard();
    if (!run || !on) {
        return;
    }
    const double from = crosshair.value_or(direction < 0 ? x.range().upper : x.range().lower);
    std::optional<double> to;
    if (event.modifiers() & Qt::ControlModifier) {
        to = nextTick(on->xTicks(), from, direction);
    } else if (const ChartSeries* series = run->find(mainTag(on->tags()))) {
        const XScale scale = run->scale(mode);
        if (const auto next = series->neighbour(scale.key, scale.toKey(from), direction)) {
            to = scale.toX(*next);
        }
    }
    speakCrosshair(*on, to.value_or(from));
}

// Home and End with Ctrl: the ends of the primary run.
void ChartsView::Private::moveCrosshairToEnd(bool first)
{
    const ChartRun* run = data.find(primary());
    ChartCard* on = focusedCard();
    if (const auto extent = run ? data.extent(*run, mode) : std::nullopt; extent && on) {
        speakCrosshair(*on, first ? extent->first : extent->second);
    }
}

// Moved by keys: what it touches is said.
void ChartsView::Private::speakCrosshair(ChartCard& on, double at)
{
    setCrosshair(at);
    on.setAccessibleDescription(on.spokenValues(state()));
}

void ChartsView::Private::zoom(double factor, bool alongX, bool alongY)
{
    ChartCard* on = focusedCard();
    if (!on) {
        return;
    }
    const auto scaled = [factor](const ValueRange& range, double about) {
        return ValueRange{about + (range.lower - about) * factor,
                          about + (range.upper - about) * factor};
    };
    std::optional<ValueRange> newX;
    std::optional<ValueRange> newY;
    if (alongX) {
        const ValueRange& range = x.range();
        newX = scaled(range, crosshair.value_or((range.lower + range.upper) / 2));
    }
    if (alongY) {
        const ValueRange& y = on->yRange();
        if (on->options().logY) {
            const double middle = std::sqrt(y.lower * y.upper);
            newY = ValueRange{middle * std::pow(y.lower / middle, factor),
                              middle * std::pow(y.upper / middle, factor)};
        } else {
            newY = scaled(y, (y.lower + y.upper) / 2);
        }
    }
    setRanges(on, newX, newY, true);
}

bool ChartsView::Private::zoomByKey(const QKeyEvent& event)
{
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
        return false;
    }
    const bool out = event.modifiers() & Qt::ShiftModifier;
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoom(kKeyZoom, true, true);
        return true;
    case Qt::Key_Minus:
        zoom(1 / kKeyZoom, true, true);
        return true;
    case Qt::Key_X:
        zoom(out ? 1 / kKeyZoom : kKeyZoom, true, false);
        return true;
    case Qt::Key_Y:
        zoom(out ? 1 / kKeyZoom : kKeyZoom, false, true);
        return true;
    default:
        return false;
    }
}

bool ChartsView::Private::goByKey(int key)
{
    switch (key) {
    case Qt::Key_Home:
        fit();
        return true;
    case Qt::Key_End:
        setFollows(true);
        return true;
    case Qt::Key_Backspace:
        previousView();
        return true;
    case Qt::Key_Escape:
        if (!std::any_of(cards.begin(), cards.end(),
                         [](ChartCard* each) { return each->cancelGesture(); })) {
            emphasised = 0;
            setCrosshair(std::nullopt);
            schedule(false);
        }
        return true;
    default:
        return false;
    }
}

bool ChartsView::Private::toggleByKey(int key)
{
    ChartCard* on = focusedCard();
    if (!on) {
        return false;
    }
    CardOptions changed = on->options();
    switch (key) {
    case Qt::Key_L:
        changed.logY = !changed.logY;
        changed.y.reset();
        break;
    case Qt::Key_O:
        changed.outlierProof = !changed.outlierProof;
        changed.y.reset();
        break;
    case Qt::Key_R:
        changed.showRaw = !changed.showRaw;
        break;
    case Qt::Key_S:
        emit q.smoothingEditRequested();
        return true;
    case Qt::Key_F:
        emit q.readoutFreezeRequested();
        return true;
    case Qt::Key_P:
        togglePin(on->name());
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        toggleMaximised(on->name());
        return true;
    case Qt::Key_Menu:
        showMenu(*on, on->mapToGlobal(on->plotRect().center()));
        return true;
    default:
        return false;
    }
    changeOptions(on->name(), changed);
    return true;
}

void ChartsView::Private::togglePin(const QString& name)
{
    pinned = pinned == name ? QString() : name;
    updateCards();
    schedule(true);
}

void ChartsView::Private::toggleMaximised(const QString& name)
{
    maximised = maximised == name ? QString() : name;
    layOut();
    schedule(true);
}

// A triangle leads to its value, a curve to its run.
void ChartsView::Private::click(ChartCard& on, const QPointF& pixel)
{
    if (const std::optional<double> value = on.offScaleAt(pixel)) {
        ValueRange y = on.yRange();
        const double margin = 0.08 * (std::max(y.upper, *value) - std::min(y.lower, *value));
        y.upper = *value > y.upper ? *value + margin : y.upper;
        y.lower = *value < y.lower ? *value - margin : y.lower;
        setRanges(&on, std::nullopt, y, true);
        return;
    }
    if (const RunId run = on.runAt(pixel, state())) {
        emphasised = emphasised == run ? 0 : run;
        schedule(false);
        emit q.runClicked(run);
    }
}

void ChartsView::Private::showMenu(ChartCard& on, const QPoint& at)
{
    auto* menu = new QMenu(&on);
    menu->setObjectName(QStringLiteral("charts.menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto toggle = [&](const QString& text, bool CardOptions::*option) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(on.options().*option);
        connect(action, &QAction::toggled, this, [this, card = &on, option](bool checked) {
            CardOptions changed = card->options();
            changed.*option = checked;
            changed.y.reset();
            changeOptions(card->name(), changed);
        });
    };
    connect(menu->addAction(ChartsView::tr("Fit")), &QAction::triggered, this, &Private::fit);
    connect(menu->addAction(ChartsView::tr("Previous View")), &QAction::triggered, this,
            &Private::previousView);
    menu->addSeparator();
    toggle(ChartsView::tr("Log Scale"), &CardOptions::logY);
    toggle(ChartsView::tr("Outlier-Proof Range"), &CardOptions::outlierProof);
    toggle(ChartsView::tr("Raw Values"), &CardOptions::showRaw);
    menu->addSeparator();
    connect(menu->addAction(ChartsView::tr("Copy Image")), &QAction::triggered, &on,
            [card = &on] { QApplication::clipboard()->setPixmap(card->grab()); });
    menu->popup(at);
}

} // namespace gui
