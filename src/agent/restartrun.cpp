// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/restartrun.h"

#include "agent/connecttext.h"

#include <QPointer>

#include <string_view>
#include <utility>

namespace sonde::agent {

namespace {
constexpr std::string_view kClosed = "The connection was closed.";
} // namespace

RestartRun::RestartRun(const AgentToolCall &tool, Connections &connections, Looks &looks,
    const AgentSurroundings &surroundings)
    : m_tool(tool)
    , m_connections(connections)
    , m_looks(looks)
    , m_surroundings(surroundings)
{
}

RestartRun::~RestartRun()
{
    if (!m_new.isEmpty())
        m_connections.remove(m_new);
}

void RestartRun::start(Inspected &server)
{
    m_old = server.handle();
    m_server = server.profile();
    if (!server.isReady()) // of one that crashed an earlier look is compared
        return stop();
    connect(&server, &Inspected::settled, this, &RestartRun::stop); // it ends meanwhile
    m_diff = std::make_unique<DiffRun>(m_looks, server);
    // It outlives this one when the connection ends meanwhile.
    m_diff->start(nullptr, 0, [self = QPointer<RestartRun>(this)](const std::string &) {
        if (self)
            self->stop();
    });
}

void RestartRun::stop()
{
    Inspected *const server = m_connections.find(m_old);
    if (!server)
        return open();
    server->disconnect(this);
    if (!server->isReady()) {
        m_connections.remove(m_old);
        return open();
    }
    connect(server, &Inspected::settled, this, &RestartRun::stop);
    server->client().stop();
}

void RestartRun::open()
{
    if (std::exchange(m_isOpened, true)) // the server ended while it was looked at
        return;
    if (m_diff) // it may be what calls this
        m_diff.release()->deleteLater();
    if (m_connections.isFull()) // meanwhile
        return m_tool.fail(std::string_view("There are 8 connections. Disconnect one first."));
    Inspected &server = m_connections.add(m_server, m_surroundings.authorizer(m_server));
    m_new = server.handle();
    connect(&server, &Inspected::settled, this, &RestartRun::settle);
    server.client().start();
}

void RestartRun::settle()
{
    Inspected *const server = m_connections.find(m_new);
    if (!server)
        return m_tool.fail(kClosed);
    server->disconnect(this);
    if (!server->isReady()) {
        finish(*server, {});
        return m_connections.remove(server->handle());
    }
    const Looks::Look before = m_looks.last(Connections::keyOf(m_server));
    m_diff = std::make_unique<DiffRun>(m_looks, *server);
    m_diff->start(before, 0, [this](const std::string &changes) {
        if (const Inspected *const started = m_connections.find(m_new))
            finish(*started, changes);
        else
            m_tool.fail(kClosed);
    });
}

void RestartRun::finish(const Inspected &server, const std::string &changes)
{
    m_new.clear();
    json::Builder out;
    out.beginObject();
    addStart(out, server);
    if (!changes.empty())
        out.rawMember("changes", changes);
    m_tool.finish(out.endObject().takeString());
}

} // namespace sonde::agent
