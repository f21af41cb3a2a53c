// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace engine {

// trainspotter-train pin|unpin DIRECTORY STEP [--store FILE]: whether retention leaves a checkpoint
// alone. argv[0] is the word. Exit codes: 0; 2 for wrong arguments and what is not there; 3 for a
// directory that is being trained in, and for files that cannot be written.
int runPinCommand(int argc, char** argv);

} // namespace engine
