// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/toolbox.h"

#include "agent/callrun.h"
#include "agent/connectrun.h"
#include "agent/doctorrun.h"
#include "agent/pending.h"
#include "agent/recordtext.h"
#include "json/singleline.h"

#include <limits>

namespace sonde::agent {

namespace {

constexpr std::int64_t kRows = 30; // of trace
constexpr std::int64_t kLines = 50; // of logs
constexpr std::int64_t kMessageBytes = 8000;
constexpr std::chrono::milliseconds kListTimeout{60'000};

struct ListKind {
    QString method;
    QString member;
    const char *key; // the member that names an item
};

ListKind listKind(const json::Value &what)
{
    if (what.equals("resources"))
        return {QStringLiteral("resources/list"), QStringLiteral("resources"), "uri"};
    if (what.equals("templates"))
        return {QStringLiteral("resources/templates/list"), QStringLiteral("resourceTemplates"),
            "uriTemplate"};
    if (what.equals("prompts"))
        return {QStringLiteral("prompts/list"), QStringLiteral("prompts"), "name"};
    return {QStringLiteral("tools/list"), QStringLiteral("tools"), "name"};
}

std::string whyIncomplete(const mcp::Listing &listing)
{
    if (listing.failed)
        return listing.failed->sentence.toStdString();
    return listing.stopped.toStdString();
}

void finishList(const ToolCall &tool, const ListKind &kind, const mcp::Listing &listing)
{
    const json::Value name = tool.argument("name");
    std::vector<std::string> items;
    for (const mcp::ListItem &item : listing.items) {
        if (!name || item.value()[kind.key].equals(name.text()))
            items.push_back(json::singleLine(item.value().raw()));
    }
    const auto skip = std::size_t(tool.integer("skip", 0));
    json::Builder out;
    out.beginObject().key("items").beginArray();
    std::size_t at = std::min(skip, items.size());
    for (std::size_t size = 0; at < items.size(); ++at) {
        size += items[at].size();
        if (at > skip && size > kBudget)
            break;
        out.raw(items[at].size() <= kBudget * 2
                ? items[at]
                : json::quoted("This item has " + std::to_string(items[at].size())
                    + " bytes. Read it with trace and message."));
    }
    out.endArray().member("total", std::int64_t(items.size()));
    if (at < items.size())
        out.member("next", std::int64_t(at));
    if (const std::string problem = whyIncomplete(listing); !problem.empty())
        out.member("problem", beginningOf(problem, kMaxLine * 2));
    tool.finish(out.endObject().takeString());
}

} // namespace

Toolbox::Toolbox(Recording &recording, Permissions &permissions, const Surroundings &surroundings)
    : m_recording(recording)
    , m_permissions(permissions)
    , m_surroundings(surroundings)
    , m_connections(recording.sink())
{
}

void Toolbox::run(ToolId id, const ToolCall &tool)
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
    case ToolId::List:
    case ToolId::Call:
    case ToolId::Disconnect:
        break;
    }
    Inspected *const server = connected(tool);
    if (!server)
        return;
    if (id == ToolId::List)
        list(tool, *server);
    else if (id == ToolId::Call)
        call(tool, *server);
    else
        disconnect(tool, *server);
}

// Otherwise the call has failed.
Inspected *Toolbox::connected(const ToolCall &tool)
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
bool Toolbox::hasKnownConnection(const ToolCall &tool)
{
    if (!tool.argument("connection") || !m_connections.nameOf(tool.text("connection")).isEmpty())
        return true;
    tool.fail(
        QStringLiteral("There was no connection %1 in this run.").arg(tool.text("connection")));
    return false;
}

void Toolbox::connect(const ToolCall &tool)
{
    const auto run =
        std::make_shared<ConnectRun>(tool, m_connections, m_permissions, m_surroundings);
    tool.call().employ(run);
    run->start();
}

void Toolbox::examine(const ToolCall &tool)
{
    const auto run = std::make_shared<DoctorRun>(tool, m_permissions, m_surroundings);
    tool.call().employ(run);
    run->start();
}

void Toolbox::list(const ToolCall &tool, Inspected &server)
{
    const auto pending = std::make_shared<Pending>();
    tool.call().employ(pending);
    const ListKind kind = listKind(tool.argument("what"));
    mcp::CallOptions options;
    options.totalTimeout = kListTimeout;
    pending->request = server.client().list({kind.method, kind.member}, options, pending.get(),
        [tool, kind, inspected = QPointer(&server)](const mcp::Listing &listing) {
            if (inspected && kind.method == u"tools/list")
                inspected->rememberTools(listing);
            if (listing.pages == 0 && listing.failed)
                return tool.fail(listing.failed->sentence);
            finishList(tool, kind, listing);
        });
}

void Toolbox::call(const ToolCall &tool, Inspected &server)
{
    const auto run = std::make_shared<CallRun>(tool, server, m_permissions, m_recording);
    tool.call().employ(run);
    run->start();
}

void Toolbox::searchTrace(const ToolCall &tool)
{
    if (!hasKnownConnection(tool))
        return;
    const auto filter = trace::Filter::compile(tool.text("filter"));
    if (const auto *error = std::get_if<trace::FilterError>(&filter)) {
        return tool.fail(QStringLiteral("The filter is wrong at character %1: %2")
                             .arg(error->at + 1)
                             .arg(error->sentence));
    }
    RecordQuery query;
    query.server = m_connections.nameOf(tool.text("connection"));
    query.filter = std::get<trace::Filter>(filter);
    query.limit = std::size_t(tool.integer("limit", kRows));
    query.before = trace::Number(std::min<std::int64_t>(
        tool.integer("before", 0), std::numeric_limits<std::int32_t>::max()));
    tool.finish(traceResult(
        m_recording, m_recording.set(), findRecords(m_recording, query), m_connections));
}

void Toolbox::readMessage(const ToolCall &tool)
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

void Toolbox::showFindings(const ToolCall &tool)
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

void Toolbox::searchLogs(const ToolCall &tool)
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

void Toolbox::disconnect(const ToolCall &tool, Inspected &server)
{
    const auto pending = std::make_shared<Pending>();
    tool.call().employ(pending);
    const auto end = [this, tool, handle = server.handle()] {
        Inspected *const ended = m_connections.find(handle);
        if (!ended)
            return;
        json::Builder out;
        out.beginObject().member("connection", QStringView(handle));
        if (const QString how = ended->client().endReport(); !how.isEmpty())
            out.member("process", QStringView(how));
        m_connections.remove(handle);
        tool.finish(out.endObject().takeString());
    };
    if (!server.isReady())
        return end();
    QObject::connect(&server, &Inspected::settled, pending.get(), end);
    server.client().stop();
}

} // namespace sonde::agent
