// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace engine {

// trainspotter-train inspect PATH [--json]: says on standard output what a file is and holds, for
// people or as one JSON object a line. Exit codes: 0; 2 for wrong arguments and files that are not
// there or unknown; 3 for damaged ones, of which is said what can be read.
int runInspectCommand(int argc, char** argv);

} // namespace engine
