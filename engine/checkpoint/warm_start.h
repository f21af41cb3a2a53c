// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// Variables that begin with the values of a checkpoint, also of another program's
// (tf.train.init_from_checkpoint).
struct WarmStart
{
    enum class Mode
    {
        Strict, // each variable has its tensor, and all fit
        ByName, // variables without a tensor keep their values; those with one must fit
        Partial // what does not fit is left out as well
    };

    std::string prefix; // of the checkpoint
    Mode mode = Mode::Strict;
    // A variable's name -> the name that its tensor has in the file. Others have their own.
    std::map<std::string, std::string, std::less<>> tensorNames;
    std::vector<std::string> variables; // which ones; empty: all of the saver
};

// Names, each list sorted.
struct WarmStartReport
{
    std::vector<std::string> assigned;
    std::vector<std::string> missing; // variables that the file has no tensor for
    std::vector<std::string> unfit; // "variable NAME: checkpoint has [5,5], graph has [3,3]"
    std::vector<std::string> unused; // tensors of the file that no variable asked for
};

// "strict", "by_name", "partial". InvalidArgumentError for another word.
WarmStart::Mode warmStartMode(std::string_view name);
// For people, in a sentence or a few.
std::string summaryOf(const WarmStartReport& report);

} // namespace engine
