// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/formats/graph_def.h"

#include "engine/base/errors.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>
#include <proto/graph.pb.h>

namespace engine {

namespace {

// TensorFlow 1.15's; readers refuse what is newer than they are.
constexpr int kProducer = 134;

proto::DataType typeOf(DataType type)
{
    return static_cast<proto::DataType>(type);
}

void write(proto::TensorShapeProto& message, const Shape& shape)
{
    for (const std::int64_t size : shape.dims()) {
        message.add_dim()->set_size(size);
    }
}

void write(proto::TensorProto& message, const Tensor& tensor)
{
    message.set_dtype(typeOf(tensor.dataType()));
    write(*message.mutable_tensor_shape(), tensor.shape());
    if (tensor.dataType() != DataType::String) {
        message.set_tensor_content(tensor.data(), tensor.byteCount());
        return;
    }
    for (const std::string& text : tensor.values<std::string>()) {
        message.add_string_val(text);
    }
}

// Writes an attribute of any of the types that AttributeValue has.
struct AttributeWriter
{
    proto::AttrValue& message;

    void operator()(bool value) const { message.set_b(value); }
    void operator()(std::int64_t value) const { message.set_i(value); }
    void operator()(double value) const { message.set_f(static_cast<float>(value)); }
    void operator()(const std::string& value) const { message.set_s(value); }
    void operator()(DataType value) const { message.set_type(typeOf(value)); }
    void operator()(const Shape& value) const { write(*message.mutable_shape(), value); }
    void operator()(const Tensor& value) const { write(*message.mutable_tensor(), value); }
    void operator()(const std::vector<std::int64_t>& values) const
    {
        for (const std::int64_t value : values) {
            message.mutable_list()->add_i(value);
        }
    }
    void operator()(const std::vector<std::string>& values) const
    {
        for (const std::string& value : values) {
            message.mutable_list()->add_s(value);
        }
    }
    void operator()(const std::vector<DataType>& values) const
    {
        for (const DataType value : values) {
            message.mutable_list()->add_type(typeOf(value));
        }
    }
    void operator()(const std::vector<Shape>& values) const
    {
        for (const Shape& value : values) {
            write(*message.mutable_list()->add_shape(), value);
        }
    }
};

std::string inputName(Output input)
{
    const std::string& name = input.operation().name();
    return input.index() == 0 ? name : fmt::format("{}:{}", name, input.index());
}

void write(proto::NodeDef& node, const Operation& operation)
{
    node.set_name(operation.name());
    node.set_op(std::string(operation.def().type));
    for (const Output& input : operation.inputs()) {
        node.add_input(inputName(input));
    }
    for (const Operation* control : operation.controlInputs()) {
        node.add_input(fmt::format("^{}", control->name()));
    }
    auto& attributes = *node.mutable_attr();
    for (const auto& [name, value] : operation.attributes().all()) {
        std::visit(AttributeWriter{attributes[name]}, value);
    }
    if (operation.outputCount() > 0) {
        auto& shapes = *attributes["_output_shapes"].mutable_list();
        for (int i = 0; i < operation.outputCount(); ++i) {
            write(*shapes.add_shape(), operation.outputSpec(i).shape);
        }
    }
}

proto::GraphDef messageOf(const Graph& graph)
{
    proto::GraphDef message;
    for (std::size_t id = 0; id < graph.operationCount(); ++id) {
        write(*message.add_node(), graph.operation(id));
    }
    message.mutable_versions()->set_producer(kProducer);
    return message;
}

} // namespace

std::string encodeGraphDef(const Graph& graph)
{
    std::string bytes;
    {
        google::protobuf::io::StringOutputStream stream(&bytes);
        google::protobuf::io::CodedOutputStream output(&stream);
        output.SetSerializationDeterministic(true); // maps have no order of their own
        if (!messageOf(graph).SerializeToCodedStream(&output)) {
            throw InternalError("the graph cannot be serialised");
        }
    }
    return bytes;
}

std::string graphDefText(const Graph& graph)
{
    std::string text;
    if (!google::protobuf::TextFormat::PrintToString(messageOf(graph), &text)) {
        throw InternalError("the graph cannot be printed");
    }
    return text;
}

} // namespace engine
