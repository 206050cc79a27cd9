// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/store.h"

#include <functional>
#include <map>
#include <optional>

namespace sonde::trace {

// Finds out whether a person was asked before something was sent: otherwise a lifecycle line of the
// same connection, rpc::lifecycle::kAutomatic, stands before it, and nothing else that was sent
// between. Used by one thread at a time; the store outlives it.
class AutomaticMark {
public:
    static constexpr std::size_t kMaxBetween = 64; // rows of other connections, and received ones

    explicit AutomaticMark(const Store &store);

    using Records = std::function<const Record &(std::size_t)>;
    // The place of the line that says so, among `records`; nothing when a person was asked, or when
    // the row was not sent.
    std::optional<std::size_t> lineOf(const Records &records, std::size_t at);

private:
    const rpc::StreamInfo &infoOf(rpc::StreamId stream);

    const Store &m_store;
    std::map<rpc::StreamId, rpc::StreamInfo> m_infos; // that were asked for
};

} // namespace sonde::trace
