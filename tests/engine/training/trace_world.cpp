// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/training/trace_world.h"

#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_files.h"
#include "engine/checkpoint/checkpoint_state.h"
#include "engine/data/queue_input.h"
#include "engine/formats/tensor_bundle.h"
#include "engine/ops/arithmetic_ops.h"
#include "engine/ops/basic_ops.h"
#include "engine/ops/comparison_ops.h"
#include "engine/ops/summary_ops.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <thread>

using namespace engine;

QString nameOfError(const std::exception_ptr& error)
{
    try {
        std::rethrow_exception(error);
    } catch (const NanLossDuringTrainingError&) {
        return "NanLossDuringTrainingError";
    } catch (const StopIterationError&) {
        return "StopIterationError";
    } catch (const Error& engineError) {
        const std::string_view code = errorCodeName(engineError.code());
        return QString::fromUtf8(code.data(), static_cast<int>(code.size())) + "Error";
    } catch (const std::exception& other) {
        return other.what();
    }
}

QString ourErrorName(const QString& name)
{
    static const QMap<QString, QString> kNames{{"ValueError", "InvalidArgumentError"},
                                               {"TypeError", "InvalidArgumentError"},
                                               {"RuntimeError", "FailedPreconditionError"},
                                               {"StopIteration", "StopIterationError"}};
    return kNames.value(name, name);
}

void throwByName(const QString& name)
{
    const QString ours = ourErrorName(name);
    static const QMap<QString, std::function<void()>> kThrow{
        {"AbortedError", [] { throw AbortedError("injected"); }},
        {"UnavailableError", [] { throw UnavailableError("injected"); }},
        {"InvalidArgumentError", [] { throw InvalidArgumentError("injected"); }},
        {"FailedPreconditionError", [] { throw FailedPreconditionError("injected"); }},
        {"OutOfRangeError", [] { throw OutOfRangeError("injected"); }},
        {"CancelledError", [] { throw CancelledError("injected"); }},
        {"StopIterationError", [] { throw StopIterationError("injected"); }}};
    if (const auto thrower = kThrow.value(ours)) {
        thrower();
    }
    throw std::runtime_error(ours.toStdString());
}

QStringList namesIn(const QJsonValue& fetches)
{
    QStringList names;
    if (fetches.isString()) {
        names.append(fetches.toString());
    } else if (fetches.isArray()) {
        for (const QJsonValue part : fetches.toArray()) {
            names += namesIn(part);
        }
    } else if (fetches.isObject()) {
        const QJsonObject parts = fetches.toObject();
        for (const QString& key : parts.keys()) {
            names += namesIn(parts[key]);
        }
    }
    return names;
}

namespace {

QJsonValue jsonOf(const Tensor& value)
{
    const double number = value.scalarAsDouble();
    return std::isnan(number) ? QJsonValue("nan") : QJsonValue(number);
}

QJsonValue takeValues(const QJsonValue& fetches, std::span<const Tensor>& values)
{
    if (fetches.isArray()) {
        QJsonArray result;
        for (const QJsonValue part : fetches.toArray()) {
            result.append(takeValues(part, values));
        }
        return result;
    }
    if (fetches.isObject()) {
        QJsonObject result;
        const QJsonObject parts = fetches.toObject();
        for (const QString& key : parts.keys()) {
            result[key] = takeValues(parts[key], values);
        }
        return result;
    }
    const QJsonValue result = jsonOf(values.front());
    values = values.subspan(1);
    return result;
}

std::vector<Operation*> initializers(const Graph& graph)
{
    std::vector<Operation*> operations;
    for (const auto& variable : graph.collectionOf<Variable>(keys::kGlobalVariables)) {
        operations.push_back(&variable->initializer());
    }
    return operations;
}

} // namespace

QJsonValue withValues(const QJsonValue& fetches, std::span<const Tensor> values)
{
    return takeValues(fetches, values);
}

TraceWorld::TraceWorld(const QJsonObject& given)
    : scenario(given), checkpointDir(folder.filePath("checkpoints").toStdString()),
      summaryDir(folder.filePath("summaries").toStdString())
{
    clock.advanceSeconds(1000);
}

void TraceWorld::beginSession()
{
    m_writers.clear();
    coordinator = nullptr;
    live = nullptr;
    graph = std::make_unique<Graph>();
    buildGraph();
}

void TraceWorld::endSession()
{
    collect(checkpointDir, m_events);
    collect(summaryDir, m_summaryEvents);
}

void TraceWorld::collect(const std::filesystem::path& directory, QJsonArray& into) const
{
    const auto found = m_writers.find(directory);
    if (found == m_writers.end()) {
        return;
    }
    QJsonArray file;
    for (const MemorySummaryWriter::Record& record : found->second->records) {
        QJsonArray entry{QString::fromStdString(record.what), static_cast<qint64>(record.step)};
        if (record.kind == MemorySummaryWriter::Kind::Scalar) {
            entry.append(record.value);
        }
        if (record.kind != MemorySummaryWriter::Kind::Event) { // event files have none
            file.append(entry);
        }
    }
    into.append(file);
}

void TraceWorld::buildGraph()
{
    const QJsonObject additions = scenario["graph"].toObject();
    const auto step = createGlobalStep(*graph);
    const auto w = makeVariable("w", scalarConstant(*graph, DataType::Float, 0));
    const Output one = scalarConstant(*graph, DataType::Float, 1);
    Output amount = one;
    if (additions.contains("nan_at")) {
        const Output before =
            scalarConstant(*graph, DataType::Int64, additions["nan_at"].toInt() - 1);
        const double nan = std::numeric_limits<double>::quiet_NaN();
        amount = select(equal(step->value(), before),
                        constant(*graph, Tensor::scalar(static_cast<float>(nan))), one);
    }
    const Output updated = assignAdd(w->value(), amount);
    Output train;
    {
        const ControlDependencies after(*graph, {&updated.operation()});
        train = assignAdd(step->value(), scalarConstant(*graph, DataType::Int64, 1), "train");
    }
    {
        const ControlDependencies after(*graph, {&train.operation()});
        tensors["w_after"] = identity(updated, "w_after");
    }
    if (additions.contains("queue")) {
        addQueue(additions["queue"].toObject(), *step, *w);
    }
    tensors["train"] = train;
    tensors["loss"] = tensors["w_after"];
    tensors["step"] = step->value();
    tensors["w_before"] = w->value();
    tensors["c"] = constant(*graph, Tensor::scalar(42.0F), "c");
    tensors["x"] = placeholder(*graph, DataType::Float, Shape(), "x");
    tensors["y"] = add(tensors["x"], one, "y");
    setStepTo = placeholder(*graph, DataType::Int64, Shape(), "set_step_to");
    setStep = &assign(step->value(), setStepTo, "set_step").operation();
    for (const QJsonValue tag : additions["summaries"].toArray()) {
        scalarSummary(tag.toString().toStdString(), scalarConstant(*graph, DataType::Float, 2));
    }
}

void TraceWorld::addQueue(const QJsonObject& description, const Variable& step, const Variable& w)
{
    const QJsonArray items = description["items"].toArray();
    Tensor rows(DataType::Float, Shape{static_cast<std::int64_t>(items.size())});
    std::ranges::transform(items, rows.values<float>().begin(), [](const QJsonValue& item) {
        return static_cast<float>(item.toDouble());
    });
    constexpr std::int64_t kCapacity = 2;
    const Queue queue =
        inputProducer(constant(*graph, rows), description["epochs"].toInt(), kCapacity, "queue");
    tensors["item"] = queue.dequeue()[0];
    const Output updated = assignAdd(w.value(), tensors["item"]);
    const ControlDependencies after(*graph, {&updated.operation()});
    tensors["train_item"] =
        assignAdd(step.value(), scalarConstant(*graph, DataType::Int64, 1), "train_item");
}

std::vector<Fetch> TraceWorld::fetchesOf(const QJsonValue& fetches) const
{
    std::vector<Fetch> result;
    for (const QString& name : namesIn(fetches)) {
        result.emplace_back(tensors[name]);
    }
    return result;
}

std::vector<Feed> TraceWorld::feedsOf(const QJsonObject& feeds) const
{
    std::vector<Feed> result;
    for (const QString& name : feeds.keys()) {
        result.push_back(
            {tensors[name], Tensor::scalar(static_cast<float>(feeds[name].toDouble()))});
    }
    return result;
}

std::int64_t TraceWorld::stepOf(Session& session) const
{
    return session.run(tensors["step"]).scalarValue<std::int64_t>();
}

bool TraceWorld::isTraining(const Fetch& fetch) const
{
    return fetch == Fetch(tensors["train"]) || fetch == Fetch(tensors["w_after"])
        || (tensors.contains("train_item") && fetch == Fetch(tensors["train_item"]));
}

std::shared_ptr<MemorySummaryWriter> TraceWorld::writerOf(const std::filesystem::path& directory)
{
    auto& writer = m_writers[directory];
    if (writer == nullptr) {
        writer = std::make_shared<MemorySummaryWriter>();
    }
    return writer;
}

std::vector<std::shared_ptr<SummaryWriter>> TraceWorld::writers() const
{
    std::vector<std::shared_ptr<SummaryWriter>> result;
    for (const auto& [directory, writer] : m_writers) {
        result.push_back(writer);
    }
    return result;
}

SessionFactory TraceWorld::sessionFactory(bool isChief)
{
    return [this, isChief](Graph& theGraph) -> std::unique_ptr<Session> {
        ++creations;
        for (const QJsonValue fault : scenario["creation_faults"].toArray()) {
            if (fault["attempts"].toArray().contains(creations)) {
                put({{"call", "create_session"}, {"raises", fault["error"]}});
                throwByName(fault["error"].toString());
            }
        }
        auto session = std::make_unique<DirectSession>(theGraph);
        if (!isChief) { // somebody else has initialized the model
            for (Operation* initializer : initializers(theGraph)) {
                session->run(initializer);
            }
        }
        auto traced = std::make_unique<TracedSession>(*this, std::move(session), isChief);
        live = traced.get();
        return traced;
    };
}

void TraceWorld::report(Coordinator& to, const QString& error)
{
    std::thread([&] { to.stopOnException([&] { throwByName(error); }); }).join();
    put({{"reported_to_coordinator", error}});
}

QJsonArray TraceWorld::stepsOnDisk() const
{
    QJsonArray steps;
    for (const std::string& prefix : listCheckpoints(LocalFileSystem(), checkpointDir)) {
        steps.append(static_cast<qint64>(stepOfCheckpoint(prefix).value_or(-1)));
    }
    return steps;
}

void TraceWorld::damageNewest()
{
    const std::string prefix = listCheckpoints(LocalFileSystem(), checkpointDir).back();
    std::fstream file(prefix + ".index", std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(-1, std::ios::end);
    const char last = static_cast<char>(file.get());
    file.seekp(-1, std::ios::end);
    file.put(static_cast<char>(~last));
    put({{"damaged_checkpoint", static_cast<qint64>(*stepOfCheckpoint(prefix))}});
}

void TraceWorld::deleteNewest()
{
    LocalFileSystem files;
    NullLogger logger;
    const std::string prefix = listCheckpoints(files, checkpointDir).back();
    removeCheckpoint(files, prefix, logger);
    put({{"deleted_checkpoint", static_cast<qint64>(*stepOfCheckpoint(prefix))}});
}

QJsonObject TraceWorld::files() const
{
    QJsonObject result;
    const LocalFileSystem disk;
    NullLogger logger;
    const std::vector<std::string> prefixes = listCheckpoints(disk, checkpointDir);
    if (!prefixes.empty()) {
        result["checkpoints"] = stepsOnDisk();
        const TensorBundleReader reader(disk, prefixes.back());
        result["w_in_newest"] = jsonOf(reader.read("w"));
    }
    if (const auto state = readCheckpointState(disk, checkpointDir, logger)) {
        QJsonArray steps;
        for (const std::string& prefix : state->allModelCheckpointPaths) {
            steps.append(static_cast<qint64>(stepOfCheckpoint(prefix).value_or(-1)));
        }
        result["state"] = steps;
    }
    if (!m_events.isEmpty()) {
        result["events"] = m_events;
    }
    if (!m_summaryEvents.isEmpty()) {
        result["summary_events"] = m_summaryEvents;
    }
    return result;
}

TracedSession::TracedSession(TraceWorld& world, std::unique_ptr<Session> session, bool isChief)
    : m_world(world), m_session(std::move(session)), m_how(isChief ? "restore" : "wait")
{ }

void TracedSession::run(const RunRequest& request, std::vector<Tensor>& results)
{
    bool trains = false;
    for (const Fetch& fetch : request.fetches) {
        trains |= m_world.isTraining(fetch);
        if (fetch.operation->name() == "init" && m_how == "restore") {
            m_how = "init";
        }
    }
    if (!trains) {
        m_session->run(request, results);
        return;
    }
    const int run = ++m_world.trainRuns;
    throwFault("before", run);
    m_session->run(request, results);
    m_world.put({{"trained_to", static_cast<qint64>(m_world.stepOf(*m_session))}});
    throwFault("after", run);
}

void TracedSession::throwFault(const QString& when, int run)
{
    for (const QJsonValue fault : m_world.scenario["faults"].toArray()) {
        if (fault["train_run"].toInt() == run && fault["when"].toString() == when) {
            m_world.put({{"fault", fault["error"]}, {"when", when + "_update"}});
            throwByName(fault["error"].toString());
        }
    }
}

void TracedSession::announce()
{
    m_isAnnounced = true;
    m_world.put({{"call", "create_session"},
                 {"how", m_how},
                 {"step", static_cast<qint64>(m_world.stepOf(*m_session))}});
}

void TracedSession::close()
{
    if (m_isAnnounced && m_session->graph() != nullptr) {
        m_world.put({{"call", "close_session"}});
    }
    m_session->close();
}
