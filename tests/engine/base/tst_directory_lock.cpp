// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/directory_lock.h"

#include "tests/support/errors.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace engine;

class TestDirectoryLock : public QObject
{
    Q_OBJECT

private slots:
    void oneAtATime();
    void movesWithItsObject();
    void endsWithAKilledProcess();
    void unusableDirectories_data();
    void unusableDirectories();

private:
    QTemporaryDir m_folder;
    std::filesystem::path m_path = m_folder.path().toStdString();
};

void TestDirectoryLock::oneAtATime()
{
    {
        const DirectoryLock lock(m_path);
        VERIFY_THROWS(FailedPreconditionError, "another training uses", DirectoryLock(m_path));
    }
    const DirectoryLock again(m_path);
    QVERIFY(std::filesystem::is_empty(m_path));
}

void TestDirectoryLock::movesWithItsObject()
{
    DirectoryLock holder;
    {
        DirectoryLock lock(m_path);
        holder = std::move(lock);
    }
    VERIFY_THROWS(FailedPreconditionError, "another training uses", DirectoryLock(m_path));
    holder = DirectoryLock();
    const DirectoryLock again(m_path);
}

void TestDirectoryLock::endsWithAKilledProcess()
{
    std::array<int, 2> pipe{};
    QCOMPARE(::pipe(pipe.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const DirectoryLock lock(m_path);
        const char ready = 1;
        if (::write(pipe[1], &ready, 1) == 1) {
            ::pause();
        }
        ::_exit(1);
    }
    char ready = 0;
    QCOMPARE(::read(pipe[0], &ready, 1), ssize_t{1});
    VERIFY_THROWS(FailedPreconditionError, "another training uses", DirectoryLock(m_path));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const DirectoryLock lock(m_path);
    ::close(pipe[0]);
    ::close(pipe[1]);
}

void TestDirectoryLock::unusableDirectories_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("absent") << "absent";
    QTest::newRow("a file") << "file";
}

void TestDirectoryLock::unusableDirectories()
{
    QFETCH(QString, name);
    QFile file(m_folder.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY_EXCEPTION_THROWN(DirectoryLock(m_path / name.toStdString()), Error);
    QCOMPARE(QFile(m_folder.filePath("file")).size(), 0);
}

QTEST_APPLESS_MAIN(TestDirectoryLock)
#include "tst_directory_lock.moc"
