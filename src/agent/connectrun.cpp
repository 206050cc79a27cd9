// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/connectrun.h"

#include "agent/consent.h"
#include "mcp/message/discardedinput.h"
#include "setup/profilesecrets.h"
#include "json/builder.h"

#include <QFileInfo>
#include <QUrl>

namespace sonde::agent {

namespace {

constexpr std::size_t kMaxInstructions = 2000;
constexpr std::size_t kMaxEvidence = 2000;

std::string cut(const QString &text, std::size_t bytes)
{
    return std::string(beginningOf(text.toStdString(), bytes));
}

std::string_view nameOf(mcp::StartStep::Kind kind)
{
    using enum mcp::StartStep::Kind;
    switch (kind) {
    case FindProgram:
        return "find-program";
    case StartProcess:
        return "start-process";
    case ResolveName:
        return "resolve-name";
    case Connect:
        return "connect";
    case SecureConnection:
        return "secure-connection";
    case SendFirst:
        return "send-first-request";
    case ReadFirst:
        return "read-first-response";
    case AgreeOnRevision:
        return "agree-on-revision";
    }
    return {};
}

std::string_view nameOf(mcp::StartStep::Status status)
{
    using enum mcp::StartStep::Status;
    switch (status) {
    case NotReached:
        return "not-reached";
    case Running:
        return "running";
    case Done:
        return "done";
    case Failed:
        return "failed";
    }
    return {};
}

void addSteps(json::Builder &out, const std::vector<mcp::StartStep> &steps)
{
    out.key("steps").beginArray();
    for (const mcp::StartStep &step : steps) {
        out.beginObject().member("step", nameOf(step.kind)).member("status", nameOf(step.status));
        if (!step.detail.isEmpty())
            out.member("detail", cut(step.detail, kMaxLine));
        out.endObject();
    }
    out.endArray();
}

} // namespace

ConnectRun::ConnectRun(const ToolCall &tool, Connections &connections, Permissions &permissions,
    const Surroundings &surroundings)
    : m_tool(tool)
    , m_connections(connections)
    , m_permissions(permissions)
    , m_surroundings(surroundings)
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

Result<config::Profile> ConnectRun::described() const
{
    if (m_tool.argument("server"))
        return m_surroundings.savedServer(m_tool.text("server"));
    config::Profile server;
    if (m_tool.argument("url")) {
        server.http.emplace().url = m_tool.text("url");
        server.name = QUrl(server.http->url).host();
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

void ConnectRun::allow()
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

void ConnectRun::fillSecrets()
{
    if (!setup::ProfileSecrets::missing(m_server))
        return open();
    m_surroundings.fillSecrets(m_server, this, [this](const Result<config::Profile> &filled) {
        if (!filled)
            return m_tool.fail(filled.error().sentence);
        m_server = filled.value();
        open();
    });
}

void ConnectRun::open()
{
    if (m_connections.isFull()) // meanwhile
        return m_tool.fail(std::string_view("There are 8 connections. Disconnect one first."));
    Inspected &server = m_connections.add(m_server, m_surroundings.authorizer(m_server));
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
    if (server->isReady())
        return m_tool.finish(connected(*server));
    const std::string report = failed(*server);
    m_connections.remove(server->handle());
    m_tool.finish(report);
}

std::string ConnectRun::connected(const Inspected &server) const
{
    const mcp::Negotiated &negotiated = server.client().negotiated();
    json::Builder out;
    out.beginObject()
        .member("connected", true)
        .member("connection", QStringView(server.handle()))
        .member("revision", QStringView(negotiated.revision))
        .member("era", negotiated.era == mcp::Era::Modern ? "modern" : "legacy")
        .member("detection", cut(negotiated.detection, kMaxLine));
    for (const auto &[name, value] : {std::pair{"serverInfo", negotiated.serverInfo()},
             std::pair{"capabilities", negotiated.serverCapabilities()}}) {
        if (value.isObject() && value.raw().size() <= kBudget / 4)
            out.rawMember(name, oneLine(value.raw()));
    }
    if (!negotiated.instructions.isEmpty())
        out.member("instructions", cut(negotiated.instructions, kMaxInstructions));
    return out.endObject().takeString();
}

std::string ConnectRun::failed(const Inspected &server) const
{
    const mcp::Client &client = server.client();
    json::Builder out;
    out.beginObject()
        .member("connected", false)
        .member("connection", QStringView(server.handle()))
        .member("failure", cut(client.failure().sentence, kMaxEvidence));
    if (!client.failure().detail.isEmpty())
        out.member("detail", cut(client.failure().detail, kMaxEvidence));
    addSteps(out, client.steps());
    if (!client.lastDiagnostics().empty()) {
        out.key("stderr").beginArray();
        for (const mcp::DiagnosticLine &line : client.lastDiagnostics())
            out.string(std::string_view(cut(line.text, kMaxLine)));
        out.endArray();
    }
    if (client.discardedInput().count() > 0)
        out.member("unusable", cut(client.discardedInput().evidence(), kMaxEvidence));
    return out.endObject().takeString();
}

} // namespace sonde::agent
