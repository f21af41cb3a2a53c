// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QString>
#include <QTemporaryDir>
#include <QTest>

// A job that trains fast, in a folder of its own with a store: what tests of the real engine need.
class SmallJob
{
public:
    explicit SmallJob(qint64 steps = 400, const QByteArray& optimizer = R"(kind = "adam"
learning_rate = 0.01)")
    {
        qputenv("TRAINSPOTTER_RESOURCES", qgetenv("TRAINSPOTTER_SOURCE_DIR") + "/resources");
        write("[run]\nname = \"small\"\nseed = 7\nthreads = 1\nsteps = " + QByteArray::number(steps)
              + "\n[data]\nkind = \"spirals\"\npoints = 300\ntest_fraction = 0.2\nbatch_size = 16\n"
                "[model]\nhidden_layers = [8]\n[optimizer]\n"
              + optimizer
              + "\n[session]\nsave_checkpoint_steps = 100\nasync_checkpoint = false\n"
                "save_summaries_steps = 1\n"
                "log_step_count_steps = 50\nmax_to_keep = 1000\n[evaluation]\nevery_steps = 100\n");
    }

    void write(const QByteArray& text)
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    void change(const QByteArray& from, const QByteArray& to)
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray text = file.readAll();
        QVERIFY2(text.contains(from), from.constData());
        file.close();
        write(text.replace(from, to));
    }

    // Where its runs save: a file in the folder's place, so that it cannot be made again either.
    bool hideCheckpoints() const
    {
        QFile file(filePath(QStringLiteral("checkpoints")));
        return QDir(m_folder.path()).rename(QStringLiteral("checkpoints"), QStringLiteral("away"))
            && file.open(QIODevice::WriteOnly);
    }
    bool bringCheckpointsBack() const
    {
        return QFile::remove(filePath(QStringLiteral("checkpoints")))
            && QDir(m_folder.path()).rename(QStringLiteral("away"), QStringLiteral("checkpoints"));
    }

    QString path() const { return m_folder.filePath(QStringLiteral("small.toml")); }
    QString store() const { return m_folder.filePath(QStringLiteral("runs.sqlite")); }
    QString filePath(const QString& name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
};

// So many steps that a run goes on until it is stopped.
constexpr qint64 kManySteps = 100'000'000;
