// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

// The floors of the house (ARCHITECTURE.md) as rules about #include lines. A file may include its
// own folder and the floors below; the engine knows no Qt; the window reaches the engine through
// gui/bridge and QCustomPlot through gui/charts.
namespace IncludeRules {

// The folder of a source file: "engine/ops" for "engine/ops/matmul.cpp".
QString folderOf(const QString& path);

// True for a folder that stands on a floor.
bool isKnownFolder(const QString& folder);

// What is wrong with one line of the file `path`; empty if it is no #include or an allowed one.
QString complaintAbout(const QString& path, const QString& line);

} // namespace IncludeRules
