// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/summary/sqlite.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace engine {

std::string bulkInsertSql(std::string_view table, std::string_view columns, std::size_t columnCount,
                          std::size_t rowCount);

// Inserts rows into a table, many by one execution of a statement: to start a statement takes as
// long as to insert a row. The database must outlive it.
template <typename... Values>
class BulkInsert
{
public:
    static constexpr std::size_t kRowsAtOnce = 32;

    // `columns` as SQL lists them: "series_id, step".
    BulkInsert(Database& database, std::string_view table, std::string_view columns)
        : m_insertMany(database, bulkInsertSql(table, columns, sizeof...(Values), kRowsAtOnce)),
          m_insertOne(database, bulkInsertSql(table, columns, sizeof...(Values), 1))
    { }

    // A row for the next flush(). Fastest where they come in the order of the table's key.
    void add(const Values&... values) { m_rows.emplace_back(values...); }
    std::size_t waitingCount() const { return m_rows.size(); }
    // Rows before one that breaks a constraint (FailedPreconditionError) stay, those behind it are
    // dropped.
    void flush()
    {
        const Emptied emptied{m_rows};
        std::size_t row = 0;
        for (; row + kRowsAtOnce <= m_rows.size(); row += kRowsAtOnce) {
            insert(m_insertMany, row, kRowsAtOnce);
        }
        for (; row < m_rows.size(); ++row) {
            insert(m_insertOne, row, 1);
        }
    }
    void forget() { m_rows.clear(); }

private:
    using Rows = std::vector<std::tuple<Values...>>;
    struct Emptied
    {
        Rows& rows;
        ~Emptied() { rows.clear(); }
    };

    void insert(Statement& statement, std::size_t row, std::size_t count)
    {
        int position = 1;
        for (std::size_t end = row + count; row < end; ++row) {
            std::apply([&](const Values&... values) { statement.bindFrom(position, values...); },
                       m_rows[row]);
            position += static_cast<int>(sizeof...(Values));
        }
        statement.run();
    }

    Rows m_rows;
    Statement m_insertMany;
    Statement m_insertOne;
};

} // namespace engine
