// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/hooks/global_step_reader.h"

#include "engine/base/errors.h"
#include "engine/ops/variable_ops.h"

#include <fmt/format.h>

#include <algorithm>

namespace engine {

namespace {

std::int64_t stepOf(const Tensor& value)
{
    return value.dataType() == DataType::Int64 ? value.scalarValue<std::int64_t>()
                                               : value.scalarValue<std::int32_t>();
}

} // namespace

void GlobalStepReader::begin(const Graph& graph, std::string_view hookName)
{
    const std::shared_ptr<Variable> step = getGlobalStep(graph);
    if (step == nullptr) {
        throw FailedPreconditionError(
            fmt::format("Global step should be created to use {}.", hookName));
    }
    m_value = step->value();
    reset();
}

std::int64_t GlobalStepReader::predict(const Tensor& fetched)
{
    const std::int64_t before = stepOf(fetched);
    if (m_fetched) {
        m_advance = std::max<std::int64_t>(before - *m_fetched, 1);
    }
    m_fetched = before;
    return before + m_advance;
}

std::int64_t GlobalStepReader::read(Session& session) const
{
    return stepOf(session.run(m_value));
}

void GlobalStepReader::reset()
{
    m_fetched.reset();
    m_advance = 1;
}

} // namespace engine
