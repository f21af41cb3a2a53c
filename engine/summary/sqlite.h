// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

struct sqlite3;
struct sqlite3_stmt;

namespace engine {

// One connection to an SQLite file, with foreign keys on. Another connection that holds a lock is
// waited for up to kBusyTimeoutMs by each statement.
//
// Errors of everything in this file, by class: DataLossError (damaged, or not an SQLite file),
// UnavailableError (locked by another), ResourceExhaustedError (disk full or quota), NotFoundError
// (cannot be opened), PermissionDeniedError (read-only), FailedPreconditionError (a constraint),
// UnknownError (the disk failed, and the rest). The message has the file's path and SQLite's words.
//
// Thread rule: one thread at a time.
class Database
{
public:
    enum class Access
    {
        ReadOnly, // also where nothing can be written, if the store was closed cleanly
        Snapshot, // a look: as ReadOnly, and no file is made beside it if it was closed cleanly
        ReadWrite, // the file must exist
        Create // creates the file if absent
    };

    static constexpr int kBusyTimeoutMs = 5000;

    struct FileState
    {
        std::filesystem::file_time_type written;
        std::uintmax_t bytes;
        bool operator==(const FileState&) const = default;
    };

    Database(const std::filesystem::path& path, Access access);
    Database(Database&& other) noexcept;
    Database& operator=(Database&&) = delete;
    ~Database();

    // One or more statements without results.
    void execute(const std::string& sql);
    // First column of the first row: `PRAGMA user_version`. NotFoundError if there is no row.
    std::int64_t queryInteger(std::string_view sql);
    std::int64_t lastInsertedRow() const;
    std::int64_t changeCount() const; // rows changed by the last statement
    // True if another file, or none, is at path() now: nobody would find what is written. Also if
    // the file was taken for one that nobody changes, and has changed.
    bool hasMoved() const;
    bool isInTransaction() const;
    // A copy without a name that vanishes with its connection, for what must not be changed in the
    // file. Its path() is that of the file.
    Database temporaryCopy() const;

    const std::filesystem::path& path() const { return m_path; }

private:
    friend class Statement;
    explicit Database(std::filesystem::path path) : m_path(std::move(path)) { }
    void open(const std::string& name, int flags);
    [[noreturn]] void throwError(int code, std::string_view action) const;

    sqlite3* m_handle = nullptr;
    std::filesystem::path m_path;
    std::optional<FileState> m_takenAs; // if nobody is to change the file
};

// Bytes to be bound as a BLOB, not as text.
struct Blob
{
    std::string_view bytes;
};

// A prepared statement; it belongs to one database, which must outlive it. Parameters are bound by
// position from 1, columns are read by position from 0.
class Statement
{
public:
    Statement(Database& database, std::string_view sql);
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    ~Statement();

    void bind(int position, std::int64_t value);
    void bind(int position, double value); // NaN is stored as NULL
    void bind(int position, std::string_view text); // copied
    void bind(int position, Blob blob); // copied
    void bindNull(int position);
    // Binds all, from the position on.
    template <typename... Values>
    void bindFrom(int position, const Values&... values);
    template <typename... Values>
    void bindAll(const Values&... values) // from position 1
    {
        bindFrom(1, values...);
    }
    // Binds all and runs a statement that has no rows.
    template <typename... Values>
    void run(const Values&... values);

    // True if there is a row, false at the end; resets the statement there and on an error.
    bool step();
    void reset();

    bool isNull(int column) const;
    bool isInteger(int column) const;
    bool isText(int column) const;
    std::int64_t integer(int column) const; // 0 for NULL
    double real(int column) const; // NaN for NULL
    std::string text(int column) const; // also a BLOB's bytes; empty for NULL

private:
    void bindValue(int position, std::int64_t value) { bind(position, value); }
    void bindValue(int position, int value) { bind(position, std::int64_t{value}); }
    void bindValue(int position, double value) { bind(position, value); }
    void bindValue(int position, std::string_view value) { bind(position, value); }
    void bindValue(int position, Blob value) { bind(position, value); }
    void bindValue(int position, std::nullptr_t) { bindNull(position); }

    Database& m_database;
    sqlite3_stmt* m_handle = nullptr;
};

// A write transaction: takes the write lock at once, rolls back unless committed.
class Transaction
{
public:
    explicit Transaction(Database& database);
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;
    ~Transaction();

    void commit();

private:
    Database& m_database;
};

// What is read while it lives is as of one moment.
class ReadTransaction
{
public:
    explicit ReadTransaction(Database& database);
    ReadTransaction(const ReadTransaction&) = delete;
    ReadTransaction& operator=(const ReadTransaction&) = delete;
    ~ReadTransaction();

private:
    Database& m_database;
};

template <typename... Values>
void Statement::bindFrom(int position, const Values&... values)
{
    (bindValue(position++, values), ...);
}

template <typename... Values>
void Statement::run(const Values&... values)
{
    bindAll(values...);
    step();
    reset();
}

} // namespace engine
