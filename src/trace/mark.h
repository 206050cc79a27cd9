// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record.h"

#include <map>
#include <string>

namespace sonde::trace {

// What a person has written beside a message.
struct Mark {
    static constexpr std::size_t kMaxNote = 64 * 1024; // bytes

    bool marked = false;
    std::string note; // UTF-8

    bool isEmpty() const { return !marked && note.empty(); }
    bool operator==(const Mark &) const = default;
};

using Marks = std::map<Number, Mark>;

} // namespace sonde::trace
