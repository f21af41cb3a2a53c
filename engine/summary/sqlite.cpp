// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/summary/sqlite.h"

#include "engine/base/errors.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cerrno>
#include <limits>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace engine {

namespace {

int openFlags(Database::Access access)
{
    constexpr int kCommon = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    switch (access) {
    case Database::Access::ReadOnly:
    case Database::Access::Snapshot:
        return kCommon | SQLITE_OPEN_READONLY;
    case Database::Access::ReadWrite:
        return kCommon | SQLITE_OPEN_READWRITE;
    case Database::Access::Create:
        break;
    }
    return kCommon | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
}

// A journal with something in it: somebody writes the file, or died while doing so.
bool hasJournal(const std::filesystem::path& path)
{
    for (const char* const ending : {"-wal", "-journal"}) {
        std::filesystem::path journal = path;
        journal += ending;
        std::error_code isAbsent;
        const std::uintmax_t bytes = std::filesystem::file_size(journal, isAbsent);
        if (!isAbsent && bytes > 0) {
            return true;
        }
    }
    return false;
}

bool isDirectoryWritable(const std::filesystem::path& path)
{
    const std::filesystem::path directory = path.has_parent_path() ? path.parent_path() : ".";
    return ::faccessat(AT_FDCWD, directory.c_str(), W_OK, AT_EACCESS) == 0;
}

// Even to read a store in WAL mode SQLite makes files beside it, unless it is told that nobody
// changes it.
bool isTakenAsImmutable(const std::filesystem::path& path, Database::Access access)
{
    return (access == Database::Access::Snapshot
            || (access == Database::Access::ReadOnly && !isDirectoryWritable(path)))
        && !hasJournal(path);
}

Database::FileState stateOf(const std::filesystem::path& path)
{
    std::error_code isAbsent;
    return {std::filesystem::last_write_time(path, isAbsent),
            std::filesystem::file_size(path, isAbsent)};
}

std::string immutableUri(const std::filesystem::path& path)
{
    std::string uri = "file:";
    for (const char c : path.string()) {
        uri += c == '%' || c == '?' || c == '#'
            ? fmt::format("%{:02X}", static_cast<unsigned char>(c))
            : std::string(1, c);
    }
    return uri + "?immutable=1";
}

[[noreturn]] void throwByCode(int code, const std::string& message)
{
    switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        throw DataLossError(message);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        throw UnavailableError(message);
    case SQLITE_FULL:
    case SQLITE_NOMEM:
    case SQLITE_TOOBIG:
        throw ResourceExhaustedError(message);
    case SQLITE_CANTOPEN:
        throw NotFoundError(message);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        throw PermissionDeniedError(message);
    case SQLITE_CONSTRAINT:
        throw FailedPreconditionError(message);
    default:
        throw UnknownError(message);
    }
}

// True if the last failure of the database file or of its journal (`which`) was an exceeded quota
// or size limit, which SQLite does not tell from a broken disk.
bool isFull(sqlite3* handle, int which)
{
    sqlite3_file* file = nullptr;
    int reason = 0;
    if (sqlite3_file_control(handle, "main", which, &file) != SQLITE_OK || file == nullptr
        || file->pMethods == nullptr) {
        return false;
    }
    file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &reason);
    return reason == EDQUOT || reason == EFBIG;
}

} // namespace

Database::Database(const std::filesystem::path& path, Access access) : Database(path)
{
    if (isTakenAsImmutable(path, access)) {
        m_takenAs = stateOf(path);
        open(immutableUri(path), openFlags(access) | SQLITE_OPEN_URI);
    } else {
        open(path.string(), openFlags(access));
    }
}

void Database::open(const std::string& name, int flags)
{
    const int code = sqlite3_open_v2(name.c_str(), &m_handle, flags, nullptr);
    if (code != SQLITE_OK) {
        const std::string message =
            fmt::format("cannot open {}: {}", m_path.string(), sqlite3_errstr(code));
        const int reason = sqlite3_system_errno(m_handle);
        sqlite3_close(std::exchange(m_handle, nullptr));
        if ((code & 0xff) == SQLITE_CANTOPEN && reason != 0) {
            throwSystemError(reason, "open", m_path.string());
        }
        throwByCode(code, message);
    }
    sqlite3_busy_timeout(m_handle, kBusyTimeoutMs);
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
    // A file from elsewhere may contain views and triggers that call functions.
    sqlite3_db_config(m_handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
}

Database::Database(Database&& other) noexcept
    : m_handle(std::exchange(other.m_handle, nullptr)), m_path(std::move(other.m_path)),
      m_takenAs(other.m_takenAs)
{ }

Database::~Database()
{
    sqlite3_close(m_handle);
}

Database Database::temporaryCopy() const
{
    Database copy(m_path);
    copy.m_takenAs = m_takenAs;
    copy.open("", openFlags(Access::Create));
    sqlite3_backup* const backup = sqlite3_backup_init(copy.m_handle, "main", m_handle, "main");
    if (backup == nullptr) {
        copy.throwError(sqlite3_errcode(copy.m_handle), "copy");
    }
    const int code = sqlite3_backup_step(backup, -1); // all pages
    sqlite3_backup_finish(backup);
    if (code != SQLITE_DONE) {
        copy.throwError(code, "copy");
    }
    return copy;
}

void Database::execute(const std::string& sql)
{
    const int code = sqlite3_exec(m_handle, sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) {
        throwError(code, sql.substr(0, sql.find('\n')));
    }
}

std::int64_t Database::queryInteger(std::string_view sql)
{
    Statement statement(*this, sql);
    if (!statement.step()) {
        throw NotFoundError(fmt::format("{}: no row: {}", m_path.string(), sql));
    }
    return statement.integer(0);
}

std::int64_t Database::lastInsertedRow() const
{
    return sqlite3_last_insert_rowid(m_handle);
}

std::int64_t Database::changeCount() const
{
    return sqlite3_changes64(m_handle);
}

bool Database::hasMoved() const
{
    if (m_takenAs && (hasJournal(m_path) || stateOf(m_path) != m_takenAs)) {
        return true; // somebody writes it after all
    }
    int moved = 0;
    return sqlite3_file_control(m_handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK
        && moved != 0;
}

bool Database::isInTransaction() const
{
    return sqlite3_get_autocommit(m_handle) == 0;
}

void Database::throwError(int code, std::string_view action) const
{
    const std::string message =
        fmt::format("{}: {} ({})", m_path.string(), sqlite3_errmsg(m_handle), action);
    if ((code & 0xff) == SQLITE_IOERR
        && (isFull(m_handle, SQLITE_FCNTL_FILE_POINTER)
            || isFull(m_handle, SQLITE_FCNTL_JOURNAL_POINTER))) {
        throw ResourceExhaustedError(message);
    }
    throwByCode(code, message);
}

Statement::Statement(Database& database, std::string_view sql) : m_database(database)
{
    const int code = sqlite3_prepare_v3(database.m_handle, sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &m_handle, nullptr);
    if (code != SQLITE_OK) {
        database.throwError(code, sql);
    }
}

Statement::~Statement()
{
    sqlite3_finalize(m_handle);
}

void Statement::bind(int position, std::int64_t value)
{
    sqlite3_bind_int64(m_handle, position, value);
}

void Statement::bind(int position, double value)
{
    sqlite3_bind_double(m_handle, position, value);
}

void Statement::bind(int position, std::string_view text)
{
    // A null pointer would mean NULL; an empty text is not that.
    const char* const data = text.data() == nullptr ? "" : text.data();
    sqlite3_bind_text64(m_handle, position, data, text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void Statement::bind(int position, Blob blob)
{
    const char* const data = blob.bytes.data() == nullptr ? "" : blob.bytes.data();
    sqlite3_bind_blob64(m_handle, position, data, blob.bytes.size(), SQLITE_TRANSIENT);
}

void Statement::bindNull(int position)
{
    sqlite3_bind_null(m_handle, position);
}

bool Statement::step()
{
    const int code = sqlite3_step(m_handle);
    if (code == SQLITE_ROW) {
        return true;
    }
    sqlite3_reset(m_handle);
    if (code != SQLITE_DONE) {
        m_database.throwError(code, sqlite3_sql(m_handle));
    }
    return false;
}

void Statement::reset()
{
    sqlite3_reset(m_handle);
}

bool Statement::isNull(int column) const
{
    return sqlite3_column_type(m_handle, column) == SQLITE_NULL;
}

bool Statement::isInteger(int column) const
{
    return sqlite3_column_type(m_handle, column) == SQLITE_INTEGER;
}

bool Statement::isText(int column) const
{
    return sqlite3_column_type(m_handle, column) == SQLITE_TEXT;
}

std::int64_t Statement::integer(int column) const
{
    return sqlite3_column_int64(m_handle, column);
}

double Statement::real(int column) const
{
    // NULL reads as 0: only then the type has to be asked for.
    const double value = sqlite3_column_double(m_handle, column);
    return value == 0 && isNull(column) ? std::numeric_limits<double>::quiet_NaN() : value;
}

std::string Statement::text(int column) const
{
    const auto* const bytes = static_cast<const char*>(sqlite3_column_blob(m_handle, column));
    const int count = sqlite3_column_bytes(m_handle, column);
    return bytes == nullptr ? std::string() : std::string(bytes, static_cast<std::size_t>(count));
}

namespace {

void rollBack(Database& database)
{
    // After some errors SQLite has rolled back by itself.
    if (database.isInTransaction()) {
        try {
            database.execute("ROLLBACK");
        } catch (const Error&) { // the error that brought us here is the one to tell
        }
    }
}

} // namespace

ReadTransaction::ReadTransaction(Database& database) : m_database(database)
{
    m_database.execute("BEGIN");
}

ReadTransaction::~ReadTransaction()
{
    rollBack(m_database);
}

Transaction::Transaction(Database& database) : m_database(database)
{
    m_database.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction()
{
    rollBack(m_database);
}

void Transaction::commit()
{
    m_database.execute("COMMIT");
}

} // namespace engine
