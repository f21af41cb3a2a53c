// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

// Files made by other people's software: TRAINSPOTTER_GOLDEN/NAME, by default those in
// tests/golden.
inline QString goldenFolder(const QString& name)
{
    const QString folder = qEnvironmentVariable(
        "TRAINSPOTTER_GOLDEN", qEnvironmentVariable("TRAINSPOTTER_SOURCE_DIR") + "/tests/golden");
    return folder + '/' + name;
}

// Null if it cannot be read.
inline QByteArray fileBytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline QJsonObject jsonObject(const QString& path)
{
    return QJsonDocument::fromJson(fileBytes(path)).object();
}
