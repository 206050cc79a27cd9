// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/endpointrewriter.h"

#include "rpc/sseparser.h"

#include <utility>

namespace sonde::tap {

namespace {

// Before the first event there may be comments, retry times and empty lines.
bool beginsEvent(std::string_view text)
{
    return text.starts_with("event") || text.starts_with("data") || text.starts_with("id");
}

// Where the next line begins, and npos if this one has no end yet. A CR at the very end may have
// its LF still to come.
std::size_t lineEnd(std::string_view text)
{
    const std::size_t end = text.find_first_of("\r\n");
    if (end == std::string_view::npos || text[end] == '\n')
        return end == std::string_view::npos ? end : end + 1;
    if (end + 1 == text.size())
        return std::string_view::npos;
    return text[end + 1] == '\n' ? end + 2 : end + 1;
}

bool isEmptyLine(std::string_view line)
{
    return line.find_first_not_of("\r\n") == std::string_view::npos;
}

} // namespace

std::string EndpointRewriter::feed(std::string_view bytes)
{
    if (m_over)
        return std::string(bytes);
    m_held += bytes;
    std::string passed;
    bool inside = false;
    std::size_t at = 0;
    while (at < m_held.size()) {
        const std::string_view rest = std::string_view(m_held).substr(at);
        const std::size_t end = lineEnd(rest);
        const std::string_view line = rest.substr(0, end);
        if (!inside && !beginsEvent(line)) {
            // The beginning of a word may still become the name of a field.
            constexpr std::size_t kLongestName = 5;
            if (end == std::string_view::npos && line.size() < kLongestName && line.front() != ':')
                break;
            passed += line;
            m_held.erase(0, line.size());
            continue;
        }
        inside = true;
        if (end == std::string_view::npos)
            break;
        at += end;
        if (isEmptyLine(line)) {
            m_over = true;
            return passed + rewritten();
        }
    }
    if (m_held.size() > kMaxEvent) {
        m_over = true;
        passed += std::exchange(m_held, {});
    }
    return passed;
}

std::string EndpointRewriter::finish()
{
    m_over = true;
    return std::exchange(m_held, {});
}

// Takes the event from the front of what is held, and returns what to write for it.
std::string EndpointRewriter::rewritten()
{
    rpc::SseParser parser(kMaxEvent);
    std::optional<rpc::SseEvent> event;
    const Bytes held = Bytes::copyOf(m_held);
    parser.feed(held, [&](rpc::SseEvent each) {
        if (!event)
            event = std::move(each);
    });
    if (!event || event->type != "endpoint" || event->folded || event->tooLong)
        return std::exchange(m_held, {});
    const QByteArray was = event->data.toByteArray();
    const QByteArray address = addressAtTap(was, m_place);
    m_endpoint = Endpoint{was, address.isEmpty() ? was : address};
    if (address.isEmpty())
        return std::exchange(m_held, {});
    const auto from = static_cast<std::size_t>(event->dataOffset);
    m_held.replace(from, static_cast<std::size_t>(event->dataLength), address.toStdString());
    return std::exchange(m_held, {});
}

} // namespace sonde::tap
