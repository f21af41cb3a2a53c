// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/variable_ops.h"

#include "engine/ops/basic_ops.h"
#include "engine/ops/kernel.h"
#include "engine/ops/op_building.h"
#include "engine/ops/shape_rules.h"
#include "engine/ops/type_dispatch.h"

#include <string>

namespace engine {

namespace {

std::vector<OutputSpec> variableShape(const ShapeRequest& request)
{
    return {{request.attributes.get<DataType>("dtype"), request.attributes.get<Shape>("shape")}};
}

const OpDef kVariable{
    .type = "Variable", .kind = OpKind::Variable, .inferShapes = variableShape, .stateful = true};

std::vector<OutputSpec> assignShape(const ShapeRequest& request)
{
    requireInputCount(request, 2);
    requireSameType(request, 0, 1);
    return {{request.inputs[0].type, mergeInputShapes(request, 0, 1)}};
}

void computeAssign(KernelContext& context)
{
    context.variable(0).copyFrom(context.input(1));
    context.output(0).copyFrom(context.variable(0));
}

void computeAssignAdd(KernelContext& context)
{
    dispatchElementType(context.input(1).dataType(), "AssignAdd", [&](auto type) {
        using T = decltype(type);
        const std::span<T> target = context.variable(0).values<T>();
        const std::span<const T> delta = context.input(1).values<T>();
        for (std::size_t i = 0; i < target.size(); ++i) {
            target[i] = static_cast<T>(target[i] + delta[i]);
        }
    });
    context.output(0).copyFrom(context.variable(0));
}

std::vector<OutputSpec> stringListShape(const ShapeRequest&)
{
    return {{DataType::String, Shape{Shape::kUnknownDim}}};
}

class ReportUninitializedKernel final : public Kernel
{
public:
    explicit ReportUninitializedKernel(const Operation& operation) : m_operation(operation) { }

    void compute(KernelContext& context) override
    {
        std::vector<std::string> names;
        const int count = static_cast<int>(m_operation.inputs().size());
        for (int i = 0; i < count; ++i) {
            if (!context.variableHasValue(i)) {
                names.push_back(m_operation.input(i).operation().name());
            }
        }
        const Shape shape{static_cast<std::int64_t>(names.size())};
        context.output(0) = Tensor::fromValues(shape, names);
    }

private:
    const Operation& m_operation;
};

std::vector<OutputSpec> boolScalar(const ShapeRequest&)
{
    return {{DataType::Bool, Shape()}};
}

void computeIsInitialized(KernelContext& context)
{
    context.output(0).values<bool>()[0] = context.variableHasValue(0);
}

void computeRead(KernelContext& context)
{
    context.output(0).copyFrom(context.input(0));
}

std::unique_ptr<Kernel> makeReportKernel(const KernelRequest& request)
{
    return std::make_unique<ReportUninitializedKernel>(request.operation);
}

const OpDef kAssign{.type = "Assign",
                    .inferShapes = assignShape,
                    .makeKernel = makeFunctionKernel<computeAssign>,
                    .updatedVariables = 1,
                    .initializesVariable = true,
                    .stateful = true};
const OpDef kAssignAdd{.type = "AssignAdd",
                       .inferShapes = assignShape,
                       .makeKernel = makeFunctionKernel<computeAssignAdd>,
                       .updatedVariables = 1,
                       .stateful = true};
// Reads in the order of operations: the runtime lets it see the variable itself, not its value at
// the start of the run.
const OpDef kReadVariable{
    .type = "ReadVariableOp",
    .inferShapes = sameAsFirstInput,
    .gradient = [](const Operation&,
                   std::span<const Output> gradients) { return std::vector<Output>{gradients[0]}; },
    .makeKernel = makeFunctionKernel<computeRead>,
    .readsVariableInOrder = true,
    .stateful = true};
const OpDef kReportUninitialized{.type = "ReportUninitializedVariables",
                                 .inferShapes = stringListShape,
                                 .makeKernel = makeReportKernel,
                                 .inspectsVariables = true,
                                 .stateful = true};
const OpDef kIsInitialized{.type = "IsVariableInitialized",
                           .inferShapes = boolScalar,
                           .makeKernel = makeFunctionKernel<computeIsInitialized>,
                           .inspectsVariables = true,
                           .stateful = true};
const OpDef kGroup{.type = "NoOp", .kind = OpKind::NoOperation, .inferShapes = noOutputs};

Output binary(const OpDef& def, Output variable, Output value, std::string_view name)
{
    return variable.graph().addOperation({&def, name, {variable, value}, {}, {}}).output();
}

void requireVariable(Output output)
{
    if (!output.isValid() || output.operation().def().kind != OpKind::Variable) {
        throw InvalidArgumentError(
            fmt::format("{} is not a variable", output.isValid() ? output.name() : "nothing"));
    }
}

} // namespace

std::shared_ptr<Variable> makeVariable(std::string_view name, Output initialValue,
                                       const VariableOptions& options)
{
    Graph& graph = initialValue.graph();
    if (!initialValue.shape().isFullyKnown()) {
        throw InvalidArgumentError(
            fmt::format("variable {}: the initial value's shape {} is not known", name,
                        initialValue.shape().toString()));
    }
    Output value =
        graph
            .addOperation({&kVariable,
                           name,
                           {},
                           {{"dtype", initialValue.type()}, {"shape", initialValue.shape()}},
                           {}})
            .output();
    const Output initialized = assign(value, initialValue, std::string(name) + "/Assign");
    auto variable =
        std::make_shared<Variable>(value, initialValue, initialized.operation(), options.trainable);
    graph.addToCollection(options.local ? keys::kLocalVariables : keys::kGlobalVariables, variable);
    if (options.trainable && !options.local) {
        graph.addToCollection(keys::kTrainableVariables, variable);
    }
    return variable;
}

std::shared_ptr<Variable> findVariable(const Graph& graph, std::string_view name)
{
    for (const std::string_view key : {keys::kGlobalVariables, keys::kLocalVariables}) {
        for (const std::shared_ptr<Variable>& variable : graph.collectionOf<Variable>(key)) {
            if (variable->name() == name) {
                return variable;
            }
        }
    }
    throw NotFoundError(fmt::format("the graph has no variable '{}'", name));
}

Output readVariable(Output variable, std::string_view name)
{
    requireVariable(variable);
    return variable.graph().addOperation({&kReadVariable, name, {variable}, {}, {}}).output();
}

Output assign(Output variable, Output value, std::string_view name)
{
    return binary(kAssign, variable, value, name);
}

Output assignAdd(Output variable, Output delta, std::string_view name)
{
    return binary(kAssignAdd, variable, delta, name);
}

Output isVariableInitialized(Output variable, std::string_view name)
{
    requireVariable(variable);
    return variable.graph().addOperation({&kIsInitialized, name, {variable}, {}, {}}).output();
}

Output reportUninitialized(Graph& graph, std::span<const Output> variables, std::string_view name)
{
    for (const Output& variable : variables) {
        requireVariable(variable);
    }
    return graph
        .addOperation({&kReportUninitialized, name, {variables.begin(), variables.end()}, {}, {}})
        .output();
}

Operation& group(Graph& graph, const std::vector<Operation*>& operations, std::string_view name)
{
    return graph.addOperation({&kGroup, name, {}, {}, operations});
}

std::shared_ptr<Variable> createGlobalStep(Graph& graph)
{
    if (getGlobalStep(graph)) {
        throw InvalidArgumentError("\"global_step\" already exists.");
    }
    const Output zero =
        constant(graph, Tensor::scalar<std::int64_t>(0), "global_step/Initializer/zeros");
    auto step = makeVariable("global_step", zero, {.trainable = false});
    graph.addToCollection(keys::kGlobalStep, step);
    return step;
}

std::shared_ptr<Variable> getGlobalStep(const Graph& graph)
{
    const auto steps = graph.collectionOf<Variable>(keys::kGlobalStep);
    return steps.size() == 1 ? steps[0] : nullptr;
}

std::shared_ptr<Variable> getOrCreateGlobalStep(Graph& graph)
{
    auto step = getGlobalStep(graph);
    return step ? step : createGlobalStep(graph);
}

} // namespace engine
