// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/memory_need.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

#include <algorithm>

#include <unistd.h>

namespace engine {

namespace {

constexpr double kGigabyte = 1e9;
constexpr double kBatchesInMemory = 4; // that are made ahead

double presentMemory()
{
    return static_cast<double>(::sysconf(_SC_PHYS_PAGES))
        * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

// Of a tensor of a batch; a product of floating-point numbers does not overflow.
double bytesOf(const Output& value, double batchSize)
{
    double bytes = static_cast<double>(sizeOf(value.type()));
    for (const std::int64_t size : value.shape().dims()) {
        bytes *= size == Shape::kUnknownDim ? batchSize : static_cast<double>(size);
    }
    return bytes;
}

double bytesOf(const Graph& graph, std::string_view collection)
{
    double bytes = 0;
    for (const auto& variable : graph.collectionOf<Variable>(collection)) {
        bytes += bytesOf(variable->value(), 1);
    }
    return bytes;
}

double bytesOf(const Tensor& tensor)
{
    return static_cast<double>(tensor.shape().elementCount())
        * static_cast<double>(sizeOf(tensor.dataType()));
}

// Only the first axis is a batch's: another unknown one may be anything.
bool isOfABatch(const Output& value)
{
    const auto dims = value.shape().dims();
    return !dims.empty() && dims[0] == Shape::kUnknownDim
        && std::ranges::count(dims, Shape::kUnknownDim) == 1;
}

double largestResult(const Graph& graph, double batchSize)
{
    double largest = 0;
    for (std::size_t id = 0; id < graph.operationCount(); ++id) {
        Operation& operation = graph.operation(id);
        for (int i = 0; i < operation.outputCount(); ++i) {
            if (const Output value = operation.output(i); isOfABatch(value)) {
                largest = std::max(largest, bytesOf(value, batchSize));
            }
        }
    }
    return largest;
}

} // namespace

void requireMemoryForData(const DataConfig& data)
{
    if (data.kind != "spirals") {
        return; // what a file holds is checked by its reader
    }
    constexpr double kPointBytes = 2 * sizeof(float) + sizeof(std::int64_t);
    constexpr double kCopies = 2; // the whole and its parts
    const double needed = kCopies * kPointBytes * static_cast<double>(data.points);
    if (needed > presentMemory()) {
        throw InvalidArgumentError(
            fmt::format("data.points: {} examples need {:.0f} GB; this machine has {:.0f} GB",
                        data.points, needed / kGigabyte, presentMemory() / kGigabyte));
    }
}

void requireMemory(const JobGraph& job, const DataConfig& data, const Dataset& trainingData)
{
    const auto batchSize = static_cast<double>(data.batchSize);
    const double model = bytesOf(*job.graph, keys::kGlobalVariables)
        + bytesOf(*job.graph, keys::kTrainableVariables); // as many gradients
    const double examples = bytesOf(trainingData.features) + bytesOf(trainingData.labels);
    const double batches =
        kBatchesInMemory * (bytesOf(job.features, batchSize) + bytesOf(job.labels, batchSize))
        + largestResult(*job.graph, batchSize);
    if (model + examples + batches > presentMemory()) {
        throw InvalidArgumentError(fmt::format(
            "a model of {} parameters needs {:.0f} GB with its gradients and the optimizer's "
            "state, the examples {:.0f} GB, batches of {} (data.batch_size) {:.0f} GB; this "
            "machine has {:.0f} GB",
            job.parameterCount, model / kGigabyte, examples / kGigabyte, data.batchSize,
            batches / kGigabyte, presentMemory() / kGigabyte));
    }
}

} // namespace engine
