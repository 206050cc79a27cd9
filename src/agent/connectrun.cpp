// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/connectrun.h"

#include "agent/connecttext.h"

namespace sonde::agent {

ConnectRun::ConnectRun(const AgentToolCall &tool, Connections &connections,
    Permissions &permissions, const AgentSurroundings &surroundings)
    : m_tool(tool)
    , m_connections(connections)
    , m_surroundings(surroundings)
    , m_named(tool, permissions, surroundings)
{
}

ConnectRun::~ConnectRun()
{
    if (!m_handle.isEmpty())
        m_connections.remove(m_handle);
}

void ConnectRun::start()
{
    if (m_connections.isFull())
        return m_tool.fail(std::string_view("There are 8 connections. Disconnect one first."));
    m_named.find([this](const config::Profile &server) { open(server); });
}

void ConnectRun::open(const config::Profile &profile)
{
    if (m_connections.isFull()) // meanwhile
        return m_tool.fail(std::string_view("There are 8 connections. Disconnect one first."));
    Inspected &server = m_connections.add(profile, m_surroundings.authorizer(profile));
    m_handle = server.handle();
    connect(&server, &Inspected::settled, this, &ConnectRun::settle);
    server.client().start();
}

void ConnectRun::settle()
{
    Inspected *const server = m_connections.find(std::exchange(m_handle, {}));
    if (!server)
        return;
    server->disconnect(this);
    json::Builder out;
    out.beginObject();
    addStart(out, *server);
    if (!server->isReady())
        m_connections.remove(server->handle());
    m_tool.finish(out.endObject().takeString());
}

} // namespace sonde::agent
