// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/own/breakpointport.h"

#include "tap/breakpoint/controlline.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

namespace sonde::tap {

namespace {

std::string_view viewOf(const QByteArray &line)
{
    return {line.data(), static_cast<std::size_t>(line.size())};
}

bool setsBreakpoints(const QByteArray &line)
{
    const auto parsed = parseControlLine(viewOf(line));
    return parsed && std::any_of(parsed->begin(), parsed->end(), [](const GateCommand &command) {
        return std::holds_alternative<std::vector<Breakpoint>>(command);
    });
}

} // namespace

BreakpointPort::BreakpointPort()
    : m_hitsTimer(this)
{
    qRegisterMetaType<sonde::rpc::Channel>(); // for another thread
    qRegisterMetaType<sonde::Bytes>();
    m_hitsTimer.setSingleShot(true);
    m_hitsTimer.setInterval(kHitsPause);
    connect(&m_hitsTimer, &QTimer::timeout, this,
        [this] { Q_EMIT told(std::exchange(m_hits, QByteArray())); });
}

void BreakpointPort::hearAll()
{
    m_inbox.drain(m_drained);
    m_unheard.insert(m_unheard.end(), m_drained.begin(), m_drained.end());
    while (!m_unheard.empty()) {
        const QByteArray line = std::move(m_unheard.front());
        m_unheard.pop_front();
        hear(line);
    }
}

void BreakpointPort::hear(const QByteArray &line)
{
    if (setsBreakpoints(line))
        m_list = line;
    if (m_connection)
        m_connection->obey(viewOf(line));
}

void BreakpointPort::enter(HttpBreakpoints &connection)
{
    if (m_connection)
        leave(*m_connection);
    m_connection = &connection;
    Q_EMIT opened();
    if (!m_list.isEmpty())
        connection.obey(viewOf(m_list));
}

void BreakpointPort::leave(const HttpBreakpoints &connection)
{
    if (m_connection != &connection)
        return;
    m_connection = nullptr;
    m_hitsTimer.stop();
    Q_EMIT closed();
}

void BreakpointPort::tell(const HttpBreakpoints &connection, const std::string &line)
{
    if (m_connection == &connection)
        Q_EMIT told(QByteArray::fromStdString(line));
}

void BreakpointPort::tellKept(
    const HttpBreakpoints &connection, rpc::Channel channel, const Bytes &message)
{
    if (m_connection == &connection)
        Q_EMIT kept(channel, message);
}

void BreakpointPort::tellHits(const HttpBreakpoints &connection, const std::string &line)
{
    if (m_connection != &connection)
        return;
    m_hits = QByteArray::fromStdString(line);
    if (!m_hitsTimer.isActive())
        m_hitsTimer.start();
}

} // namespace sonde::tap
