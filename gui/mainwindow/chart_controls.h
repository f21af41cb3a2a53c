// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QComboBox;
class QSlider;
class QSpinBox;

namespace gui {

class AppSettings;
class ChartsView;
class ThemeSource;

// What the toolbar and the Chart menu say to the charts: x axis, smoothing, log scale, fit, follow.
// The charts begin as they were saved.
class ChartControls : public QObject
{
    Q_OBJECT

public:
    ChartControls(ChartsView& charts, AppSettings& settings, const ThemeSource& source,
                  QObject* parent);

    QAction* logAction() const { return m_log; }
    QAction* fitAction() const { return m_fit; }
    QAction* followAction() const { return m_follow; }
    QAction* rawAction() const { return m_raw; }

    void save(); // the state of the charts, to the settings
    void setEnabled(bool enabled); // off while there is nothing to chart

    // Widgets for the toolbar; they belong to `parent`.
    QComboBox* makeAxisField(QWidget* parent);
    QSlider* makeSmoothingSlider(QWidget* parent);
    QSpinBox* makeSmoothingField(QWidget* parent);

private:
    QAction* addAction(const QString& name, const QString& text, const QString& word,
                       const QString& iconName);
    void connectCharts();
    int smoothing() const;
    void setSmoothing(int halfLife);

    ChartsView& m_charts;
    AppSettings& m_settings;
    const ThemeSource& m_source;
    QAction* m_log;
    QAction* m_fit;
    QAction* m_follow;
    QAction* m_raw;
    QComboBox* m_axis = nullptr;
    QSlider* m_slider = nullptr;
    QSpinBox* m_field = nullptr;
};

} // namespace gui
