// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/clock.h"
#include "gui/bridge/distribution_values.h"
#include "gui/bridge/run_details.h"
#include "gui/bridge/series_detail.h"

#include <QObject>

#include <memory>
#include <optional>

namespace engine {
class RunStoreReader;
}

namespace gui {

// Reads the run store for StoreRunLibrary, which calls it in a thread of its own; answers are
// signals, emitted there.
class StoreReader final : public QObject
{
    Q_OBJECT

public:
    explicit StoreReader(QString storePath);
    ~StoreReader() override;

    void refresh();
    void refreshIfChanged();
    void load(RunId run, const LastSteps& known);
    void loadDetail(const DetailRequest& request); // → detailRead, without spans if that failed
    void loadDistributions(RunId run, const QStringList& tags);
    void setCheckpointPinned(const CheckpointInfo& checkpoint, bool isPinned);
    void moveToTrash(RunId run);
    void restore(RunId run);

signals:
    void runsRead(const QList<gui::RunSummary>& runs);
    void detailsRead(const gui::RunDetails& details);
    void seriesRead(gui::RunId run, const QList<gui::SegmentInfo>& segments,
                    const QList<gui::MetricBatch>& batches);
    void detailRead(const gui::DetailRequest& request, const QList<gui::MetricSpan>& spans);
    void distributionsRead(const gui::RunDistributions& distributions);
    void eventsRead(gui::RunId run, const QList<gui::RunEvent>& events);
    void checkpointsRead(gui::RunId run, const QList<gui::CheckpointInfo>& checkpoints);
    void sizeRead(qint64 bytes);
    void failed(const gui::EngineFailure& failure);

private:
    // Of the file that is at the path now; null while there is none.
    engine::RunStoreReader* reader();
    void readRuns();
    void readDetails(RunId run);
    void readSeries(RunId run, const LastSteps& known);
    MetricBatch readPoints(const DetailRequest& request);
    TagDistributions readDistributions(RunId run, const QString& tag);
    template <typename Action>
    void guarded(Action&& action);

    const QString m_storePath;
    engine::SystemClock m_clock;
    std::unique_ptr<engine::RunStoreReader> m_reader;
    std::optional<std::int64_t> m_version; // of the store, when runs were last read
};

} // namespace gui
