// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/formats/summary_value.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// SessionLog.SessionStatus of TensorFlow's event.proto.
enum class SessionLogKind
{
    Start = 1,
    Stop = 2,
    Checkpoint = 3
};

// TensorFlow's `Event` message, one a record of an event file. Only the kinds below are known;
// an event of another kind has kind Other.
struct Event
{
    enum class Kind
    {
        Other,
        FileVersion,
        GraphDef,
        Summary,
        SessionLog,
        RunMetadata
    };

    double wallSeconds = 0; // since 1970 UTC
    std::int64_t step = 0;
    Kind kind = Kind::Other;
    std::string text; // FileVersion: "brain.Event:2"; GraphDef: serialised; SessionLog: the path;
                      // RunMetadata: the tag
    SessionLogKind sessionLog = SessionLogKind::Start; // for SessionLog
    std::vector<SummaryValue> values; // for Summary
};

inline constexpr std::string_view kEventFileVersion = "brain.Event:2";

// Serialised messages. A double that float32 cannot hold becomes an infinity, as in TensorFlow.
std::string encodeFileVersion(double wallSeconds);
// `graphDef`: a serialised GraphDef (graph_def.h).
std::string encodeGraph(double wallSeconds, std::string_view graphDef);
std::string encodeScalar(double wallSeconds, std::int64_t step, std::string_view tag, double value);
std::string encodeSessionLog(double wallSeconds, std::int64_t step, SessionLogKind kind,
                             std::string_view checkpointPath);
// A histogram and an image as TensorFlow 1 writes them, text as its text plugin reads it. Event
// files know no confusion matrix: it is a text with a table in Markdown.
std::string encodeSummary(double wallSeconds, std::int64_t step, std::string_view tag,
                          const SummaryContent& content);
// For TensorBoard's hparams plugin; the session's group is `name`.
std::string encodeHyperParameters(double wallSeconds, std::string_view name,
                                  const HyperParameters& parameters);

// `runMetadata`: serialised (timeline.h).
std::string encodeTaggedRunMetadata(double wallSeconds, std::int64_t step, std::string_view tag,
                                    std::string_view runMetadata);

// DataLossError if the bytes are not a message or a tensor has fewer bytes than its shape asks for.
Event decodeEvent(std::string_view bytes);

// TensorFlow's HistogramProto. DataLossError if the bytes are none or limits and counts differ in
// number.
std::string encodeHistogram(const Histogram& histogram);
Histogram decodeHistogram(std::string_view bytes);

} // namespace engine
