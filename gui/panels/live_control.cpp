// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/live_control.h"

#include "gui/bridge/run_values.h"
#include "gui/panels/number_spin_box.h"
#include "gui/panels/request_indicator.h"
#include "gui/settings/number_format.h"

#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <cmath>

namespace gui {

namespace {

constexpr int kPositionsPerDecade = 20;
constexpr int kFieldWidth = 76;
constexpr double kSameValue = 1e-6; // the engine keeps a learning rate in single precision

// Two significant digits: what a slider can mean.
double rounded(double value)
{
    const double place = std::pow(10., std::floor(std::log10(value)) - 1);
    return std::round(value / place) * place;
}

} // namespace

LiveControl::LiveControl(const QString& label, Range range, const ThemeSource& source,
                         QWidget* parent)
    : QWidget(parent), m_range(range), m_slider(new QSlider(Qt::Horizontal, this)),
      m_field(new NumberSpinBox(this)), m_indicator(new RequestIndicator(source, this))
{
    m_slider->setRange(0, positionOf(range.high));
    m_slider->setPageStep(kPositionsPerDecade / 2);
    m_slider->setTracking(false); // asks when the handle is let go, not on the way
    m_slider->setMinimumWidth(36);
    m_slider->setAccessibleName(tr("%1, slider").arg(label));
    m_field->setRange(0, range.high);
    m_field->setAccessibleName(label);
    m_field->setFixedWidth(std::max(kFieldWidth, m_field->fontMetrics().height() * 4));

    auto* name = new QLabel(label, this);
    name->setBuddy(m_field);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(source.theme().space.s);
    grid->setVerticalSpacing(source.theme().space.xxs);
    grid->addWidget(name, 0, 0);
    grid->addWidget(m_slider, 0, 1);
    grid->addWidget(m_field, 0, 2);
    grid->addWidget(m_indicator, 1, 0, 1, 3);
    grid->setColumnStretch(1, 1);

    connect(m_slider, &QSlider::sliderMoved, this, [this](int position) {
        const QSignalBlocker blocker(m_field);
        m_field->setValue(valueAt(position));
    });
    connect(m_slider, &QSlider::valueChanged, this,
            [this](int position) { ask(valueAt(position)); });
    connect(m_field, &QDoubleSpinBox::valueChanged, this, [this](double value) { ask(value); });
}

int LiveControl::positionOf(double value) const
{
    const double clamped = std::clamp(value, m_range.low, m_range.high);
    return int(std::lround(std::log10(clamped / m_range.low) * kPositionsPerDecade));
}

double LiveControl::valueAt(int position) const
{
    return rounded(m_range.low * std::pow(10., double(position) / kPositionsPerDecade));
}

void LiveControl::ask(double value)
{
    const double before = m_value;
    if (value == before) {
        return;
    }
    showRequested(value);
    emit changeAsked(before, value);
}

void LiveControl::showEverywhere(double value)
{
    const QSignalBlocker fieldBlocker(m_field);
    const QSignalBlocker sliderBlocker(m_slider);
    m_field->setMaximum(
        std::max(m_range.high, value)); // a job may have chosen more than is offered
    m_field->setValue(value);
    m_slider->setValue(positionOf(value));
    m_value = value;
}

void LiveControl::setValue(double value)
{
    showEverywhere(value);
}

void LiveControl::showRequested(double value)
{
    showEverywhere(value);
    m_indicator->setWaiting();
}

void LiveControl::acknowledge(const ControlChange& change)
{
    // A later wish may already be on its way: then its value stays in the field and the ring on.
    if (std::abs(change.after - m_value) > kSameValue * std::abs(m_value)) {
        return;
    }
    m_indicator->setDone(tr("%1 at step %2")
                             .arg(formatSettingChange(change.before, change.after, locale()),
                                  formatInteger(change.step, locale())));
}

void LiveControl::forget()
{
    m_indicator->setIdle();
}

} // namespace gui
