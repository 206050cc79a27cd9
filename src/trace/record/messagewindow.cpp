// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/messagewindow.h"

#include <algorithm>

namespace sonde::trace {

Result<Bytes> MessageWindow::read(const Record &record)
{
    if (record.length > kWindow / 4)
        return m_store.read(record);
    auto raw = read(record.stream, record.offset, record.length);
    if (!raw)
        return raw;
    return messageText(record, *raw);
}

Result<Bytes> MessageWindow::read(rpc::StreamId stream, std::uint64_t offset, std::uint64_t length)
{
    if (length > kWindow / 4)
        return m_store.read(stream, offset, length);
    if (m_windows.size() > kMaxStreams && !m_windows.contains(stream))
        m_windows.clear();
    Window &window = m_windows[stream];
    if (offset < window.offset || offset + length > window.offset + window.bytes.size()) {
        const auto known = m_store.length(stream);
        auto bytes =
            m_store.read(stream, offset, known > offset ? std::min(kWindow, known - offset) : 0);
        if (!bytes || bytes->size() < length)
            return m_store.read(stream, offset, length);
        window = {offset, std::move(bytes).value()};
    }
    return window.bytes.slice(offset - window.offset, length);
}

} // namespace sonde::trace
