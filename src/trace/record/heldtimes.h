// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"
#include "trace/record/recordlist.h"

#include <QString>

#include <cstdint>
#include <unordered_map>

namespace sonde::trace {

class Store;

// How long the message waited at a breakpoint, in nanoseconds, if the event about it says that it
// went on (rpc::lifecycle, with its name); 0 for every other event.
std::int64_t heldNs(const Record &message, const Record &event, const QString &name);

// heldNs() of all messages among some records.
class HeldTimes {
public:
    // `first` is the number of the first record.
    HeldTimes(const RecordSnapshot &records, Number first, const Store &store);

    std::int64_t of(Number message) const; // 0: it did not wait

private:
    std::unordered_map<Number, std::int64_t> m_ns;
};

} // namespace sonde::trace
