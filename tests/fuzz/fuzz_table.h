// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

// Checksums keep made-up tables of LevelDB out before anything else is looked at. These make them
// right, so that what lies behind them is tried.

struct FuzzBlock
{
    std::string_view bytes; // with its restarts
    bool isSnappy = false;
};

// A table of the given blocks, an empty meta-index and a footer that fits.
std::string tableOfBlocks(FuzzBlock data, FuzzBlock index);

// The table with the magic number and with the checksums of its blocks made right: of those that
// the footer names, and of those that the index names unless it is compressed. Bytes that have
// no room for a footer come back as they are.
std::string withRightChecksums(std::string table);
