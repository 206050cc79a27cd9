// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/store.h"

#include <unordered_map>

namespace sonde::trace {

// Reads messages in the order of their numbers, but reads many at once from the store: reading each
// separately would take three times as long as searching it.
class MessageWindow {
public:
    static constexpr std::uint64_t kWindow = 256 * 1024; // bytes of a stream read at once
    static constexpr std::size_t kMaxStreams = 32; // windows in memory

    explicit MessageWindow(const Store &store)
        : m_store(store)
    {
    }

    // See Store::read(); a large message is read directly from the store.
    Result<Bytes> read(const Record &record);
    Result<Bytes> read(rpc::StreamId stream, std::uint64_t offset, std::uint64_t length);

private:
    struct Window {
        std::uint64_t offset = 0;
        Bytes bytes;
    };
    const Store &m_store;
    std::unordered_map<rpc::StreamId, Window> m_windows;
};

} // namespace sonde::trace
