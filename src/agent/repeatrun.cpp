// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/repeatrun.h"

#include "agent/consent.h"
#include "agent/repeattext.h"
#include "mock/recordedscript.h"
#include "replay/replayreport.h"
#include "trace/file/sessionstore.h"

#include <string_view>
#include <utility>

namespace sonde::agent {

namespace {

constexpr std::int64_t kTimeout = 60'000; // of a request
constexpr std::chrono::milliseconds kPatience{5000}; // for a notification
constexpr std::size_t kMaxName = 80; // bytes, in a question
constexpr std::string_view kClosed = "The connection was closed.";

} // namespace

RepeatRun::RepeatRun(
    const AgentToolCall &tool, Inspected &server, Permissions &permissions, Recording &recording)
    : m_tool(tool)
    , m_server(&server)
    , m_permissions(permissions)
    , m_recording(recording)
{
}

RepeatRun::~RepeatRun()
{
    if (m_isAutomatic && m_server)
        m_server->requests().setAutomatic({});
}

void RepeatRun::start(const QString &name)
{
    auto script = scriptOf(name);
    if (!script)
        return m_tool.fail(script.error().sentence);
    m_script = std::move(script).value();
    choose();
    if (m_chosen.empty())
        return m_tool.fail(std::string_view(
            "The recording has no request with a response, besides the handshake."));
    confirm();
}

Result<mock::MockScript> RepeatRun::scriptOf(const QString &name)
{
    if (!name.isEmpty())
        return mock::recordedScript(m_recording.store(), m_recording.set().records, name);
    const auto store = trace::SessionStore::open(m_tool.text("file"));
    if (!store)
        return store.error();
    const auto records = (*store)->readRecords();
    if (!records)
        return records.error();
    return mock::recordedScript(**store, *records);
}

void RepeatRun::choose()
{
    for (replay::Index i = 0; i < m_script.exchanges.size(); ++i) {
        const mock::ScriptedExchange &exchange = m_script.exchanges[i];
        if (!replay::isHandshake(exchange) && replay::isReplayable(exchange))
            m_chosen.insert(i);
    }
}

// A recording may call tools that change something.
void RepeatRun::confirm()
{
    if (m_permissions.allowsDestructive())
        return send();
    if (!m_server)
        return m_tool.fail(kClosed);
    std::set<std::pair<bool, std::string>> names;
    for (const replay::Index index : m_chosen) {
        const mock::ScriptedExchange &exchange = m_script.exchanges[index];
        const std::string name = exchange.method + ' ' + replay::targetOf(exchange);
        // Calls of tools come first: the person may not see the end of the list.
        names.insert({exchange.method != "tools/call", std::string(beginningOf(name, kMaxName))});
    }
    const QString source = m_tool.argument("file") ? m_tool.text("file") : m_tool.text("from");
    std::string what = std::to_string(m_chosen.size()) + " messages of "
        + std::string(beginningOf(source.toStdString(), kMaxLine)) + " to "
        + m_server->name().toStdString() + ':';
    for (const auto &[isOther, name] : names)
        what += ' ' + name + ';';
    const Question question{"Send the messages of a recording again, which may call tools that "
                            "change or delete something?",
        what, "The person can start Sonde with sonde-cli mcp --allow-destructive.", true};
    askPerson(m_tool, question, [this] { send(); });
}

void RepeatRun::send()
{
    if (!m_server || !m_server->isReady())
        return m_tool.fail(kClosed);
    if (m_server->requests().isAutomatic())
        return m_tool.fail(std::string_view("Another replay runs on this connection."));
    m_isAutomatic = true;
    m_responses.emplace(m_script);
    m_server->requests().setAutomatic([this](const mcp::ServerRequest &request) {
        const auto response = m_responses->responseTo(request.message());
        if (response.result.isEmpty())
            request.refuse(response.error);
        else
            request.respond(response.result);
    });
    mcp::CallOptions options;
    options.idleTimeout = std::chrono::milliseconds(m_tool.integer("timeoutMs", kTimeout));
    options.totalTimeout = options.idleTimeout;
    m_run = std::make_unique<replay::ReplayRun>(
        m_script, replay::ReplayPlan(m_script, m_chosen), m_server->client(), options, kPatience);
    connect(m_run.get(), &replay::ReplayRun::finished, this, &RepeatRun::finish);
    connect(&m_server->client(), &QObject::destroyed, this, &RepeatRun::abandon);
    m_run->start();
}

void RepeatRun::finish()
{
    const replay::ReplayReport report = replay::compareOutcomes(
        m_script, replay::recordedOutcomes(m_script, m_chosen), m_run->outcomes(), {}, true);
    m_tool.finish(repeatResult(report));
}

void RepeatRun::abandon()
{
    m_run.reset();
    m_tool.fail(kClosed);
}

} // namespace sonde::agent
