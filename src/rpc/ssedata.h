// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <string>
#include <vector>

namespace sonde::rpc {

// Collects the data of one block of an event stream: slices while it is a single line, then one
// growing text. `limit` bounds the memory; data beyond it is dropped.
class SseData {
public:
    explicit SseData(std::size_t limit);

    void beginLine(); // lines are joined by LF
    void add(Bytes piece); // appends to the current line

    bool isFolded() const { return m_lines >= 2; }
    bool isTooLong() const { return m_tooLong; }

    Bytes take(); // returns the data and resets the collector

private:
    std::size_t m_limit;
    std::size_t m_lines = 0;
    std::size_t m_length = 0;
    bool m_tooLong = false;
    std::vector<Bytes> m_pieces; // of a single line
    std::string m_text; // of several lines
};

} // namespace sonde::rpc
