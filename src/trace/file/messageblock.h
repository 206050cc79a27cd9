// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "trace/record/record.h"

#include <string>
#include <string_view>

namespace sonde::trace {

// Writes messages that follow each other as the session file holds them: a JSON array with an array
// for each message, as session-file.md says. A row of SQLite's for each message would be most of
// the work of recording; a text that SQLite can take apart still tells it to any tool.
class MessageBlock {
public:
    // Starts anew; the times of what is added are written as differences from `base`, that of the
    // wall clock as what it differs from that.
    void begin(Stamp base);
    // `id` as it is written in the message, empty for none.
    void add(const Record &record, std::string_view id);
    // The whole array, of one message at least; nothing can be added any more.
    const std::string &finish();

private:
    Stamp m_base;
    std::string m_text;
};

} // namespace sonde::trace
