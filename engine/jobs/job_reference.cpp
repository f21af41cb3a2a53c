// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/job_reference.h"

#include "engine/jobs/augment_text.h"
#include "engine/jobs/job_parser.h"
#include "engine/jobs/sequential_model.h"

#include <fmt/format.h>

namespace engine {

namespace {

// How the items of a list are written.
std::span<const std::string_view> itemUsages(std::string_view key)
{
    if (key == "data.augment") {
        return augmentUsages();
    }
    return key == "model.layers" ? layerUsages() : std::span<const std::string_view>();
}

} // namespace

std::string jobKeyReference()
{
    const JobConfig initial;
    std::string text =
        "# Every setting of a job file, with the value that it has when not given.\n";
    std::string_view table;
    for (const JobKey& key : jobKeys()) {
        const std::size_t dot = key.path.rfind('.');
        if (key.path.substr(0, dot) != table) {
            table = key.path.substr(0, dot);
            text += fmt::format("\n[{}]\n", table);
        }
        const std::optional<JobValue> value = key.access.read(initial);
        const bool isGiven = value && *value != JobValue(std::string());
        text += fmt::format("# {} ({})\n", key.meaning, key.access.accepts);
        for (const std::string_view usage : itemUsages(key.path)) {
            text += fmt::format("#   {}\n", usage);
        }
        text += fmt::format("{}{} = {}\n", isGiven ? "" : "# ", key.path.substr(dot + 1),
                            value ? jobValueText(*value) : "");
    }
    return text;
}

} // namespace engine
