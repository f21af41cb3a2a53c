// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_input.h"

#include <fstream>
#include <unistd.h>

unsigned char FuzzInput::byte()
{
    if (m_rest.empty()) {
        return 0;
    }
    const auto first = static_cast<unsigned char>(m_rest.front());
    m_rest.remove_prefix(1);
    return first;
}

std::string FuzzInput::take()
{
    const std::size_t high = byte();
    const std::size_t length = high << 8U | byte();
    const std::string part(m_rest.substr(0, length));
    m_rest.remove_prefix(part.size());
    return part;
}

FuzzFile::FuzzFile(std::string_view bytes)
{
    const std::filesystem::path memory = "/dev/shm";
    m_path = (std::filesystem::exists(memory) ? memory : std::filesystem::temp_directory_path())
        / ("trainspotter-fuzz-" + std::to_string(::getpid()));
    std::ofstream(m_path, std::ios::binary) << bytes;
}

FuzzFile::~FuzzFile()
{
    std::error_code error;
    for (const char* const ending : {"", "-wal", "-shm", "-journal"}) {
        std::filesystem::remove(m_path.string() + ending, error);
    }
}

std::unique_ptr<engine::WritableFile> FuzzFileSystem::create(const std::filesystem::path& path,
                                                             bool)
{
    throw engine::PermissionDeniedError(path.string());
}

std::string FuzzFileSystem::read(const std::filesystem::path& path) const
{
    const auto found = contents.find(path.string());
    if (found == contents.end()) {
        throw engine::NotFoundError(path.string());
    }
    return found->second;
}

std::vector<std::string> FuzzFileSystem::list(const std::filesystem::path& directory) const
{
    std::vector<std::string> names;
    for (const auto& [path, bytes] : contents) {
        if (std::filesystem::path(path).parent_path() == directory) {
            names.push_back(std::filesystem::path(path).filename().string());
        }
    }
    return names;
}

bool FuzzFileSystem::exists(const std::filesystem::path& path) const
{
    return contents.contains(path.string());
}
