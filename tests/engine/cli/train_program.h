// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/summary/run_store_reader.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <cmath>
#include <csignal>
#include <cstring>

// How a run of trainspotter-train ended.
struct ProgramEnd
{
    int exitCode = -1; // -1: it did not end by itself
    QByteArray output;
    QByteArray errors;

    // The last line on standard output; empty if that is no object.
    QJsonObject json() const
    {
        const QByteArray last = output.trimmed().split('\n').last();
        return QJsonDocument::fromJson(last).object();
    }
};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int kSlowness = 5; // of an instrumented program
#else
inline constexpr int kSlowness = 1;
#endif

// A folder that vanishes, with a store, and the program at work in it.
class TrainProgram
{
public:
    static constexpr int kPatienceMs = 240'000 * kSlowness;

    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString store() const { return path("runs.sqlite"); }

    // A preset with checkpoints in a folder of this name and the further arguments.
    QStringList job(const QString& preset, const QString& directory,
                    const QStringList& more = {}) const
    {
        return QStringList{preset, "--store", store(), "--checkpoint-dir", path(directory)} + more;
    }

    ProgramEnd run(const QStringList& arguments, int patienceMs = kPatienceMs) const
    {
        QProcess process;
        start(process, arguments);
        return end(process, patienceMs);
    }
    void start(QProcess& process, const QStringList& arguments) const
    {
        start(process, TRAIN_PROGRAM, arguments);
    }
    // Another program in its place, such as a shell that runs it.
    void start(QProcess& process, const QString& program, const QStringList& arguments) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("TRAINSPOTTER_RESOURCES",
                           environment.value("TRAINSPOTTER_SOURCE_DIR") + "/resources");
        environment.insert("XDG_DATA_HOME", path("data"));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_folder.path());
        process.start(program, arguments);
    }
    static ProgramEnd end(QProcess& process, int patienceMs = kPatienceMs)
    {
        ProgramEnd end;
        if (process.waitForFinished(patienceMs) && process.exitStatus() == QProcess::NormalExit) {
            end.exitCode = process.exitCode();
        }
        end.output = process.readAllStandardOutput();
        end.errors = process.readAllStandardError();
        return end;
    }
    // Reads the lines of progress until one tells of this step or a later one.
    static bool waitForStep(QProcess& process, int step)
    {
        while (process.canReadLine() || process.waitForReadyRead(kPatienceMs)) {
            while (process.canReadLine()) {
                const QList<QByteArray> words = process.readLine().split(' ');
                if (words.size() > 1 && words[0] == "step" && words[1].toInt() >= step) {
                    return true;
                }
            }
        }
        return false;
    }

    engine::RunStoreReader reader() const
    {
        return engine::RunStoreReader(store().toStdString(), m_clock);
    }
    // In the view for people and tools.
    std::int64_t count(const QString& where) const
    {
        engine::Database database(store().toStdString(), engine::Database::Access::ReadOnly);
        return database.queryInteger(("select count(*) from scalars where " + where).toStdString());
    }
    std::vector<engine::StoredPoint> losses(engine::RunId run, int segment = 0) const
    {
        return reader().points(run, segment, "train/loss");
    }

private:
    QTemporaryDir m_folder;
    engine::SystemClock m_clock;
};

// Empty if the steps and the bits of the values are equal, otherwise a sentence.
inline QString mismatchOf(const std::vector<engine::StoredPoint>& got,
                          const std::vector<engine::StoredPoint>& want)
{
    if (got.size() != want.size()) {
        return QStringLiteral("%1 points, not %2").arg(got.size()).arg(want.size());
    }
    for (std::size_t i = 0; i < want.size(); ++i) {
        if (got[i].step != want[i].step
            || std::memcmp(&got[i].value, &want[i].value, sizeof(double)) != 0) {
            return QStringLiteral("point %1: %2 at step %3, not %4 at step %5")
                .arg(i)
                .arg(got[i].value, 0, 'g', 17)
                .arg(got[i].step)
                .arg(want[i].value, 0, 'g', 17)
                .arg(want[i].step);
        }
    }
    return {};
}

#define VERIFY_SAME_POINTS(got, want)                                                              \
    do {                                                                                           \
        const QString difference = mismatchOf(got, want);                                          \
        QVERIFY2(difference.isEmpty(), qPrintable(difference));                                    \
    } while (false)
