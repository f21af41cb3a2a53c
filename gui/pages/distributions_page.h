// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/distribution_values.h"
#include "gui/settings/theme_source.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QScrollArea;
class QStackedWidget;

namespace gui {

class DistributionCard;
class EmptyState;

// The Distributions page: how the weights of the selected run were distributed over its steps, a
// card for each variable, or what to do as long as there is nothing to see.
//
// Only cards in sight are filled: distributionsWanted() asks for those of tagsInSight().
class DistributionsPage : public QWidget
{
    Q_OBJECT

public:
    // Whether histograms of the run are recorded.
    enum class Recording
    {
        Off, // and cannot be turned on now
        Offered, // off; the run trains here
        Requested,
        On
    };

    DistributionsPage(const ThemeSource& source, QWidget* parent = nullptr);

    void showRun(RunId run, const QString& name, int colourSlot); // 0: none
    void setRecording(Recording recording, qint64 everySteps);
    void showDistributions(const RunDistributions& distributions); // ignored for another run
    QStringList tagsInSight() const;

signals:
    void distributionsWanted();
    void recordAsked();

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeHead();
    void makeEmptyStates();
    void makeCards(const QStringList& tags);
    void maximise(DistributionCard* card, bool maximised);
    bool matches(const DistributionCard& card) const;
    void placeCards();
    void askIfUnread();
    void updateState();

    const ThemeSource& m_source;
    RunId m_run = 0;
    int m_slot = 0;
    bool m_isAnswered = false; // what there is of the run is known
    Recording m_recording = Recording::Off;
    qint64 m_everySteps = 0;
    QList<DistributionCard*> m_cards;
    DistributionCard* m_maximised = nullptr;
    QTimer m_askTimer;
    QLabel* m_name = nullptr;
    QLabel* m_period = nullptr;
    QLineEdit* m_filter = nullptr;
    QWidget* m_head;
    QStackedWidget* m_stack;
    QScrollArea* m_scroll;
    QWidget* m_content;
    EmptyState* m_noRun = nullptr;
    EmptyState* m_offered = nullptr;
    EmptyState* m_off = nullptr;
    EmptyState* m_waiting = nullptr;
    EmptyState* m_noMatch = nullptr;
};

} // namespace gui
