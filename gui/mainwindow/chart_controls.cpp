// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mainwindow/chart_controls.h"

#include "gui/charts/charts_view.h"
#include "gui/settings/app_settings.h"
#include "gui/settings/icons.h"

#include <QAction>
#include <QComboBox>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>

#include <cmath>

namespace gui {

namespace {

constexpr int kMostSmoothing = 9999; // steps
constexpr int kUsualSmoothing = 50;
constexpr int kSliderEnd = 100;
constexpr int kSliderWidth = 104;

// The slider is logarithmic: half of it is the first hundred steps.
int halfLifeAt(int position)
{
    return int(std::lround(std::pow(kMostSmoothing + 1., double(position) / kSliderEnd))) - 1;
}

int positionOf(int halfLife)
{
    return int(std::lround(std::log(halfLife + 1.) / std::log(kMostSmoothing + 1.) * kSliderEnd));
}

struct AxisChoice
{
    XMode mode;
    const char* text;
};

constexpr AxisChoice kAxes[] = {
    {XMode::Step, QT_TRANSLATE_NOOP("gui::ChartControls", "Step")},
    {XMode::Epoch, QT_TRANSLATE_NOOP("gui::ChartControls", "Epoch")},
    {XMode::RelativeTime, QT_TRANSLATE_NOOP("gui::ChartControls", "Time")},
};

} // namespace

ChartControls::ChartControls(ChartsView& charts, AppSettings& settings, const ThemeSource& source,
                             QObject* parent)
    : QObject(parent), m_charts(charts), m_settings(settings), m_source(source),
      m_log(addAction(QStringLiteral("chart.log"), tr("&Logarithmic Scale"), tr("Log"),
                      QStringLiteral("log-scale"))),
      m_fit(addAction(QStringLiteral("chart.fit"), tr("&Fit Everything"), tr("Fit"),
                      QStringLiteral("zoom-fit"))),
      m_follow(addAction(QStringLiteral("chart.follow"), tr("Follow the Live &Edge"), tr("Follow"),
                         QStringLiteral("follow"))),
      m_raw(addAction(QStringLiteral("chart.raw"), tr("&Raw Values"), tr("Raw"), {}))
{
    for (QAction* action : {m_log, m_follow, m_raw}) {
        action->setCheckable(true);
    }
    m_charts.setSmoothing(kUsualSmoothing);
    m_charts.restoreState(settings.chartsState());
    m_log->setChecked(m_charts.logScale());
    m_follow->setChecked(m_charts.follow());
    m_raw->setChecked(m_charts.showRaw());
    connectCharts();
}

QAction* ChartControls::addAction(const QString& name, const QString& text, const QString& word,
                                  const QString& iconName)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setIconText(word);
    if (!iconName.isEmpty()) {
        action->setIcon(icon(iconName, m_source));
    }
    return action;
}

void ChartControls::connectCharts()
{
    connect(m_log, &QAction::toggled, &m_charts, &ChartsView::setLogScale);
    connect(m_follow, &QAction::toggled, &m_charts, &ChartsView::setFollow);
    connect(m_raw, &QAction::toggled, &m_charts, &ChartsView::setShowRaw);
    connect(m_fit, &QAction::triggered, &m_charts, &ChartsView::fit);
    connect(&m_charts, &ChartsView::logScaleChanged, m_log, &QAction::setChecked);
    connect(&m_charts, &ChartsView::followChanged, m_follow, &QAction::setChecked);
    connect(&m_charts, &ChartsView::showRawChanged, m_raw, &QAction::setChecked);
    connect(&m_charts, &ChartsView::smoothingEditRequested, this, [this] {
        if (m_field) {
            m_field->setFocus(Qt::ShortcutFocusReason);
            m_field->selectAll();
        }
    });
}

int ChartControls::smoothing() const
{
    return int(std::lround(m_charts.smoothing()));
}

void ChartControls::save()
{
    m_settings.setChartsState(m_charts.saveState());
}

void ChartControls::setEnabled(bool enabled)
{
    for (QAction* action : {m_log, m_fit, m_follow, m_raw}) {
        action->setEnabled(enabled);
    }
    for (QWidget* widget : std::initializer_list<QWidget*>{m_axis, m_slider, m_field}) {
        widget->setEnabled(enabled);
    }
}

QComboBox* ChartControls::makeAxisField(QWidget* parent)
{
    auto* field = new QComboBox(parent);
    m_axis = field;
    field->setObjectName(QStringLiteral("toolbar.xaxis"));
    field->setAccessibleName(tr("Horizontal axis"));
    field->setToolTip(tr("What the horizontal axis shows"));
    for (const AxisChoice& choice : kAxes) {
        field->addItem(tr(choice.text));
        if (choice.mode == m_charts.xMode()) {
            field->setCurrentIndex(field->count() - 1);
        }
    }
    connect(field, &QComboBox::currentIndexChanged, this,
            [this](int index) { m_charts.setXMode(kAxes[index].mode); });
    return field;
}

QSlider* ChartControls::makeSmoothingSlider(QWidget* parent)
{
    m_slider = new QSlider(Qt::Horizontal, parent);
    m_slider->setObjectName(QStringLiteral("toolbar.smoothing"));
    m_slider->setAccessibleName(tr("Smoothing, slider"));
    m_slider->setRange(0, kSliderEnd);
    m_slider->setFixedWidth(kSliderWidth);
    m_slider->setValue(positionOf(smoothing()));
    connect(m_slider, &QSlider::valueChanged, this,
            [this](int position) { setSmoothing(halfLifeAt(position)); });
    return m_slider;
}

QSpinBox* ChartControls::makeSmoothingField(QWidget* parent)
{
    m_field = new QSpinBox(parent);
    m_field->setObjectName(QStringLiteral("toolbar.smoothingSteps"));
    m_field->setAccessibleName(tr("Smoothing"));
    m_field->setToolTip(tr("Half-life of the smoothing: a value this many steps back counts half"));
    m_field->setRange(0, kMostSmoothing);
    m_field->setSpecialValueText(tr("off"));
    m_field->setSuffix(tr(" steps"));
    m_field->setAlignment(Qt::AlignRight);
    m_field->setKeyboardTracking(false);
    m_field->setFocusPolicy(Qt::StrongFocus);
    m_field->setValue(smoothing());
    connect(m_field, &QSpinBox::valueChanged, this, &ChartControls::setSmoothing);
    return m_field;
}

void ChartControls::setSmoothing(int halfLife)
{
    m_charts.setSmoothing(halfLife);
    if (m_field) {
        const QSignalBlocker blocker(m_field);
        m_field->setValue(halfLife);
    }
    if (m_slider) {
        const QSignalBlocker blocker(m_slider);
        m_slider->setValue(positionOf(halfLife));
    }
}

} // namespace gui
