// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/packed_product.h"

#include "engine/base/errors.h"
#include "engine/base/memory.h"
#include "engine/ops/gathered_product.h"
#include "engine/ops/matrix_packing.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <limits>
#include <memory>
#include <span>

namespace engine {

namespace {

// A block's part of a panel of b and of a strip of a stay in the first-level cache, its strips in
// the second-level cache, its panels in the third.
constexpr std::int64_t kMostColumns = 512;
constexpr std::int64_t kMostLeft = 49152; // elements of a block of a
constexpr std::int64_t kMostHeight = 16; // of a strip, whatever the processor
constexpr std::int64_t kPanelsAtOnce = 4; // of a turned b are laid out before they are multiplied
// Rows of a that lie so far apart share few lines of the caches. They are laid out as strips if
// there are columns enough to pay for it.
constexpr std::int64_t kConflictingStride = 1024;
constexpr std::int64_t kColumnsForStrips = 256;
// And if their places were no numbers of 32 bits.
constexpr std::int64_t kMostStride =
    std::numeric_limits<std::int32_t>::max() / (kMostLeft + kMostHeight);

// The least number of equal blocks of at most `most`; each but the last is a multiple of `unit`.
std::int64_t blockOf(std::int64_t size, std::int64_t most, std::int64_t unit)
{
    const std::int64_t blocks = std::max<std::int64_t>((size + most - 1) / most, 1);
    const std::int64_t block = std::max<std::int64_t>((size + blocks - 1) / blocks, 1);
    return (block + unit - 1) / unit * unit;
}

// Of a thread, for whatever it multiplies: it stays in the caches from product to product.
struct Room
{
    template <std::int64_t kCount>
    using Floats = std::array<float, kCount + kPanelMargin>;

    alignas(kLineBytes) Floats<kTermsAtOnce * kMostColumns> panels; // of b
    // Of a: rows that are summed together, term by term.
    alignas(kLineBytes) Floats<kMostLeft + kTermsAtOnce * kMostHeight> strips;
    std::array<std::int32_t, kMostLeft + kMostHeight> rows; // places of a
    std::array<std::int32_t, kTermsAtOnce> terms;
    std::uint64_t number; // of the products whose b lies there as a whole; 0: none
};

Room& roomOfThisThread()
{
    using Pointer = std::unique_ptr<Room, decltype(&std::free)>;
    thread_local const Pointer room = [] {
        Pointer made(static_cast<Room*>(allocateLines(sizeof(Room))), &std::free);
        if (made == nullptr) {
            throw ResourceExhaustedError("no memory for a thread's products");
        }
        made->number = 0;
        return made;
    }();
    return *room;
}

class PackedProduct
{
public:
    PackedProduct(const ProductShape& shape, MatrixRef<const float> a, MatrixRef<const float> b,
                  MatrixRef<float> c, const ProductEnd& end, Room& room)
        : m_shape(shape), m_a(a), m_b(b), m_c(c), m_end(end), m_room(room), m_widths(panelWidths()),
          m_height(tileRows()),
          m_packsRows(shape.transposeA
                      || (a.stride % kConflictingStride == 0 && shape.n >= kColumnsForStrips)
                      || a.stride > kMostStride),
          m_terms(blockOf(shape.k, kTermsAtOnce, 1)),
          m_rows(blockOf(shape.m, std::max(kMostLeft / m_terms, m_height), m_height)),
          m_columns(blockOf(shape.n, kMostColumns, m_widths.wide))
    { }

    void run()
    {
        assert(m_end.adam == nullptr
               || (m_shape.k <= kTermsAtOnce && !m_end.accumulate && m_end.bias == nullptr
                   && !m_end.relu && m_end.reluOutput == nullptr));
        assert(m_shape.m > 0 || m_end.number == 0); // it would lay out nothing
        m_hasRight = m_end.number != 0 && m_room.number == m_end.number;
        m_room.number = keepsRight(m_shape.n, m_shape.k) ? m_end.number : 0;
        fillPlaces(m_room.terms, m_terms, m_packsRows ? m_height : 1);
        for (std::int64_t column = 0; column < m_shape.n; column += m_columns) {
            const std::int64_t columns = std::min(m_columns, m_shape.n - column);
            std::int64_t term = 0;
            do { // once without terms, too
                const std::int64_t terms = std::min(m_terms, m_shape.k - term);
                multiplyBlock(column, columns, term, terms);
                term += m_terms;
            } while (term < m_shape.k);
        }
    }

private:
    // The part of the product that columns of c and terms of its sums make.
    void multiplyBlock(std::int64_t column, std::int64_t columns, std::int64_t term,
                       std::int64_t terms)
    {
        const bool isLast = term + terms == m_shape.k;
        GatheredProduct product{.a = nullptr,
                                .rows = {},
                                .terms =
                                    std::span(m_room.terms).first(static_cast<std::size_t>(terms)),
                                .panels = nullptr,
                                .columns = 0,
                                .y = nullptr,
                                .yStride = m_c.stride,
                                .accumulate = m_end.accumulate || term > 0,
                                .bias = nullptr,
                                .relu = m_end.relu && isLast,
                                .reluOutput = nullptr,
                                .b = {}};
        AdamUpdate adam = m_end.adam != nullptr ? *m_end.adam : AdamUpdate{};
        for (std::int64_t row = 0; row < m_shape.m; row += m_rows) {
            const std::int64_t rows = std::min(m_rows, m_shape.m - row);
            product.a = leftBlock(row, rows, term, terms);
            product.rows = std::span(m_room.rows).first(static_cast<std::size_t>(rows));
            for (std::int64_t j = 0; j < columns; j += kPanelsAtOnce * m_widths.wide) {
                float* const panels = m_room.panels.data() + j * terms;
                product.columns = std::min(kPanelsAtOnce * m_widths.wide, columns - j);
                product.panels = panels;
                product.b = {};
                if (row == 0 && !m_hasRight) {
                    product.b = rightBlock(column + j, product.columns, term, terms, panels);
                }
                product.y = m_c.data + row * m_c.stride + column + j;
                const std::int64_t place = product.y - m_c.data;
                if (m_end.adam != nullptr) {
                    adam.m = m_end.adam->m + place;
                    adam.v = m_end.adam->v + place;
                    product.adam = &adam;
                }
                if (m_end.reluOutput != nullptr && isLast) {
                    product.reluOutput = m_end.reluOutput + place;
                }
                product.bias = m_end.bias != nullptr && isLast ? m_end.bias + column + j : nullptr;
                multiplyGathered(product);
            }
        }
    }

    // Lays out its panels, or leaves that to the product.
    UnpackedMatrix rightBlock(std::int64_t column, std::int64_t columns, std::int64_t term,
                              std::int64_t terms, float* panels) const
    {
        const MatrixSource right = part(m_b, term, column, m_shape.transposeB);
        if (!right.transposed) {
            return {right.data, right.stride, panels};
        }
        const std::int64_t wide = columns / m_widths.wide * m_widths.wide;
        packMatrix(right, terms, wide, m_widths.wide, panels);
        if (wide < columns) {
            packMatrix(part(m_b, term, column + wide, true), terms, columns - wide,
                       m_widths.widthFor(columns - wide), panels + wide * terms);
        }
        return {};
    }

    // And the places of its rows.
    const float* leftBlock(std::int64_t row, std::int64_t rows, std::int64_t term,
                           std::int64_t terms)
    {
        if (!m_packsRows) {
            fillPlaces(m_room.rows, rows, m_a.stride);
            return m_a.data + row * m_a.stride + term;
        }
        for (std::int64_t i = 0; i < rows; ++i) {
            m_room.rows[static_cast<std::size_t>(i)] =
                static_cast<std::int32_t>(i / m_height * m_height * terms + i % m_height);
        }
        packMatrix(part(m_a, term, row, !m_shape.transposeA), terms, rows, m_height,
                   m_room.strips.data());
        return m_room.strips.data();
    }

    static void fillPlaces(std::span<std::int32_t> places, std::int64_t count, std::int64_t step)
    {
        for (std::int64_t i = 0; i < count; ++i) {
            places[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(i * step);
        }
    }

    // Terms of the sums run down, what is not summed over runs across.
    static MatrixSource part(MatrixRef<const float> matrix, std::int64_t term, std::int64_t other,
                             bool transposed)
    {
        return {matrix.data
                    + (transposed ? other * matrix.stride + term : term * matrix.stride + other),
                matrix.stride, transposed};
    }

    ProductShape m_shape;
    MatrixRef<const float> m_a;
    MatrixRef<const float> m_b;
    MatrixRef<float> m_c;
    ProductEnd m_end;
    Room& m_room;
    PanelWidths m_widths;
    std::int64_t m_height; // of a strip
    bool m_packsRows;
    bool m_hasRight = false; // this thread has laid out b already
    std::int64_t m_terms; // of a block, as the following
    std::int64_t m_rows;
    std::int64_t m_columns;
};

} // namespace

void multiplyPacked(const ProductShape& shape, MatrixRef<const float> a, MatrixRef<const float> b,
                    MatrixRef<float> c, const ProductEnd& end)
{
    PackedProduct(shape, a, b, c, end, roomOfThisThread()).run();
}

bool keepsRight(std::int64_t n, std::int64_t k)
{
    return n <= kMostColumns && k <= kTermsAtOnce;
}

std::uint64_t newProductNumbers(std::int64_t count)
{
    static std::atomic<std::uint64_t> next{1};
    return next.fetch_add(static_cast<std::uint64_t>(count));
}

void prepareProducts()
{
    roomOfThisThread();
}

} // namespace engine
