// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

// What a script made of our files: other people's software reads them in Python.
struct PythonAnswer
{
    QString missing; // why it could not be asked: no Python, or none with the package it needs
    QString failure; // what it said instead of an answer
    QJsonObject found;
};

// Runs a script of the source tree with the interpreter that TRAINSPOTTER_PYTHON names, otherwise
// python3. It prints one JSON object, or ends with 77 if it lacks a package, whose name is the last
// line of its errors.
inline PythonAnswer askPython(const QString& script, const QStringList& arguments)
{
    const QString interpreter = qEnvironmentVariable("TRAINSPOTTER_PYTHON", "python3");
    QProcess python;
    python.start(interpreter,
                 QStringList{qEnvironmentVariable("TRAINSPOTTER_SOURCE_DIR") + '/' + script}
                     + arguments);
    const bool hasEnded = python.waitForFinished(100'000);
    const QString errors = QString::fromUtf8(python.readAllStandardError()).trimmed();
    PythonAnswer answer;
    if (python.error() == QProcess::FailedToStart || (hasEnded && python.exitCode() == 77)) {
        answer.missing =
            QStringLiteral("%1 (TRAINSPOTTER_PYTHON): %2")
                .arg(interpreter,
                     errors.isEmpty() ? python.errorString() : errors.section('\n', -1));
    } else if (!hasEnded || python.exitStatus() != QProcess::NormalExit || python.exitCode() != 0) {
        answer.failure = script + ": " + errors;
    } else {
        answer.found = QJsonDocument::fromJson(python.readAllStandardOutput()).object();
    }
    return answer;
}
