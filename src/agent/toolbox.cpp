// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/toolbox.h"

#include "agent/agentcallrun.h"
#include "agent/agentlist.h"
#include "agent/connectrun.h"
#include "agent/diffrun.h"
#include "agent/doctorrun.h"
#include "agent/exportrun.h"
#include "agent/pending.h"
#include "agent/processreport.h"
#include "agent/recordtext.h"
#include "agent/repeatrun.h"
#include "agent/respondrun.h"
#include "agent/restartrun.h"
#include "platform/processinfo.h"
#include "json/builder.h"

#include <limits>

namespace sonde::agent {

namespace {

constexpr std::int64_t kRows = 30; // of trace
constexpr std::int64_t kLines = 50; // of logs
constexpr std::int64_t kMessageBytes = 8000;

} // namespace

Toolbox::Toolbox(
    Recording &recording, Permissions &permissions, const AgentSurroundings &surroundings)
    : m_recording(recording)
    , m_permissions(permissions)
    , m_surroundings(surroundings)
    , m_connections(recording.sink())
{
}

void Toolbox::run(ToolId id, const AgentToolCall &tool)
{
    m_recording.update();
    switch (id) {
    case ToolId::Connect:
        return connect(tool);
    case ToolId::Doctor:
        return examine(tool);
    case ToolId::Trace:
        return searchTrace(tool);
    case ToolId::Message:
        return readMessage(tool);
    case ToolId::Findings:
        return showFindings(tool);
    case ToolId::Logs:
        return searchLogs(tool);
    case ToolId::Export:
        return exportRecords(tool);
    default:
        break;
    }
    if (Inspected *const server = connected(tool))
        runAt(*server, id, tool);
}

void Toolbox::runAt(Inspected &server, ToolId id, const AgentToolCall &tool)
{
    switch (id) {
    case ToolId::List:
        return list(tool, server);
    case ToolId::Call:
        return call(tool, server);
    case ToolId::Respond:
        return respond(tool, server);
    case ToolId::Restart:
        return restart(tool, server);
    case ToolId::Diff:
        return diff(tool, server);
    case ToolId::Replay:
        return repeat(tool, server);
    case ToolId::Process:
        return showProcess(tool, server);
    default:
        return disconnect(tool, server);
    }
}

// Otherwise the call has failed.
Inspected *Toolbox::connected(const AgentToolCall &tool)
{
    const QString handle = tool.text("connection");
    Inspected *const found = m_connections.find(handle);
    if (found && found->client().state() != mcp::ClientState::Starting) // connect has ended
        return found;
    QStringList open;
    for (const Inspected *server : m_connections.all())
        open << server->name();
    tool.fail(QStringLiteral("There is no open connection %1. Open are: %2.")
                  .arg(handle,
                      open.isEmpty() ? QStringLiteral("none, use connect")
                                     : open.join(QStringLiteral(", "))));
    return nullptr;
}

// Of a tool that may be without a connection. Otherwise the call has failed.
bool Toolbox::hasKnownConnection(const AgentToolCall &tool)
{
    if (!tool.argument("connection") || !m_connections.nameOf(tool.text("connection")).isEmpty())
        return true;
    tool.fail(
        QStringLiteral("There was no connection %1 in this run.").arg(tool.text("connection")));
    return false;
}

void Toolbox::connect(const AgentToolCall &tool)
{
    const auto run =
        std::make_shared<ConnectRun>(tool, m_connections, m_permissions, m_surroundings);
    tool.call().employ(run);
    run->start();
}

void Toolbox::examine(const AgentToolCall &tool)
{
    const auto run = std::make_shared<DoctorRun>(tool, m_permissions, m_surroundings);
    tool.call().employ(run);
    run->start();
}

void Toolbox::call(const AgentToolCall &tool, Inspected &server)
{
    const auto run = std::make_shared<AgentCallRun>(tool, server, m_permissions, m_recording);
    tool.call().employ(run);
    run->start();
}

void Toolbox::restart(const AgentToolCall &tool, Inspected &server)
{
    const auto run = std::make_shared<RestartRun>(tool, m_connections, m_looks, m_surroundings);
    tool.call().employ(run);
    run->start(server);
}

void Toolbox::diff(const AgentToolCall &tool, Inspected &server)
{
    const QString handle = tool.text("before");
    const Looks::Look before = handle.isEmpty() ? m_looks.last(Connections::keyOf(server.profile()))
                                                : m_looks.lastOf(handle);
    if (!handle.isEmpty() && !before)
        return tool.fail(
            QStringLiteral("Neither diff nor restart has looked at %1, so there is nothing to "
                           "compare with. Use diff before the change.")
                .arg(handle));
    if (!server.isReady())
        return tool.fail(
            QStringLiteral("%1 is not connected any more. Use restart.").arg(server.handle()));
    const auto run = std::make_shared<DiffRun>(m_looks, server);
    tool.call().employ(run);
    run->start(before, std::size_t(tool.integer("skip", 0)), [tool](const std::string &result) {
        if (result.empty())
            return tool.fail(std::string_view("The connection was closed."));
        tool.finish(result);
    });
}

void Toolbox::repeat(const AgentToolCall &tool, Inspected &server)
{
    if (tool.argument("from").exists() == tool.argument("file").exists())
        return tool.fail(std::string_view("Give exactly one of from and file."));
    const QString name = m_connections.nameOf(tool.text("from"));
    if (tool.argument("from") && name.isEmpty())
        return tool.fail(
            QStringLiteral("There was no connection %1 in this run.").arg(tool.text("from")));
    const auto run = std::make_shared<RepeatRun>(tool, server, m_permissions, m_recording);
    tool.call().employ(run);
    run->start(name);
}

void Toolbox::showProcess(const AgentToolCall &tool, const Inspected &server)
{
    const qint64 pid = server.client().startReport().pid;
    if (pid == 0)
        return tool.fail(std::string_view(
            "The server was not started by Sonde: it is reached over HTTP, or has no process."));
    const auto &end = server.client().endReport();
    const std::string report =
        end ? std::string() : processReport(platform::kProcessRoot, pid_t(pid));
    if (!report.empty())
        return tool.finish(report);
    tool.fail(QStringLiteral("The process %1 has ended%2.")
                  .arg(pid)
                  .arg(end ? QString(QStringLiteral(": ") + end->recordedText()) : QString()));
}

void Toolbox::exportRecords(const AgentToolCall &tool)
{
    if (!hasKnownConnection(tool))
        return;
    const auto run = std::make_shared<ExportRun>(tool, m_recording, m_connections, m_permissions);
    tool.call().employ(run);
    run->start();
}

void Toolbox::searchTrace(const AgentToolCall &tool)
{
    if (!hasKnownConnection(tool))
        return;
    const auto filter = trace::Filter::compile(tool.text("filter"));
    if (const auto *error = std::get_if<trace::FilterError>(&filter))
        return tool.fail(wrongFilter(*error));
    RecordQuery query;
    query.server = m_connections.nameOf(tool.text("connection"));
    query.filter = std::get<trace::Filter>(filter);
    query.limit = std::size_t(tool.integer("limit", kRows));
    query.before = trace::Number(std::min<std::int64_t>(
        tool.integer("before", 0), std::numeric_limits<std::int32_t>::max()));
    tool.finish(traceResult(
        m_recording, m_recording.set(), findRecords(m_recording, query), m_connections));
}

void Toolbox::readMessage(const AgentToolCall &tool)
{
    const std::int64_t number = tool.integer("record", 0);
    const trace::Record *record = number <= std::int64_t(m_recording.size())
        ? m_recording.find(trace::Number(number))
        : nullptr;
    if (!record) {
        return tool.fail(QStringLiteral("There is no record %1. The newest one is %2.")
                             .arg(number)
                             .arg(m_recording.size()));
    }
    tool.finish(messageResult(trace::Number(number), *record,
        tool.redacted(textOf(m_recording, *record)), std::size_t(tool.integer("offset", 0)),
        std::size_t(tool.integer("limit", kMessageBytes))));
}

void Toolbox::showFindings(const AgentToolCall &tool)
{
    if (!hasKnownConnection(tool))
        return;
    const QString server = m_connections.nameOf(tool.text("connection"));
    const auto least = findings::levelFromName(tool.argument("level").text());
    std::vector<const findings::Finding *> found;
    for (const findings::Finding &finding : m_recording.found()) {
        if (finding.level >= least.value_or(findings::Level::Info)
            && m_recording.store().stream(finding.stream).server == server)
            found.push_back(&finding);
    }
    tool.finish(findingsResult(std::move(found), std::size_t(tool.integer("skip", 0))));
}

void Toolbox::searchLogs(const AgentToolCall &tool)
{
    if (!hasKnownConnection(tool))
        return;
    QString filter = QStringLiteral("(kind == stderr or method == \"notifications/message\")");
    if (const QString part = tool.text("contains"); !part.isEmpty())
        filter += QStringLiteral(" and text contains ") + trace::quotedForFilter(part);
    RecordQuery query;
    query.server = m_connections.nameOf(tool.text("connection"));
    query.filter = std::get<trace::Filter>(trace::Filter::compile(filter));
    query.limit = std::size_t(tool.integer("limit", kLines));
    query.before = trace::Number(std::min<std::int64_t>(
        tool.integer("before", 0), std::numeric_limits<std::int32_t>::max()));
    tool.finish(logsResult(m_recording, findRecords(m_recording, query)));
}

void Toolbox::disconnect(const AgentToolCall &tool, Inspected &server)
{
    const auto pending = std::make_shared<Pending>();
    tool.call().employ(pending);
    const auto end = [this, tool, handle = server.handle()] {
        Inspected *const ended = m_connections.find(handle);
        if (!ended)
            return;
        json::Builder out;
        out.beginObject().member("connection", QStringView(handle));
        if (const auto &how = ended->client().endReport())
            out.member("process", QStringView(how->recordedText()));
        m_connections.remove(handle);
        tool.finish(out.endObject().takeString());
    };
    if (!server.isReady())
        return end();
    QObject::connect(&server, &Inspected::settled, pending.get(), end);
    server.client().stop();
}

} // namespace sonde::agent
