// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "engine/jobs/checkpoint_pins.h"

#include "engine/base/directory_lock.h"
#include "engine/base/errors.h"
#include "engine/checkpoint/checkpoint_retention.h"
#include "engine/jobs/job_directory.h"
#include "engine/jobs/resources.h"
#include "engine/summary/run_store_editor.h"

#include <fmt/format.h>

#include <optional>
#include <string>

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

// The retention file as it is now, to be put back if what it goes with is refused. Nobody else
// writes there meanwhile.
class RetentionUndo
{
public:
    RetentionUndo(JobEnvironment environment, const std::filesystem::path& directory)
        : m_environment(environment), m_path(directory / kCheckpointRetentionFile),
          m_before(content())
    { }

    void run() const
    {
        try {
            if (content() == m_before) {
                return;
            }
            if (m_before) {
                writeFileDurably(m_environment.files, m_path, *m_before);
            } else {
                m_environment.files.remove(m_path);
            }
        } catch (const Error& error) { // the first error is the one to throw
            m_environment.logger.error(fmt::format("{} may have a change that was refused: {}",
                                                   m_path.string(), error.what()));
        }
    }

private:
    std::optional<std::string> content() const
    {
        const FileSystem& files = m_environment.files;
        return files.exists(m_path) ? std::optional(files.read(m_path)) : std::nullopt;
    }

    JobEnvironment m_environment;
    std::filesystem::path m_path;
    std::optional<std::string> m_before; // none: there was no file
};

} // namespace

RunId pinCheckpoint(const PinRequest& request, const JobEnvironment& environment)
{
    const std::filesystem::path directory = normalDirectory(request.directory);
    const DirectoryLock lock(directory);
    const std::string prefix = prefixOfStep(environment.files, directory, request.step);
    const std::filesystem::path store =
        std::filesystem::absolute(request.store.empty() ? defaultStorePath() : request.store);
    const RunId run = runOf(store, directory, environment.clock);
    const RetentionUndo undo(environment, directory);
    try {
        setCheckpointPinned(environment.files, prefix, request.isPinned, environment.clock,
                            environment.logger);
        const bool isNoted = run != 0
            && RunStoreEditor(store, environment.clock)
                   .setCheckpointPinned(run, prefix, request.isPinned);
        return isNoted ? run : 0;
    } catch (...) {
        undo.run();
        throw;
    }
}

} // namespace engine
