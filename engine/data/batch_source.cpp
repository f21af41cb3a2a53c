// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/batch_source.h"

#include "engine/base/errors.h"

#include <fmt/format.h>

namespace engine {

void requireSeekable(std::int64_t position)
{
    if (position < 0) {
        throw InvalidArgumentError(fmt::format("there is no batch {} to go to", position));
    }
}

DirectBatchSource::DirectBatchSource(std::unique_ptr<Batcher> batcher)
    : m_batcher(std::move(batcher))
{ }

const Batch& DirectBatchSource::next()
{
    m_batcher->fill(m_position, m_batch);
    ++m_position;
    return m_batch;
}

void DirectBatchSource::seek(std::int64_t position)
{
    requireSeekable(position);
    m_position = position;
}

} // namespace engine
