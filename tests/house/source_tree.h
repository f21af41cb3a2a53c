// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

// The repository, read from the folder that TRAINSPOTTER_SOURCE_DIR names. Paths are relative to it
// and sorted.
namespace SourceTree {

// Every file under `folder` whose name matches one of the wildcards.
QStringList filesUnder(const QString& folder, const QStringList& wildcards);

// Empty for a file that cannot be read.
QStringList linesOf(const QString& path);

} // namespace SourceTree
