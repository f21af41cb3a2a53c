// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_state.h"
#include "tests/support/errors.h"
#include "tests/support/failing_file_system.h"
#include "tests/support/golden.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace engine;

class TestCheckpointState : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void t12_newestIsLast_data();
    void t12_newestIsLast();
    void timestampsMustMatchThePaths();
    void pathsInsideTheDirectoryBecomeRelative_data();
    void pathsInsideTheDirectoryBecomeRelative();
    void t13_t16_relativeAndAbsolutePathsAreReadBack();
    void textIsTensorFlows();
    void cutStateFileIsIgnoredOrReported();
    void missingFileIsNoState();
    void faultyTextIsIgnoredWithAWarning_data();
    void faultyTextIsIgnoredWithAWarning();
    void stateWithoutANewestIsInvalid_data();
    void stateWithoutANewestIsInvalid();
    void stateFileMustNotHideTheCheckpoint();
    void failedWriteLeavesTheOlderState();

private:
    std::filesystem::path folder() const { return m_folder->path().toStdString(); }
    void writeText(const QByteArray& text);

    std::unique_ptr<QTemporaryDir> m_folder;
    LocalFileSystem m_files;
    MemoryLogger m_logger;
};

using Paths = std::vector<std::string>;

void TestCheckpointState::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestCheckpointState::writeText(const QByteArray& text)
{
    QFile file(m_folder->filePath("checkpoint"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

void TestCheckpointState::t12_newestIsLast_data()
{
    QTest::addColumn<Paths>("all");
    QTest::addColumn<Paths>("expected");
    QTest::newRow("no list") << Paths{} << Paths{"c-3"};
    QTest::newRow("list without it") << Paths{"/d/c-1", "/d/c-2"} << Paths{"c-1", "c-2", "c-3"};
    QTest::newRow("list that ends in it") << Paths{"/d/c-2", "/d/c-3"} << Paths{"c-2", "c-3"};
}

void TestCheckpointState::t12_newestIsLast()
{
    QFETCH(Paths, all);
    QFETCH(Paths, expected);
    const CheckpointState state = makeCheckpointState("/d", "/d/c-3", all);
    QCOMPARE(state.modelCheckpointPath, std::string("c-3"));
    QCOMPARE(state.allModelCheckpointPaths, expected);
}

void TestCheckpointState::timestampsMustMatchThePaths()
{
    const CheckpointState state = makeCheckpointState("/d", "/d/c-2", {"/d/c-1", "/d/c-2"}, {1, 2});
    QCOMPARE(state.allModelCheckpointTimestamps, (std::vector<double>{1, 2}));
    VERIFY_THROWS(InvalidArgumentError, "1 time stamps for 2 checkpoints",
                  makeCheckpointState("/d", "/d/c-2", {"/d/c-1", "/d/c-2"}, {1}));
    VERIFY_THROWS(InvalidArgumentError, "no time stamp",
                  makeCheckpointState("/d", "/d/c-2", {"/d/c-1"}, {1}));
}

void TestCheckpointState::pathsInsideTheDirectoryBecomeRelative_data()
{
    const std::string here = QDir::currentPath().toStdString();
    QTest::addColumn<QByteArray>("directory");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<std::string>("expected");
    QTest::newRow("T11 both absolute (D12)")
        << QByteArray("/a/run") << QByteArray("/a/run/m-1") << std::string("m-1");
    QTest::newRow("T11 both relative")
        << QByteArray("train") << QByteArray("train/m-0") << std::string("m-0");
    QTest::newRow("the working directory")
        << QByteArray("") << QByteArray("m-0") << std::string("m-0");
    QTest::newRow("written in two ways")
        << QByteArray("/a/./run/") << QByteArray("/a/b/../run/m-1") << std::string("m-1");
    QTest::newRow("in a folder below")
        << QByteArray("/a/run") << QByteArray("/a/run/old/m-1") << std::string("old/m-1");
    QTest::newRow("elsewhere") << QByteArray("/a/run") << QByteArray("/b/m-1")
                               << std::string("/b/m-1");
    QTest::newRow("name that only begins alike")
        << QByteArray("/a/run") << QByteArray("/a/run2/m-1") << std::string("/a/run2/m-1");
    QTest::newRow("relative, elsewhere")
        << QByteArray("/a/run") << QByteArray("m-1") << here + "/m-1";
}

void TestCheckpointState::pathsInsideTheDirectoryBecomeRelative()
{
    QFETCH(QByteArray, directory);
    QFETCH(QByteArray, path);
    QFETCH(std::string, expected);
    const CheckpointState state = makeCheckpointState(directory.toStdString(), path.toStdString());
    QCOMPARE(state.modelCheckpointPath, expected);
}

void TestCheckpointState::t13_t16_relativeAndAbsolutePathsAreReadBack()
{
    writeText("model_checkpoint_path: \"./m-2\"\n"
              "all_model_checkpoint_paths: \"/elsewhere/m-0\"\n"
              "all_model_checkpoint_paths: \"../up/m-1\"\n");
    const std::optional<CheckpointState> state = readCheckpointState(m_files, folder(), m_logger);
    QVERIFY(state.has_value());
    QCOMPARE(state->modelCheckpointPath, folder().string() + "/./m-2");
    QCOMPARE(state->allModelCheckpointPaths,
             (Paths{"/elsewhere/m-0", folder().string() + "/../up/m-1"}));

    writeCheckpointState(
        m_files, folder(),
        makeCheckpointState(folder(), folder() / "m-2", {"/elsewhere/m-0", "/b/m-1"}));
    const std::optional<CheckpointState> written = readCheckpointState(m_files, folder(), m_logger);
    QVERIFY(written.has_value());
    QCOMPARE(written->allModelCheckpointPaths,
             (Paths{"/elsewhere/m-0", "/b/m-1", (folder() / "m-2").string()}));
}

void TestCheckpointState::textIsTensorFlows()
{
    CheckpointState state;
    state.modelCheckpointPath = "my \"best\" model's\\run\t\n\r\x01\x7f-7 è";
    state.allModelCheckpointPaths = {"a"};
    state.allModelCheckpointTimestamps = {1700002802, 1e-7, 1e22, 0.1};
    state.lastPreservedTimestamp = 0.0;
    QCOMPARE(toText(state),
             std::string("model_checkpoint_path: "
                         "\"my \\\"best\\\" model\\'s\\\\run\\t\\n\\r\\001\\177-7 è\"\n"
                         "all_model_checkpoint_paths: \"a\"\n"
                         "all_model_checkpoint_timestamps: 1700002802.0\n"
                         "all_model_checkpoint_timestamps: 1e-07\n"
                         "all_model_checkpoint_timestamps: 1e+22\n"
                         "all_model_checkpoint_timestamps: 0.1\n"
                         "last_preserved_timestamp: 0.0\n"));
    const CheckpointState read = checkpointStateFromText(toText(state));
    QCOMPARE(read.modelCheckpointPath, state.modelCheckpointPath);
    QCOMPARE(read.allModelCheckpointTimestamps, state.allModelCheckpointTimestamps);
    QCOMPARE(read.lastPreservedTimestamp.value_or(-1), 0.0);
}

void TestCheckpointState::cutStateFileIsIgnoredOrReported()
{
    const std::string text = toText(makeCheckpointState("/d", "/d/c-2", {"/d/c-1", "/d/c-2"}));
    for (std::size_t length = 0; length < text.size(); ++length) {
        writeText(QByteArray::fromStdString(text.substr(0, length)));
        try {
            const auto state = readCheckpointState(m_files, folder(), m_logger);
            QVERIFY(!state || state->modelCheckpointPath == folder() / "c-2");
        } catch (const InvalidArgumentError& error) {
            QVERIFY2(length == 0, error.what());
        }
    }
}

void TestCheckpointState::missingFileIsNoState()
{
    MemoryLogger logger;
    QVERIFY(!readCheckpointState(m_files, folder(), logger));
    QVERIFY(!readCheckpointState(m_files, folder() / "absent", logger));
    QVERIFY(logger.entries().empty());
}

void TestCheckpointState::faultyTextIsIgnoredWithAWarning_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("garbage") << QByteArray("!@#$");
    QTest::newRow("bytes") << QByteArray("\0\1\2\3", 4);
    QTest::newRow("not UTF-8") << QByteArray("model_checkpoint_path: \"mod\xe9le\"");
    QTest::newRow("unknown field") << QByteArray("model_checkpoint_path: \"a\"\nnewest: \"b\"");
    QTest::newRow("open quote") << QByteArray("model_checkpoint_path: \"a");
}

void TestCheckpointState::faultyTextIsIgnoredWithAWarning()
{
    QFETCH(QByteArray, text);
    writeText(text);
    MemoryLogger logger;
    QVERIFY(!readCheckpointState(m_files, folder(), logger));
    QCOMPARE(logger.entries().size(), 1U);
    QCOMPARE(logger.entries()[0].level, LogLevel::Warning);
    QVERIFY(QString::fromStdString(logger.entries()[0].message).contains("Checkpoint ignored"));
}

void TestCheckpointState::stateWithoutANewestIsInvalid_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("comment only") << QByteArray("# nothing yet\n");
    QTest::newRow("empty path") << QByteArray("model_checkpoint_path: \"\"\n");
    QTest::newRow("list only") << QByteArray("all_model_checkpoint_paths: \"a\"\n");
}

void TestCheckpointState::stateWithoutANewestIsInvalid()
{
    QFETCH(QByteArray, text);
    writeText(text);
    VERIFY_THROWS(InvalidArgumentError, "Invalid checkpoint state",
                  readCheckpointState(m_files, folder(), m_logger));
}

void TestCheckpointState::stateFileMustNotHideTheCheckpoint()
{
    VERIFY_THROWS(FailedPreconditionError, "conflicts with",
                  writeCheckpointState(m_files, folder(),
                                       makeCheckpointState(folder(), folder() / "checkpoint")));
    VERIFY_THROWS(InvalidArgumentError, "without a directory",
                  writeCheckpointState(m_files, folder(), {"a", {}, {}, {}}, "sub/checkpoint"));
}

void TestCheckpointState::failedWriteLeavesTheOlderState()
{
    writeCheckpointState(m_files, folder(), makeCheckpointState(folder(), folder() / "m-1"));
    const QByteArray text = fileBytes(m_folder->filePath("checkpoint"));
    for (const char* call : {"create", "append", "sync", "close", "rename"}) {
        FailingFileSystem failing;
        failing.failAt(call);
        VERIFY_THROWS(ResourceExhaustedError, "full",
                      writeCheckpointState(failing, folder(),
                                           makeCheckpointState(folder(), folder() / "m-2")));
        QCOMPARE(fileBytes(m_folder->filePath("checkpoint")), text);
        QCOMPARE(m_files.list(folder()).size(), 1U);
    }
}

QTEST_APPLESS_MAIN(TestCheckpointState)
#include "tst_checkpoint_state.moc"
