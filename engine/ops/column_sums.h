// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/eigen_maps.h"
#include "engine/ops/shares.h"

#include <array>
#include <cstdint>
#include <vector>

namespace engine {

// kCount sums over the rows of a matrix for each of its columns, as statistics of channels need
// them. Rows are added in blocks in T and the blocks in float64, so that long sums stay exact.
// Only for the sources of engine/ops.
template <typename T, std::size_t kCount>
class ColumnSums
{
public:
    using BlockSums = std::array<ArrayMap<T>, kCount>;

    ColumnSums(std::int64_t rows, std::int64_t columns, int threads)
        : m_columns(columns), m_shares(rows, threads),
          m_blocks(static_cast<std::size_t>(m_shares.count() * width())),
          m_sums(static_cast<std::size_t>(m_shares.count() * width()))
    { }

    // addRow(row, sums) adds what row `row` brings to the kCount arrays `sums`.
    template <typename AddRow>
    void compute(const AddRow& addRow)
    {
        m_shares.forEach([&](std::int64_t part, const Share& rows) {
            sumShare(addRow, part * width(), rows, std::make_index_sequence<kCount>());
        });
        auto total = arrayOf(std::span(m_sums), 0, width());
        for (std::int64_t part = 1; part < m_shares.count(); ++part) {
            total += arrayOf(std::span(m_sums), part * width(), width());
        }
    }

    ArrayMap<double> sum(std::size_t index)
    {
        return arrayOf(std::span(m_sums), static_cast<std::int64_t>(index) * m_columns, m_columns);
    }

private:
    std::int64_t width() const { return static_cast<std::int64_t>(kCount) * m_columns; }

    template <typename AddRow, std::size_t... kIndex>
    void sumShare(const AddRow& addRow, std::int64_t start, const Share& rows,
                  std::index_sequence<kIndex...>)
    {
        constexpr std::int64_t kBlock = 64;
        auto total = arrayOf(std::span(m_sums), start, width());
        auto block = arrayOf(std::span(m_blocks), start, width());
        BlockSums sums{arrayOf(std::span(m_blocks),
                               start + static_cast<std::int64_t>(kIndex) * m_columns,
                               m_columns)...};
        total.setZero();
        for (std::int64_t first = rows.begin; first < rows.end; first += kBlock) {
            block.setZero();
            for (std::int64_t row = first; row < std::min(first + kBlock, rows.end); ++row) {
                addRow(row, sums);
            }
            total += block.template cast<double>();
        }
    }

    std::int64_t m_columns;
    Shares m_shares;
    std::vector<T> m_blocks;
    std::vector<double> m_sums;
};

} // namespace engine
