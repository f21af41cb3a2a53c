// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/event_codec.h"

#include "engine/base/errors.h"
#include "engine/formats/event_values.h"

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

void setPlugin(proto::Summary::Value& value, std::string_view plugin, std::string_view content = {})
{
    auto* const data = value.mutable_metadata()->mutable_plugin_data();
    data->set_plugin_name(std::string(plugin));
    data->set_content(std::string(content));
}

struct ContentWriter
{
    proto::Summary::Value& value;

    void operator()(const Histogram& histogram) const
    {
        toMessage(histogram, *value.mutable_histo());
    }
    void operator()(const EncodedImage& image) const
    {
        proto::Summary::Image& message = *value.mutable_image();
        message.set_height(image.height);
        message.set_width(image.width);
        message.set_colorspace(image.channels);
        message.set_encoded_image_string(image.bytes);
    }
    void operator()(const std::string& text) const
    {
        constexpr int kString = 7; // DT_STRING
        setPlugin(value, "text");
        proto::TensorValue& tensor = *value.mutable_tensor();
        tensor.set_dtype(kString);
        tensor.mutable_tensor_shape()->add_dim()->set_size(1);
        tensor.add_string_val(text);
    }
    void operator()(const ConfusionMatrix& matrix) const { (*this)(asMarkdown(matrix)); }
};

proto::HyperParameterValue valueOf(const HyperParameter& parameter)
{
    proto::HyperParameterValue value;
    if (const auto* number = std::get_if<double>(&parameter)) {
        value.set_number_value(*number);
    } else if (const auto* truth = std::get_if<bool>(&parameter)) {
        value.set_bool_value(*truth);
    } else {
        value.set_string_value(std::get<std::string>(parameter));
    }
    return value;
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

std::string encodeSummary(double wallSeconds, std::int64_t step, std::string_view tag,
                          const SummaryContent& content)
{
    proto::Event event = eventAt(wallSeconds, step);
    proto::Summary::Value* const value = event.mutable_summary()->add_value();
    value->set_tag(std::string(tag));
    std::visit(ContentWriter{*value}, content);
    return event.SerializeAsString();
}

std::string encodeHyperParameters(double wallSeconds, std::string_view name,
                                  const HyperParameters& parameters)
{
    proto::HyperParameters plugin;
    proto::SessionStartInfo& start = *plugin.mutable_session_start_info();
    for (const auto& [key, parameter] : parameters) {
        (*start.mutable_hparams())[key] = valueOf(parameter);
    }
    start.set_group_name(std::string(name));
    start.set_start_time_secs(wallSeconds);
    proto::Event event = eventAt(wallSeconds, 0);
    proto::Summary::Value* const value = event.mutable_summary()->add_value();
    value->set_tag("_hparams_/session_start_info");
    setPlugin(*value, "hparams", plugin.SerializeAsString());
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
            event.values.push_back(summaryValueOf(value));
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

std::string encodeHistogram(const Histogram& histogram)
{
    proto::Histogram message;
    toMessage(histogram, message);
    return message.SerializeAsString();
}

Histogram decodeHistogram(std::string_view bytes)
{
    proto::Histogram message;
    if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())
        || !message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        throw DataLossError(fmt::format("{} bytes are not a histogram", bytes.size()));
    }
    Histogram histogram = histogramOf(message);
    if (histogram.limits.size() != histogram.counts.size()) {
        throw DataLossError(fmt::format("a histogram has {} limits for {} counts",
                                        histogram.limits.size(), histogram.counts.size()));
    }
    if (histogram.count > 0
        && (histogram.limits.empty() || !(histogram.minimum <= histogram.maximum))) {
        throw DataLossError(fmt::format("a histogram has {} buckets from {} to {} for {} values",
                                        histogram.limits.size(), histogram.minimum,
                                        histogram.maximum, histogram.count));
    }
    return histogram;
}

} // namespace engine
