// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/errors.h"
#include "engine/base/file_system.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// What libFuzzer calls with made-up files, and replay_main.cpp with those of the corpus. Returns 0.
// A finding is whatever else happens than a return: readers of other people's bytes throw
// engine::Error and nothing else, and never ask for memory that the input does not justify.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Runs `read`; an engine::Error is an answer.
template <typename Read>
void expectAnswer(Read read)
{
    try {
        read();
    } catch (const engine::Error&) { // said in words
    }
}

// Takes its parts from the front of an input.
class FuzzInput
{
public:
    FuzzInput(const std::uint8_t* data, std::size_t size)
        : m_rest(reinterpret_cast<const char*>(data), size)
    { }
    bool isEmpty() const { return m_rest.empty(); }
    unsigned char byte(); // 0 at the end
    std::string take(); // a length of two bytes, then as many bytes
    std::string_view rest() const { return m_rest; }

private:
    std::string_view m_rest;
};

// A file in memory-backed storage that vanishes, for readers that want a path.
class FuzzFile
{
public:
    explicit FuzzFile(std::string_view bytes);
    FuzzFile(const FuzzFile&) = delete;
    FuzzFile& operator=(const FuzzFile&) = delete;
    ~FuzzFile();

    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

// Files that stand in the input; nothing can be written.
class FuzzFileSystem final : public engine::FileSystem
{
public:
    std::map<std::string, std::string> contents;

    std::unique_ptr<engine::WritableFile> create(const std::filesystem::path&, bool) override;
    void rename(const std::filesystem::path&, const std::filesystem::path&) override { }
    void remove(const std::filesystem::path&) override { }
    void syncDirectory(const std::filesystem::path&) override { }
    void createDirectories(const std::filesystem::path&) override { }
    std::string read(const std::filesystem::path& path) const override;
    std::vector<std::string> list(const std::filesystem::path& directory) const override;
    bool exists(const std::filesystem::path& path) const override;
};
