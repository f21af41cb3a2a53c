// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/queue_ops.h"

#include "engine/base/errors.h"
#include "engine/ops/kernel.h"
#include "engine/ops/op_building.h"
#include "engine/ops/random_key.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/tensor_queue.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine {

namespace {

using Types = std::vector<DataType>;
using Shapes = std::vector<Shape>;

std::vector<OutputSpec> componentsOf(const Attributes& attributes)
{
    const Types& types = attributes.get<Types>("component_types");
    const Shapes& shapes = attributes.get<Shapes>("shapes");
    std::vector<OutputSpec> components;
    for (std::size_t i = 0; i < types.size(); ++i) {
        components.push_back({types[i], shapes[i]});
    }
    return components;
}

std::vector<OutputSpec> handleShape(const ShapeRequest&)
{
    return {{DataType::String, Shape()}};
}

std::vector<OutputSpec> sizeShape(const ShapeRequest&)
{
    return {{DataType::Int32, Shape()}};
}

// Outputs of dequeue: the components, with "n" rows where that is given.
std::vector<OutputSpec> dequeueShape(const ShapeRequest& request)
{
    std::vector<OutputSpec> outputs = componentsOf(request.attributes);
    if (request.attributes.has("n")) {
        for (OutputSpec& output : outputs) {
            Shape rows{request.attributes.get<std::int64_t>("n")};
            for (const std::int64_t dim : output.shape.dims()) {
                rows.append(dim);
            }
            output.shape = rows;
        }
    }
    return outputs;
}

std::unique_ptr<TensorQueue> makeTensorQueue(const Operation& handle)
{
    const Attributes& attributes = handle.attributes();
    TensorQueue::Options options;
    options.shuffles = attributes.has("min_after_dequeue");
    options.name = fmt::format("{} '{}'", options.shuffles ? "RandomShuffleQueue" : "FIFOQueue",
                               handle.name());
    options.capacity = attributes.get<std::int64_t>("capacity");
    options.components = componentsOf(attributes);
    if (options.shuffles) {
        options.minAfterDequeue = attributes.get<std::int64_t>("min_after_dequeue");
        options.randomKey = randomKey(handle);
    }
    return std::make_unique<TensorQueue>(std::move(options));
}

// A kernel of an operation whose first input is a queue.
class QueueKernel : public Kernel
{
public:
    explicit QueueKernel(const KernelRequest& request)
        : m_queue(request.resources->of<TensorQueue>(request.operation.input(0).operation(),
                                                     makeTensorQueue))
    { }

protected:
    TensorQueue& queue() const { return m_queue; }

private:
    TensorQueue& m_queue;
};

template <bool kMany>
class EnqueueKernel final : public QueueKernel
{
public:
    explicit EnqueueKernel(const KernelRequest& request)
        : QueueKernel(request), m_values(request.inputs.size() - 1)
    { }

    void compute(KernelContext& context) override
    {
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            m_values[i] = &context.input(static_cast<int>(i) + 1);
        }
        if constexpr (kMany) {
            queue().enqueueMany(m_values, context.deadline());
        } else {
            queue().enqueue(m_values, context.deadline());
        }
    }

private:
    std::vector<const Tensor*> m_values;
};

template <bool kMany>
class DequeueKernel final : public QueueKernel
{
public:
    explicit DequeueKernel(const KernelRequest& request)
        : QueueKernel(request), m_values(request.outputs.size())
    {
        for (const OutputSpec& output : request.outputs) {
            // A type without a place in the arena has no tensor until somebody makes one.
            m_made.push_back(output.type == DataType::String ? Tensor(output.type, output.shape)
                                                             : Tensor());
        }
        if constexpr (kMany) {
            m_count = request.operation.attribute<std::int64_t>("n");
        }
    }

    void compute(KernelContext& context) override
    {
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            Tensor& output = context.output(static_cast<int>(i));
            if (m_made[i].isValid()) {
                output = m_made[i];
            }
            m_values[i] = &output;
        }
        if constexpr (kMany) {
            queue().dequeueMany(m_count, m_values, context.deadline());
        } else {
            queue().dequeue(m_values, context.deadline());
        }
    }

private:
    std::vector<Tensor*> m_values;
    std::vector<Tensor> m_made;
    std::int64_t m_count = 1;
};

class CloseKernel final : public QueueKernel
{
public:
    explicit CloseKernel(const KernelRequest& request)
        : QueueKernel(request),
          m_cancels(request.operation.attribute<bool>("cancel_pending_enqueues"))
    { }
    void compute(KernelContext&) override { queue().close(m_cancels); }

private:
    bool m_cancels;
};

class SizeKernel final : public QueueKernel
{
public:
    using QueueKernel::QueueKernel;
    void compute(KernelContext& context) override
    {
        context.output(0).values<std::int32_t>()[0] = static_cast<std::int32_t>(queue().size());
    }
};

// The handle is a constant, so that no kernel runs for it; kernels of the others find the queue by
// its operation.
const OpDef kFifoQueue{
    .type = "FIFOQueueV2", .kind = OpKind::Constant, .inferShapes = handleShape, .stateful = true};
const OpDef kRandomShuffleQueue{.type = "RandomShuffleQueueV2",
                                .kind = OpKind::Constant,
                                .inferShapes = handleShape,
                                .stateful = true};
const OpDef kEnqueue{.type = "QueueEnqueueV2",
                     .inferShapes = noOutputs,
                     .makeKernel = makeKernelOf<EnqueueKernel<false>>,
                     .mayBlock = true,
                     .stateful = true};
const OpDef kEnqueueMany{.type = "QueueEnqueueManyV2",
                         .inferShapes = noOutputs,
                         .makeKernel = makeKernelOf<EnqueueKernel<true>>,
                         .mayBlock = true,
                         .stateful = true};
const OpDef kDequeue{.type = "QueueDequeueV2",
                     .inferShapes = dequeueShape,
                     .makeKernel = makeKernelOf<DequeueKernel<false>>,
                     .mayBlock = true,
                     .stateful = true};
const OpDef kDequeueMany{.type = "QueueDequeueManyV2",
                         .inferShapes = dequeueShape,
                         .makeKernel = makeKernelOf<DequeueKernel<true>>,
                         .mayBlock = true,
                         .stateful = true};
const OpDef kClose{.type = "QueueCloseV2",
                   .inferShapes = noOutputs,
                   .makeKernel = makeKernelOf<CloseKernel>,
                   .mayBlock = true,
                   .stateful = true};
const OpDef kSize{.type = "QueueSizeV2",
                  .inferShapes = sizeShape,
                  .makeKernel = makeKernelOf<SizeKernel>,
                  .mayBlock = true,
                  .stateful = true};

Queue makeQueue(Graph& graph, const OpDef& def, std::string_view name, const QueueOptions& options,
                Attributes attributes)
{
    if (options.components.empty() || options.capacity < 1) {
        throw InvalidArgumentError(
            fmt::format("queue {}: {} components and a capacity of {}; both must be positive", name,
                        options.components.size(), options.capacity));
    }
    Types types;
    Shapes shapes;
    for (const OutputSpec& component : options.components) {
        if (!component.shape.isFullyKnown()) {
            throw InvalidArgumentError(fmt::format("queue {}: the shape {} of a component is not "
                                                   "known",
                                                   name, component.shape.toString()));
        }
        types.push_back(component.type);
        shapes.push_back(component.shape);
    }
    attributes.set("capacity", options.capacity);
    attributes.set("component_types", std::move(types));
    attributes.set("shapes", std::move(shapes));
    attributes.set("value", Tensor::scalar<std::string>(std::string(name)));
    return Queue(graph.addOperation({&def, name, {}, std::move(attributes), {}}).output());
}

std::string_view nameOr(std::string_view name, std::string_view other)
{
    return name.empty() ? other : name;
}

} // namespace

Queue fifoQueue(Graph& graph, const QueueOptions& options)
{
    return makeQueue(graph, kFifoQueue, nameOr(options.name, "fifo_queue"), options, {});
}

Queue randomShuffleQueue(Graph& graph, const QueueOptions& options)
{
    const std::string_view name = nameOr(options.name, "random_shuffle_queue");
    if (options.minAfterDequeue < 0 || options.minAfterDequeue >= options.capacity) {
        throw InvalidArgumentError(fmt::format("queue {}: {} elements are to stay and it holds {}",
                                               name, options.minAfterDequeue, options.capacity));
    }
    return makeQueue(graph, kRandomShuffleQueue, name, options,
                     {{"min_after_dequeue", options.minAfterDequeue}});
}

std::vector<OutputSpec> Queue::components() const
{
    return componentsOf(m_handle.operation().attributes());
}

Operation& Queue::add(const OpDef& def, std::string_view given, std::string_view suffix,
                      std::vector<Output> values, Attributes attributes) const
{
    const std::string standard = fmt::format("{}_{}", name(), suffix);
    values.insert(values.begin(), m_handle);
    return addOperation(def, given.empty() ? standard : given, std::move(values),
                        std::move(attributes));
}

void Queue::requireFitting(const std::vector<Output>& values, bool isMany) const
{
    const std::vector<OutputSpec> wanted = components();
    if (values.size() != wanted.size()) {
        throw InvalidArgumentError(fmt::format("queue {} has elements of {} components, {} are "
                                               "given",
                                               name(), wanted.size(), values.size()));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        Shape shape = values[i].shape();
        if (isMany && shape.rank() > 0) {
            shape = Shape(values[i].shape().dims().subspan(1));
        }
        if (values[i].type() != wanted[i].type || shape != wanted[i].shape
            || (isMany && values[i].shape().rank() == 0)) {
            throw InvalidArgumentError(
                fmt::format("queue {}: component {} is {} {}, {}{} {} is given", name(), i,
                            dataTypeName(wanted[i].type), wanted[i].shape.toString(),
                            isMany ? "for its rows " : "", dataTypeName(values[i].type()),
                            values[i].shape().toString()));
        }
    }
    const auto rows = [&](Output value) { return value.shape().dim(0); };
    if (isMany
        && std::ranges::adjacent_find(values, std::ranges::not_equal_to(), rows) != values.end()) {
        throw InvalidArgumentError(
            fmt::format("queue {}: the components have different numbers of rows", name()));
    }
}

Operation& Queue::enqueue(const std::vector<Output>& values, std::string_view name) const
{
    requireFitting(values, false);
    return add(kEnqueue, name, "enqueue", values);
}

Operation& Queue::enqueueMany(const std::vector<Output>& values, std::string_view name) const
{
    requireFitting(values, true);
    return add(kEnqueueMany, name, "EnqueueMany", values);
}

std::vector<Output> Queue::outputsOf(Operation& operation) const
{
    std::vector<Output> outputs;
    for (int i = 0; i < operation.outputCount(); ++i) {
        outputs.push_back(operation.output(i));
    }
    return outputs;
}

std::vector<Output> Queue::dequeue(std::string_view name) const
{
    const Attributes& queue = m_handle.operation().attributes();
    return outputsOf(add(kDequeue, name, "Dequeue", {},
                         {{"component_types", queue.get<Types>("component_types")},
                          {"shapes", queue.get<Shapes>("shapes")}}));
}

std::vector<Output> Queue::dequeueMany(std::int64_t count, std::string_view name) const
{
    const Attributes& queue = m_handle.operation().attributes();
    const std::int64_t stay =
        queue.has("min_after_dequeue") ? queue.get<std::int64_t>("min_after_dequeue") : 0;
    if (const auto capacity = queue.get<std::int64_t>("capacity");
        count < 1 || count + stay > capacity) {
        throw InvalidArgumentError(fmt::format("queue {} holds {} elements, of which {} stay: {} "
                                               "cannot be taken at once",
                                               this->name(), capacity, stay, count));
    }
    return outputsOf(add(kDequeueMany, name, "DequeueMany", {},
                         {{"component_types", queue.get<Types>("component_types")},
                          {"shapes", queue.get<Shapes>("shapes")},
                          {"n", count}}));
}

Operation& Queue::close(bool cancelPendingEnqueues, std::string_view name) const
{
    return add(kClose, name, "Close", {}, {{"cancel_pending_enqueues", cancelPendingEnqueues}});
}

Output Queue::size(std::string_view name) const
{
    return add(kSize, name, "Size", {}).output();
}

} // namespace engine
