// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/store.h"

#include <unordered_map>

namespace sonde::trace {

// Collects the result of take() and merges changes of the same record. Bounded by kMaxUntaken.
class ChangeLog {
public:
    void append(Number number, const Record &record);
    void change(Number number, const Record &record);
    // `into` must be empty; its capacity is used for the next changes.
    void swapInto(Changes &into);

private:
    Changes m_changes;
    std::unordered_map<Number, std::size_t> m_changedAt; // indices in m_changes.changed
};

} // namespace sonde::trace
