// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <string>
#include <vector>

namespace sonde::rpc {

// The data of one block of an event stream as it comes in: slices as long as it is one line, then
// one growing text. Memory is bounded by `limit`; what is beyond is dropped.
class SseData {
public:
    explicit SseData(std::size_t limit);

    void beginLine(); // lines are joined by LF
    void add(Bytes piece); // of the current line

    bool isFolded() const { return m_lines >= 2; }
    bool isTooLong() const { return m_tooLong; }

    Bytes take(); // and begins anew

private:
    std::size_t m_limit;
    std::size_t m_lines = 0;
    std::size_t m_length = 0;
    bool m_tooLong = false;
    std::vector<Bytes> m_pieces; // of the only line
    std::string m_text; // of several lines
};

} // namespace sonde::rpc
