// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/errors.h"
#include "engine/summary/summary_writer.h"

#include <string>
#include <utility>
#include <vector>

// Keeps what is added, in order. Not thread-safe.
class MemorySummaryWriter final : public engine::SummaryWriter
{
public:
    enum class Kind
    {
        Scalar,
        SessionLog,
        Event
    };

    struct Record
    {
        Kind kind = Kind::Event;
        std::string what; // a scalar's tag; "START", "STOP", "CHECKPOINT"; an event's kind
        std::int64_t step = 0;
        double value = 0; // of a scalar
        std::string text; // a checkpoint's path or an event's message
    };

    void addScalar(std::string_view tag, double value, std::int64_t step) override
    {
        records.push_back({Kind::Scalar, std::string(tag), step, value, {}});
    }
    void addSummary(std::string_view tag, const engine::SummaryContent& content,
                    std::int64_t step) override
    {
        summaries.push_back({std::string(tag), content, step});
    }
    void addSessionLog(engine::SessionLogKind kind, std::string_view checkpointPath,
                       std::int64_t step) override
    {
        const char* name = kind == engine::SessionLogKind::Start ? "START"
            : kind == engine::SessionLogKind::Stop               ? "STOP"
                                                                 : "CHECKPOINT";
        records.push_back({Kind::SessionLog, name, step, 0, std::string(checkpointPath)});
    }
    void addGraph(std::string_view graphDef) override { graphs.emplace_back(graphDef); }
    void addRunMetadata(std::string_view tag, std::string_view metadata, std::int64_t) override
    {
        runMetadata.emplace_back(tag, metadata);
    }
    void addEvent(std::string_view kind, std::string_view message, std::int64_t step) override
    {
        records.push_back({Kind::Event, std::string(kind), step, 0, std::string(message)});
    }
    void flush() override
    {
        if (!failureOfFlush.empty()) {
            throw engine::ResourceExhaustedError(failureOfFlush);
        }
        flushedRecords = records.size();
    }
    void close() override
    {
        ++closes;
        if (!failureOfClose.empty()) {
            throw engine::ResourceExhaustedError(failureOfClose);
        }
    }

    std::vector<std::int64_t> stepsOf(std::string_view what) const
    {
        std::vector<std::int64_t> steps;
        for (const Record& record : records) {
            if (record.what == what) {
                steps.push_back(record.step);
            }
        }
        return steps;
    }

    struct Summary
    {
        std::string tag;
        engine::SummaryContent content;
        std::int64_t step = 0;
    };

    std::vector<Record> records;
    std::vector<Summary> summaries; // histograms, images …
    std::vector<std::string> graphs;
    std::vector<std::pair<std::string, std::string>> runMetadata;
    std::size_t flushedRecords = 0;
    int closes = 0;
    std::string failureOfFlush; // thrown by flush() if it is not empty
    std::string failureOfClose; // and by close()
};
