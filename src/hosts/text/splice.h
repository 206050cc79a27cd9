// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <cstddef>
#include <string>
#include <vector>

namespace sonde::hosts {

// A place of a change: the bytes [begin, end) of the file become `text`.
struct Splice {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string text;
};

// A changed file.
struct SplicedFile {
    Bytes content;
    std::vector<Splice> splices; // in the order of the file
};

// The text with its places changed, which must not overlap.
Bytes splicedBytes(const Bytes &text, std::vector<Splice> splices);

} // namespace sonde::hosts
