// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/checkpoint_pins.h"

#include "engine/base/directory_lock.h"
#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_retention.h"
#include "engine/jobs/job_directory.h"
#include "engine/jobs/resources.h"
#include "engine/summary/run_store_editor.h"

namespace engine {

namespace {

// 0: there is none.
RunId runOf(const std::filesystem::path& store, const std::filesystem::path& directory,
            const Clock& clock)
{
    try {
        return findRunToResume(store, directory, "", clock);
    } catch (const NotFoundError&) { // the run, or the store
        return 0;
    }
}

} // namespace

RunId pinCheckpoint(const PinRequest& request, const JobEnvironment& environment)
{
    const std::filesystem::path directory = normalDirectory(request.directory);
    const DirectoryLock lock(directory);
    const std::string prefix = prefixOfStep(environment.files, directory, request.step);
    setCheckpointPinned(environment.files, prefix, request.isPinned, environment.clock,
                        environment.logger);
    const std::filesystem::path store =
        std::filesystem::absolute(request.store.empty() ? defaultStorePath() : request.store);
    const RunId run = runOf(store, directory, environment.clock);
    const bool isNoted = run != 0
        && RunStoreEditor(store, environment.clock)
               .setCheckpointPinned(run, prefix, request.isPinned);
    return isNoted ? run : 0;
}

} // namespace engine
