// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/mailbox.h"
#include "gui/bridge/run_library.h"
#include "gui/bridge/task_thread.h"

#include <QHash>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace gui {

class StoreReader;

// The run library over a store file. A StoreReader on a thread of its own does the reading; every
// two seconds it looks whether somebody else has written, and whether who trains is still alive.
// Streams of points, which may take seconds, have another thread.
class StoreRunLibrary final : public RunLibrary
{
    Q_OBJECT

public:
    // `storePath` empty: the user's store. The file need not exist yet.
    explicit StoreRunLibrary(QString storePath = {}, QObject* parent = nullptr,
                             std::chrono::milliseconds watchPeriod = std::chrono::seconds(2));
    ~StoreRunLibrary() override;

    QString storePath() const override { return m_storePath; }
    QList<RunSummary> runs() const override { return m_runs; }
    QList<PresetInfo> presets() const override { return m_presets; }
    void refresh() override;
    using RunLibrary::load;
    void load(RunId run, const LastSteps& known) override;
    void loadDetail(const DetailRequest& request) override;
    void loadDistributions(RunId run, const QStringList& tags) override;
    void stream(const PointStream& points) override;
    void setCheckpointPinned(const CheckpointInfo& checkpoint, bool isPinned) override;
    void removeRun(RunId run) override;
    void restoreRun(RunId run) override;

private:
    using Failure = std::optional<EngineFailure>;

    void connectReader();
    // Calls `task` on the reader's thread, then `outcome` here, after the answers.
    void post(std::function<void()> task, std::function<void(const Failure&)> outcome);
    void watch();
    void noteReading(const Failure& failure);

    QString m_storePath;
    QList<RunSummary> m_runs;
    QList<PresetInfo> m_presets;
    QTimer m_watchTimer;
    Mailbox m_mailbox; // the reader's answers
    QHash<RunId, LastSteps> m_unread; // loads that failed
    bool m_isReadingBroken = false; // which was told
    bool m_isWatching = false; // until the reader has answered
    std::unique_ptr<StoreReader> m_reader; // called in m_thread only, as the next
    Failure m_failure; // of the task at hand
    TaskThread m_thread;
    std::atomic<bool> m_isEnding = false; // no stream is wanted any longer
    TaskThread m_streams;
};

// The presets whose data is there, in the order in which they are offered.
QList<PresetInfo> availablePresets();

} // namespace gui
