// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/namedserver.h"

#include "agent/consent.h"
#include "mcp/message/revision.h"
#include "setup/profilesecrets.h"

#include <QFileInfo>
#include <QUrl>

#include <utility>

namespace sonde::agent {

NamedServer::NamedServer(
    const AgentToolCall &tool, Permissions &permissions, const AgentSurroundings &surroundings)
    : m_tool(tool)
    , m_permissions(permissions)
    , m_surroundings(surroundings)
{
}

void NamedServer::find(Found found)
{
    m_found = std::move(found);
    // Not by oneOf in the schema: model APIs refuse it at its top.
    const int ways = int(m_tool.argument("command").exists()) + int(m_tool.argument("url").exists())
        + int(m_tool.argument("server").exists());
    if (ways != 1)
        return m_tool.fail(std::string_view("Give exactly one of command, url and server."));
    auto server = described();
    if (!server)
        return m_tool.fail(server.error().sentence);
    m_server = std::move(server).value();
    if (const QString revision = m_tool.text("revision"); !revision.isEmpty()) {
        m_server.revision = revision;
        if (!mcp::eraOf(revision))
            m_server.era = config::EraMode::Legacy;
    }
    if (const auto wait = m_tool.argument("timeoutMs").toInt64())
        m_server.handshakeTimeout = std::chrono::milliseconds(*wait);
    if (m_tool.argument("command"))
        return allow();
    fillSecrets();
}

Result<config::Profile> NamedServer::described() const
{
    if (m_tool.argument("server"))
        return m_surroundings.savedServer(m_tool.text("server"));
    config::Profile server;
    if (m_tool.argument("url")) {
        server.reachByUrl().url = m_tool.text("url");
        server.name = QUrl(server.target()).host();
        return server;
    }
    server.program = m_tool.text("command");
    server.name = QFileInfo(server.program).fileName();
    server.workingDirectory = m_tool.text("cwd");
    for (const json::Value argument : m_tool.argument("args"))
        server.arguments << argument.toString();
    for (const json::Value variable : m_tool.argument("env"))
        server.environment.emplace_back(
            json::toQString(variable.key()), Secret(variable.toString()));
    config::markSecretVariables(server);
    return server;
}

void NamedServer::allow()
{
    const std::string line = Permissions::lineOf(m_server);
    if (m_permissions.allows(line))
        return fillSecrets();
    const Question question{"Start this command as an MCP server?", line,
        "The person can start Sonde with sonde-cli mcp --allow-command 'PATTERN', where * stands "
        "for any text, or save the server in Sonde; connect then takes its name as server."};
    askPerson(m_tool, question, [this, line] {
        m_permissions.grant(line);
        fillSecrets();
    });
}

void NamedServer::fillSecrets()
{
    if (!setup::ProfileSecrets::missing(m_server))
        return m_found(m_server);
    m_surroundings.fillSecrets(m_server, this, [this](const Result<config::Profile> &filled) {
        if (!filled)
            return m_tool.fail(filled.error().sentence);
        m_server = filled.value();
        m_found(m_server);
    });
}

} // namespace sonde::agent
