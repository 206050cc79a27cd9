// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/store.h"

#include <unordered_map>

namespace sonde::trace {

// Collects what take() gives: several changes of a record are one. Bounded by kMaxUntaken.
class ChangeLog {
public:
    void append(Number number, const Record &record);
    void change(Number number, const Record &record);
    // `into` is empty; what it has room for is filled from now on.
    void swapInto(Changes &into);

private:
    Changes m_changes;
    std::unordered_map<Number, std::size_t> m_changedAt; // places in m_changes.changed
};

} // namespace sonde::trace
