// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_parser.h"

#include "engine/base/errors.h"
#include "engine/base/file_system.h"
#include "engine/jobs/job_keys.h"

#include <fmt/format.h>

#define TOML_EXCEPTIONS 1
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <sstream>

namespace engine {

namespace {

// Where a setting was written, for messages.
std::string place(std::string_view source, const toml::node& node)
{
    const auto line = node.source().begin.line;
    return line > 0 ? fmt::format("{}, line {}", source, line) : std::string(source);
}

template <typename T>
const T& toToml(const T& value)
{
    return value;
}

template <typename T>
toml::array toToml(const std::vector<T>& list)
{
    toml::array array;
    for (const T& element : list) {
        array.push_back(element);
    }
    return array;
}

template <typename T>
void writeToml(std::ostream& text, const T& value)
{
    text << toml::value<T>(value);
}

// TOML's library writes 0.1 as 0.10000000000000001.
void writeToml(std::ostream& text, double value)
{
    text << fmt::format("{}", value);
}

template <typename T>
void writeToml(std::ostream& text, const std::vector<T>& list)
{
    text << toToml(list);
}

template <typename T>
std::vector<T> listOf(const toml::array& array)
{
    std::vector<T> list;
    for (const toml::node& element : array) {
        list.push_back(element.value_exact<T>().value());
    }
    return list;
}

std::optional<JobValue> toJobValue(const toml::node& node)
{
    if (const auto flag = node.value_exact<bool>()) {
        return *flag;
    }
    if (const auto integer = node.value_exact<std::int64_t>()) {
        return *integer;
    }
    if (const auto number = node.value_exact<double>()) {
        return *number;
    }
    if (const auto text = node.value_exact<std::string>()) {
        return *text;
    }
    if (const toml::array* array = node.as_array()) {
        if (!array->empty() && array->is_homogeneous(toml::node_type::string)) {
            return listOf<std::string>(*array);
        }
        if (array->empty() || array->is_homogeneous(toml::node_type::integer)) {
            return listOf<std::int64_t>(*array);
        }
    }
    return std::nullopt;
}

std::string lastName(std::string_view path)
{
    return std::string(path.substr(path.rfind('.') + 1));
}

// What is wrong with a job, in the order of its lines; --set comes after them.
class Mistakes
{
public:
    // Runs `apply` and keeps what it refuses.
    template <typename Apply>
    void guard(std::int64_t line, Apply&& apply)
    {
        try {
            apply();
        } catch (const InvalidArgumentError& error) {
            m_messages.emplace(line, error.what());
        }
    }

    // InvalidArgumentError, a line for each mistake.
    void throwIfAny() const
    {
        if (m_messages.empty()) {
            return;
        }
        std::string text;
        std::size_t count = 0;
        for (const auto& [line, message] : m_messages) {
            if (count++ == kMostMessages) {
                text += fmt::format("\nand {} more", m_messages.size() - kMostMessages);
                break;
            }
            text += (text.empty() ? "" : "\n") + message;
        }
        throw InvalidArgumentError(text);
    }

private:
    static constexpr std::size_t kMostMessages = 20;

    std::multimap<std::int64_t, std::string> m_messages;
};

[[noreturn]] void throwUnknownTable(std::string_view where, std::string_view path)
{
    const std::string nearest = nearestJobTable(path);
    throw InvalidArgumentError(
        fmt::format("{}: {} is not a known setting.{}", where, lastName(path),
                    nearest.empty() ? "" : fmt::format(" Did you mean {}?", nearest)));
}

[[noreturn]] void throwUnknown(std::string_view where, std::string_view path)
{
    const std::string_view nearest = nearestJobKey(path);
    const std::string name = lastName(path);
    std::string suggestion;
    if (!nearest.empty()) {
        const bool sameTable =
            nearest.substr(0, nearest.rfind('.')) == path.substr(0, path.rfind('.'));
        suggestion = fmt::format(" Did you mean {}?", sameTable ? lastName(nearest) : nearest);
    }
    throw InvalidArgumentError(
        fmt::format("{}: {} is not a known setting.{}", where, name, suggestion));
}

void applyTable(JobConfig& config, const toml::table& table, const std::string& prefix,
                std::string_view source, Mistakes& mistakes);

void applyNode(JobConfig& config, const toml::node& node, const std::string& path,
               std::string_view source, Mistakes& mistakes)
{
    const std::string where = place(source, node);
    if (const toml::table* table = node.as_table()) {
        if (!isJobTable(path)) {
            throwUnknownTable(where, path);
        }
        applyTable(config, *table, path + ".", source, mistakes);
        return;
    }
    const JobKey* key = findJobKey(path);
    if (key == nullptr) {
        throwUnknown(where, path);
    }
    const std::optional<JobValue> value = toJobValue(node);
    if (!value) {
        throw InvalidArgumentError(
            fmt::format("{}: {} holds a value of a kind that no setting takes", where, path));
    }
    try {
        key->access.apply(config, *value);
    } catch (const InvalidArgumentError& error) {
        throw InvalidArgumentError(fmt::format("{}: {} {}", where, path, error.what()));
    }
}

void applyTable(JobConfig& config, const toml::table& table, const std::string& prefix,
                std::string_view source, Mistakes& mistakes)
{
    for (const auto& [name, node] : table) {
        const std::string path = prefix + std::string(name.str());
        mistakes.guard(node.source().begin.line, [&, &setting = node] {
            applyNode(config, setting, path, source, mistakes);
        });
    }
}

// The parser calls itself for each part of a dotted name; a hostile file could exhaust the stack.
void requireShallowNames(std::string_view text, std::string_view source)
{
    constexpr int kMostDots = 200; // in one line; no setting's name has more than one
    int line = 1;
    int dots = 0;
    for (const char c : text) {
        if (c == '\n') {
            ++line;
            dots = 0;
        } else if (c == '.' && ++dots > kMostDots) {
            throw InvalidArgumentError(
                fmt::format("{}, line {}: a job file has no names of so many parts", source, line));
        }
    }
}

// Whoever has a table tries that first.
std::string_view hintFor(std::string_view source)
{
    const bool isTable =
        std::ranges::any_of(std::array{".csv", ".tsv", ".csv.gz"},
                            [&](const char* end) { return source.ends_with(end); });
    return isTable ? "; this is a table: a job file, say job.toml, trains on it with [data] kind = "
                     "\"csv\" and file = the table"
                   : "";
}

toml::table parseToml(std::string_view text, std::string_view source)
{
    requireShallowNames(text, source);
    try {
        return toml::parse(text, source);
    } catch (const toml::parse_error& error) {
        throw InvalidArgumentError(fmt::format("{}, line {}: {}{}", source,
                                               error.source().begin.line, error.description(),
                                               hintFor(source)));
    }
}

void applyOverride(JobConfig& config, const std::string& setting)
{
    const std::string source = "--set " + setting;
    const std::size_t equals = setting.find('=');
    if (equals == 0 || equals == std::string::npos) {
        throw InvalidArgumentError(source + ": write it as key=value");
    }
    const std::string path = setting.substr(0, equals);
    const std::string value = setting.substr(equals + 1);
    toml::table table;
    try {
        table = toml::parse("value = " + value);
    } catch (const toml::parse_error&) {
        table.insert("value", value);
    }
    // The line within "value = …" would only confuse.
    const toml::node& node = *table.get("value");
    const JobKey* key = findJobKey(path);
    if (key == nullptr) {
        throwUnknown(source, path);
    }
    const std::optional<JobValue> typed = toJobValue(node);
    try {
        key->access.apply(config, typed.value_or(value));
    } catch (const InvalidArgumentError& error) {
        throw InvalidArgumentError(fmt::format("{}: {} {}", source, path, error.what()));
    }
}

void requireText(const std::string& value, std::string_view key, std::string_view source)
{
    if (value.empty()) {
        throw InvalidArgumentError(fmt::format("{}: {} is missing", source, key));
    }
}

void requireComplete(const JobConfig& config, std::string_view source)
{
    const DataConfig& data = config.data;
    requireText(data.kind, "data.kind", source);
    if (data.kind == "idx") {
        requireText(data.trainImages, "data.train_images", source);
        requireText(data.trainLabels, "data.train_labels", source);
        if (data.testImages.empty() != data.testLabels.empty()) {
            throw InvalidArgumentError(
                fmt::format("{}: data.test_images and data.test_labels belong together", source));
        }
    } else if (data.kind == "csv") {
        requireText(data.file, "data.file", source);
    } else if (data.kind.starts_with("cifar") && data.trainFiles.empty()) {
        throw InvalidArgumentError(fmt::format("{}: data.train_files is missing", source));
    }
    if (data.validationFraction + data.testFraction >= 1) {
        throw InvalidArgumentError(
            fmt::format("{}: validation_fraction {} and test_fraction {} leave "
                        "nothing for training",
                        source, data.validationFraction, data.testFraction));
    }
}

} // namespace

void requireUsed(const JobConfig& config, std::string_view source)
{
    const auto refuseUnless = [&](bool isUsed, std::string_view setting, std::string_view reason) {
        if (!isUsed) {
            throw InvalidArgumentError(fmt::format("{}: {} {}", source, setting, reason));
        }
    };
    const DataConfig& data = config.data;
    refuseUnless(data.augment.empty() || data.kind == "idx" || data.kind.starts_with("cifar"),
                 "data.augment", "is for pictures: idx, cifar10 and cifar100");
    const ModelConfig& model = config.model;
    const bool isSequential = model.kind == "sequential";
    refuseUnless(isSequential || model.layers.empty(), "model.layers",
                 "needs model.kind = \"sequential\"");
    refuseUnless(!isSequential || model.dropout == 0, "model.dropout",
                 "is for an mlp; write a layer \"dropout RATE\"");
    const OptimizerConfig& optimizer = config.optimizer;
    const auto isKind = [&](std::string_view kind) { return optimizer.kind == kind; };
    refuseUnless(!optimizer.weightDecay || isKind("adamw") || isKind("lion"),
                 "optimizer.weight_decay", "is for adamw and lion");
    refuseUnless((!optimizer.decay && !optimizer.centered) || isKind("rmsprop"),
                 "optimizer.decay and centered", "are for rmsprop");
    refuseUnless(!optimizer.initialAccumulator || isKind("adagrad"),
                 "optimizer.initial_accumulator", "is for adagrad");
    const ScheduleConfig& schedule = config.schedule;
    refuseUnless(schedule.kind != "step" || !schedule.boundaries.empty(), "schedule.boundaries",
                 "is missing: without them the rate never falls");
    refuseUnless(schedule.kind == "warmup_cosine" || schedule.warmupSteps == 0,
                 "schedule.warmup_steps", "needs schedule.kind = \"warmup_cosine\"");
}

JobConfig parseJob(std::string_view text, std::string_view source,
                   const std::vector<std::string>& overrides)
{
    JobConfig config;
    config.run.name = std::filesystem::path(source).stem().string();
    Mistakes mistakes;
    applyTable(config, parseToml(text, source), "", source, mistakes);
    for (const std::string& setting : overrides) {
        mistakes.guard(std::numeric_limits<std::int64_t>::max(),
                       [&] { applyOverride(config, setting); });
    }
    mistakes.throwIfAny();
    requireComplete(config, source);
    return config;
}

JobConfig parseJobFile(const std::filesystem::path& file, const std::vector<std::string>& overrides)
{
    JobConfig config = parseJob(LocalFileSystem().read(file), file.filename().string(), overrides);
    config.directory = std::filesystem::absolute(file).parent_path();
    requireUsed(config, file.filename().string());
    return config;
}

std::string jobValueText(const JobValue& value)
{
    std::ostringstream text;
    std::visit([&text](const auto& typed) { writeToml(text, typed); }, value);
    return text.str();
}

std::string writeJob(const JobConfig& config)
{
    toml::table file;
    for (const JobKey& key : jobKeys()) {
        const std::optional<JobValue> value = key.access.read(config);
        if (!value) {
            continue;
        }
        toml::table* table = &file;
        std::string_view path = key.path;
        for (std::size_t dot = path.find('.'); dot != std::string_view::npos;
             dot = path.find('.')) {
            table = table->insert(path.substr(0, dot), toml::table()).first->second.as_table();
            path.remove_prefix(dot + 1);
        }
        std::visit([&](const auto& typed) { table->insert(path, toToml(typed)); }, *value);
    }
    std::ostringstream text;
    text << file << '\n';
    return text.str();
}

} // namespace engine
