// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/timeline.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <proto/run_metadata.pb.h>

#include <map>

namespace engine {

namespace {

using nlohmann::json;

constexpr auto kDevice = "/job:localhost/replica:0/task:0/device:CPU:0";
// All operations of a run are computed one after the other.
constexpr int kProcess = 0;
constexpr int kThread = 0;

double micros(std::int64_t nanoseconds)
{
    return static_cast<double>(nanoseconds) / 1e3;
}

json eventOf(const char* phase, const std::string& category, double start)
{
    return {{"ph", phase}, {"cat", category}, {"pid", kProcess}, {"tid", kThread}, {"ts", start}};
}

json operationEvent(const OperationTiming& timing)
{
    json event = eventOf("X", "Op", micros(timing.startNanoseconds));
    event["dur"] = micros(timing.durationNanoseconds);
    event["name"] = timing.operation->def().type;
    json& args = event["args"];
    args["name"] = timing.operation->name();
    args["op"] = timing.operation->def().type;
    const auto inputs = timing.operation->inputs();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        args[fmt::format("input{}", i)] = inputs[i].operation().name();
    }
    return event;
}

// Arrows end where an operation begins and start where what it reads has ended.
void addArrows(json& events, const RunMetadata& metadata)
{
    std::map<const Operation*, const OperationTiming*> traced;
    for (const OperationTiming& timing : metadata.timings) {
        traced[timing.operation] = &timing;
    }
    int number = 0;
    for (const OperationTiming& reader : metadata.timings) {
        for (const Output& input : reader.operation->inputs()) {
            const auto source = traced.find(&input.operation());
            if (source == traced.end()) {
                continue;
            }
            const OperationTiming& made = *source->second;
            json from =
                eventOf("s", "DataFlow", micros(made.startNanoseconds + made.durationNanoseconds));
            json to = eventOf("t", "DataFlow", micros(reader.startNanoseconds));
            from["name"] = to["name"] = input.name();
            from["id"] = to["id"] = number++;
            events.push_back(std::move(from));
            events.push_back(std::move(to));
        }
    }
}

} // namespace

std::string chromeTrace(const RunMetadata& metadata, bool showDataflow)
{
    json events = json::array();
    events.push_back({{"ph", "M"},
                      {"name", "process_name"},
                      {"pid", kProcess},
                      {"args", {{"name", fmt::format("{} Compute", kDevice)}}}});
    for (const OperationTiming& timing : metadata.timings) {
        events.push_back(operationEvent(timing));
    }
    if (showDataflow) {
        addArrows(events, metadata);
    }
    return json{{"traceEvents", std::move(events)}, {"displayTimeUnit", "ns"}}.dump();
}

std::string encodeRunMetadata(const RunMetadata& metadata, std::int64_t startMicros)
{
    proto::RunMetadata message;
    proto::DeviceStepStats& device = *message.mutable_step_stats()->add_dev_stats();
    device.set_device(kDevice);
    for (const OperationTiming& timing : metadata.timings) {
        proto::NodeExecStats& node = *device.add_node_stats();
        node.set_node_name(timing.operation->name());
        node.set_timeline_label(std::string(timing.operation->def().type));
        const std::int64_t duration = timing.durationNanoseconds / 1000;
        node.set_all_start_micros(startMicros + timing.startNanoseconds / 1000);
        node.set_op_end_rel_micros(duration);
        node.set_all_end_rel_micros(duration);
    }
    return message.SerializeAsString();
}

} // namespace engine
