// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "trace/record/record.h"

#include <string>
#include <string_view>

namespace sonde::trace {

// Writes consecutive messages in the form of the session file: a JSON array with one array per
// message, see session-file.md. One SQLite row per message would dominate the cost of recording; a
// text that SQLite's JSON functions can read stays accessible to any tool.
class MessageBlock {
public:
    // Starts a new block. Steady times are written as differences from `base`, wall times as
    // changes of the distance between both clocks.
    void begin(Stamp base);
    // `id` is the message's id as written, or empty.
    void add(const Record &record, std::string_view id);
    // Returns the complete array, which must have at least one message. Ends the block.
    const std::string &finish();

private:
    Stamp m_base;
    std::string m_text;
};

} // namespace sonde::trace
