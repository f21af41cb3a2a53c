// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/mailbox.h"
#include "gui/bridge/run_library.h"
#include "gui/bridge/task_thread.h"

#include <QTimer>

#include <memory>

namespace gui {

class StoreReader;

// The run library over a store file. A StoreReader on a thread of its own does the reading; every
// two seconds it looks whether somebody else has written.
class StoreRunLibrary final : public RunLibrary
{
    Q_OBJECT

public:
    // `storePath` empty: the user's store. The file need not exist yet.
    explicit StoreRunLibrary(QString storePath = {}, QObject* parent = nullptr);
    ~StoreRunLibrary() override;

    QString storePath() const override { return m_storePath; }
    QList<RunSummary> runs() const override { return m_runs; }
    QList<PresetInfo> presets() const override { return m_presets; }
    void refresh() override;
    void load(RunId run) override;
    void removeRun(RunId run) override;
    void restoreRun(RunId run) override;

private:
    void connectReader();

    QString m_storePath;
    QList<RunSummary> m_runs;
    QList<PresetInfo> m_presets;
    QTimer m_watchTimer;
    Mailbox m_mailbox; // the reader's answers
    std::unique_ptr<StoreReader> m_reader; // called in m_thread only
    TaskThread m_thread;
};

// The presets whose data is there, in the order in which they are offered.
QList<PresetInfo> availablePresets();

} // namespace gui
