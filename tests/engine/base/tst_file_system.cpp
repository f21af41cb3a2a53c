// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/file_system.h"
#include "tests/support/errors.h"
#include "tests/support/failing_file_system.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

using engine::LocalFileSystem;

namespace {

// While it lives, no file of this process can grow beyond `bytes`.
class FileSizeLimit
{
public:
    explicit FileSizeLimit(rlim_t bytes) : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        const rlimit limit{bytes, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }

private:
    void (*m_handler)(int);
    rlimit m_before{};
};

} // namespace

class FileSystemTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void filesAreWrittenAndRead();
    void createTruncatesUnlessExclusive();
    void bytesReachTheFileOnFlush();
    void aFailedWriteIsContinuedWhereItStopped();
    void missingAndUnreadableFilesAreErrors();
    void directoriesAreListedSorted();
    void removeForgivesAbsence();
    void nestedDirectoriesAreCreated();
    void durableFilesReplaceOldOnes();
    void durableFilesInTheWorkingDirectory();
    void aFailureLeavesTheOldFileAlone_data();
    void aFailureLeavesTheOldFileAlone();
    void theFirstErrorIsTold();
    void temporaryNamesDoNotCollide();

private:
    std::filesystem::path path(const char* name) const
    {
        return m_folder->filePath(name).toStdString();
    }
    QStringList names() const { return QDir(m_folder->path()).entryList(QDir::Files); }

    std::unique_ptr<QTemporaryDir> m_folder;
    LocalFileSystem m_files;
};

void FileSystemTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void FileSystemTest::filesAreWrittenAndRead()
{
    std::string bytes(200'000, '\0'); // more than one buffer, with zeros and line ends
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<char>(i * 7);
    }
    const auto file = m_files.create(path("a"));
    file->append(std::string_view(bytes).substr(0, 10));
    file->append(std::string_view(bytes).substr(10));
    file->sync();
    file->close();
    QVERIFY(m_files.read(path("a")) == bytes);
    m_files.create(path("empty"))->close();
    QVERIFY(m_files.read(path("empty")).empty());
    QVERIFY(m_files.exists(path("empty")));
    QVERIFY(!m_files.exists(path("other")));
}

void FileSystemTest::createTruncatesUnlessExclusive()
{
    m_files.create(path("a"), true)->append("lost: never flushed");
    const auto file = m_files.create(path("a"));
    file->append("new");
    file->close();
    QCOMPARE(m_files.read(path("a")), std::string("new"));
    VERIFY_THROWS(engine::AlreadyExistsError, "cannot create", m_files.create(path("a"), true));
    VERIFY_THROWS(engine::NotFoundError, "absent/b", m_files.create(path("absent/b")));
}

void FileSystemTest::bytesReachTheFileOnFlush()
{
    const auto file = m_files.create(path("a"));
    file->append("line\n");
    QCOMPARE(m_files.read(path("a")), std::string());
    file->flush();
    QCOMPARE(m_files.read(path("a")), std::string("line\n"));
}

void FileSystemTest::aFailedWriteIsContinuedWhereItStopped()
{
    const std::string bytes = "0123456789";
    const auto file = m_files.create(path("a"));
    file->append(bytes);
    {
        const FileSizeLimit limit(4);
        VERIFY_THROWS(engine::UnknownError, "cannot write", file->flush());
    }
    file->close();
    QCOMPARE(m_files.read(path("a")), bytes);
}

void FileSystemTest::missingAndUnreadableFilesAreErrors()
{
    VERIFY_THROWS(engine::NotFoundError, "cannot open", m_files.read(path("absent")));
    VERIFY_THROWS(engine::FailedPreconditionError, "is a directory", m_files.read(path("")));
    VERIFY_THROWS(engine::UnknownError, "cannot read", m_files.read("/proc/self/mem"));
}

void FileSystemTest::directoriesAreListedSorted()
{
    for (const char* name : {"b", "a", "model.ckpt-10", "model.ckpt-9"}) {
        m_files.create(path(name))->close();
    }
    const std::vector<std::string> expected{"a", "b", "model.ckpt-10", "model.ckpt-9"};
    QCOMPARE(m_files.list(path("")), expected);
    QVERIFY(m_files.list(path("absent")).empty());
    std::filesystem::create_symlink("loop", path("loop"));
    VERIFY_THROWS(engine::UnknownError, "cannot list", m_files.list(path("loop")));
}

void FileSystemTest::removeForgivesAbsence()
{
    m_files.create(path("a"))->close();
    m_files.remove(path("a"));
    QVERIFY(!m_files.exists(path("a")));
    m_files.remove(path("a"));
    m_files.createDirectories(path("folder"));
    VERIFY_THROWS(engine::UnknownError, "cannot remove", m_files.remove(path("folder")));
}

void FileSystemTest::nestedDirectoriesAreCreated()
{
    m_files.createDirectories(path("a/b/c"));
    m_files.createDirectories(path("a/b/c"));
    QVERIFY(m_files.exists(path("a/b/c")));
    m_files.create(path("file"))->close();
    VERIFY_THROWS(engine::NotFoundError, "cannot create directory",
                  m_files.createDirectories(path("file/d")));
    VERIFY_THROWS(engine::NotFoundError, "cannot open directory",
                  m_files.syncDirectory(path("absent")));
}

void FileSystemTest::durableFilesReplaceOldOnes()
{
    engine::writeFileDurably(m_files, path("state"), "old");
    engine::writeFileDurably(m_files, path("state"), "new");
    QCOMPARE(m_files.read(path("state")), std::string("new"));
    QCOMPARE(names(), QStringList{"state"});
}

void FileSystemTest::durableFilesInTheWorkingDirectory()
{
    const QString before = QDir::currentPath();
    QVERIFY(QDir::setCurrent(m_folder->path()));
    engine::writeFileDurably(m_files, "state", "bytes");
    QVERIFY(QDir::setCurrent(before));
    QCOMPARE(m_files.read(path("state")), std::string("bytes"));
}

void FileSystemTest::aFailureLeavesTheOldFileAlone_data()
{
    QTest::addColumn<QString>("call");
    for (const char* call : {"create", "append", "sync", "close", "rename"}) {
        QTest::newRow(call) << call;
    }
}

void FileSystemTest::aFailureLeavesTheOldFileAlone()
{
    QFETCH(QString, call);
    engine::writeFileDurably(m_files, path("state"), "old");
    FailingFileSystem failing;
    failing.failAt(call.toStdString());
    VERIFY_THROWS(engine::ResourceExhaustedError, "the disk is full",
                  engine::writeFileDurably(failing, path("state"), "new"));
    QCOMPARE(m_files.read(path("state")), std::string("old"));
    QCOMPARE(names(), QStringList{"state"});
}

void FileSystemTest::theFirstErrorIsTold()
{
    // The rename fails because a folder stands there, then the clean-up fails too.
    m_files.createDirectories(path("state"));
    FailingFileSystem failing;
    failing.failAt("remove");
    VERIFY_THROWS(engine::UnknownError, "cannot rename to",
                  engine::writeFileDurably(failing, path("state"), "new"));
}

void FileSystemTest::temporaryNamesDoNotCollide()
{
    const std::filesystem::path first = engine::temporaryNameFor(path("state"));
    QVERIFY(first != engine::temporaryNameFor(path("state")));
    QVERIFY(first.parent_path() == path("state").parent_path());
    const QString name = QString::fromStdString(first.filename().string());
    static const QRegularExpression kPattern("^state\\.tmp[0-9a-f]{16}$");
    QVERIFY2(kPattern.match(name).hasMatch(), qPrintable(name));
}

QTEST_GUILESS_MAIN(FileSystemTest)
#include "tst_file_system.moc"
