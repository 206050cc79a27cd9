// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/store.h"

#include <functional>
#include <map>
#include <optional>

namespace sonde::trace {

// Determines whether a message was sent without review: then a lifecycle line
// rpc::lifecycle::kAutomatic of the same connection precedes it, with no other sent message in
// between. Used by one thread at a time; the store must outlive it.
class AutomaticMark {
public:
    static constexpr std::size_t kMaxBetween = 64; // rows received or of other connections

    explicit AutomaticMark(const Store &store);

    using Records = std::function<const Record &(std::size_t)>;
    // The index in `records` of that lifecycle line; empty if the message was reviewed or not sent.
    std::optional<std::size_t> lineOf(const Records &records, std::size_t at);

private:
    const rpc::StreamInfo &infoOf(rpc::StreamId stream);

    const Store &m_store;
    std::map<rpc::StreamId, rpc::StreamInfo> m_infos; // streams seen so far
};

} // namespace sonde::trace
