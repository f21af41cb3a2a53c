// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/distribution_values.h"

#include <QFrame>

class QToolButton;

namespace gui {

class RidgePlot;
class ThemeSource;

// The distributions of one tag: its name, how mean and deviation have changed or what is pointed
// at, and the ridges.
class DistributionCard : public QFrame
{
    Q_OBJECT

public:
    DistributionCard(const QString& tag, const ThemeSource& source, QWidget* parent);

    const QString& tag() const { return m_tag; }
    bool isRead() const { return m_isRead; }
    void showDistributions(const TagDistributions& read);
    void setColourSlot(int slot);
    void setMaximised(bool maximised);
    QString caption() const;

signals:
    void maximiseToggled(bool maximised);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int headerHeight() const;
    bool isWide() const;

    const QString m_tag;
    const ThemeSource& m_source;
    RidgePlot* m_plot;
    QToolButton* m_maximise;
    bool m_isRead = false;
    QString m_problem;
    QString m_summary;
    QString m_readout; // what is pointed at
};

} // namespace gui
