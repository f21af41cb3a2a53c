// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/event_codec.h"

#include "engine/base/errors.h"

#include <fmt/format.h>
#include <proto/event.pb.h>

#include <limits>

namespace engine {

namespace {

proto::Event eventAt(double wallSeconds, std::int64_t step)
{
    proto::Event event;
    event.set_wall_time(wallSeconds);
    event.set_step(step);
    return event;
}

} // namespace

std::string encodeFileVersion(double wallSeconds)
{
    proto::Event event = eventAt(wallSeconds, 0);
    event.set_file_version(std::string(kEventFileVersion));
    return event.SerializeAsString();
}

std::string encodeGraph(double wallSeconds, std::string_view graphDef)
{
    proto::Event event = eventAt(wallSeconds, 0);
    event.set_graph_def(std::string(graphDef));
    return event.SerializeAsString();
}

std::string encodeScalar(double wallSeconds, std::int64_t step, std::string_view tag, double value)
{
    proto::Event event = eventAt(wallSeconds, step);
    proto::Summary::Value* const scalar = event.mutable_summary()->add_value();
    scalar->set_tag(std::string(tag));
    scalar->set_simple_value(static_cast<float>(value));
    return event.SerializeAsString();
}

std::string encodeSessionLog(double wallSeconds, std::int64_t step, SessionLogKind kind,
                             std::string_view checkpointPath)
{
    proto::Event event = eventAt(wallSeconds, step);
    proto::SessionLog* const log = event.mutable_session_log();
    log->set_status(static_cast<proto::SessionLog::SessionStatus>(kind));
    log->set_checkpoint_path(std::string(checkpointPath));
    return event.SerializeAsString();
}

std::string encodeTaggedRunMetadata(double wallSeconds, std::int64_t step, std::string_view tag,
                                    std::string_view runMetadata)
{
    proto::Event event = eventAt(wallSeconds, step);
    proto::TaggedRunMetadata* const tagged = event.mutable_tagged_run_metadata();
    tagged->set_tag(std::string(tag));
    tagged->set_run_metadata(std::string(runMetadata));
    return event.SerializeAsString();
}

Event decodeEvent(std::string_view bytes)
{
    proto::Event message;
    if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())
        || !message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        throw DataLossError(fmt::format("{} bytes are not an Event message", bytes.size()));
    }
    Event event;
    event.wallSeconds = message.wall_time();
    event.step = message.step();
    switch (message.what_case()) {
    case proto::Event::kFileVersion:
        event.kind = Event::Kind::FileVersion;
        event.text = message.file_version();
        break;
    case proto::Event::kGraphDef:
        event.kind = Event::Kind::GraphDef;
        event.text = message.graph_def();
        break;
    case proto::Event::kSummary:
        event.kind = Event::Kind::Summary;
        for (const proto::Summary::Value& value : message.summary().value()) {
            if (value.has_simple_value()) {
                event.scalars.emplace_back(value.tag(), value.simple_value());
            }
        }
        break;
    case proto::Event::kSessionLog:
        event.kind = Event::Kind::SessionLog;
        event.text = message.session_log().checkpoint_path();
        event.sessionLog = static_cast<SessionLogKind>(message.session_log().status());
        break;
    case proto::Event::kTaggedRunMetadata:
        event.kind = Event::Kind::RunMetadata;
        event.text = message.tagged_run_metadata().tag();
        break;
    case proto::Event::WHAT_NOT_SET:
        break;
    }
    return event;
}

} // namespace engine
