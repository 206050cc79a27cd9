// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/messagewindow.h"

#include <algorithm>

namespace sonde::trace {

Result<Bytes> MessageWindow::read(const Record &record)
{
    if (record.length > kWindow / 4)
        return m_store.read(record);
    if (m_windows.size() > kMaxStreams && !m_windows.contains(record.stream))
        m_windows.clear();
    Window &window = m_windows[record.stream];
    const auto end = record.offset + record.length;
    if (record.offset < window.offset || end > window.offset + window.bytes.size()) {
        const auto known = m_store.length(record.stream);
        const auto length = known > record.offset ? std::min(kWindow, known - record.offset) : 0;
        auto bytes = m_store.read(record.stream, record.offset, length);
        if (!bytes || bytes->size() < record.length)
            return m_store.read(record);
        window = {record.offset, std::move(bytes).value()};
    }
    return messageText(record, window.bytes.slice(record.offset - window.offset, record.length));
}

} // namespace sonde::trace
