// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/house/source_tree.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>

namespace SourceTree {

namespace {

QDir root()
{
    const QString folder = qEnvironmentVariable("TRAINSPOTTER_SOURCE_DIR");
    if (folder.isEmpty()) {
        qFatal("TRAINSPOTTER_SOURCE_DIR does not name the root of the repository");
    }
    return QDir(folder);
}

} // namespace

QStringList filesUnder(const QString& folder, const QStringList& wildcards)
{
    const QDir base = root();
    QStringList paths;
    QDirIterator files(base.filePath(folder), wildcards, QDir::Files | QDir::Hidden,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        paths.append(base.relativeFilePath(files.next()));
    }
    paths.sort();
    return paths;
}

QStringList linesOf(const QString& path)
{
    QFile file(root().filePath(path));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    if (lines.last().isEmpty()) {
        lines.removeLast();
    }
    return lines;
}

} // namespace SourceTree
