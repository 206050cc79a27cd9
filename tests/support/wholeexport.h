// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/file/sessionstore.h"
#include "trace/transfer/traceexport.h"

#include <string>

namespace sonde::tests {

// Everything that is in a session file, also what belongs to no message. Fails when a record
// cannot be read. The store outlives the set.
inline Result<trace::ExportSet> wholeSession(const trace::SessionStore &store)
{
    auto records = store.readRecords();
    if (!records)
        return records.error();
    trace::ExportSet set;
    set.store = &store;
    set.records = std::move(records).value();
    set.whole = &store.reader();
    for (trace::Number number = 1; number <= set.records.size(); ++number)
        set.chosen.push_back(number);
    return set;
}

// What is exported, as one text.
inline Result<std::string> exported(const trace::ExportSet &set, trace::ExportFormat format)
{
    std::string text;
    const auto done = trace::exportTrace(set, format, [&text](std::string_view part) {
        text += part;
        return true;
    });
    if (!done)
        return done.error();
    return text;
}

inline Result<std::string> exportedWhole(
    const trace::SessionStore &store, trace::ExportFormat format)
{
    const auto set = wholeSession(store);
    if (!set)
        return set.error();
    return exported(*set, format);
}

} // namespace sonde::tests
