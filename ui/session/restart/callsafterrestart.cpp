// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/restart/callsafterrestart.h"

#include "session/catalog/toolstore.h"
#include "session/restart/restarthistory.h"
#include "json/document.h"
#include "json/singleline.h"

#include <utility>

namespace sonde::session {

using changes::CallRun;

namespace {

bool isReadOnlyTool(mcp::Client *client, const QString &tool)
{
    return ToolStore::of(client)->isReadOnly(tool);
}

CallRun runOfCall(const config::SavedCall &call)
{
    CallRun run;
    run.call = call.name;
    run.tool = call.tool;
    run.arguments = call.arguments;
    return run;
}

// What came of it; of a large result only its size is kept.
void adoptResponse(CallRun &run, const Result<mcp::Response> &response)
{
    if (!response) {
        run.state = CallRun::State::Failed;
        run.sentence = response.error().sentence;
        return;
    }
    const std::string_view result = response->result().raw();
    const bool isError = response->result()["isError"].toBool().value_or(false);
    run.state = isError ? CallRun::State::ToolError : CallRun::State::Returned;
    run.size = result.size();
    run.took = std::chrono::nanoseconds(response->serverNs());
    if (result.size() <= CallRun::kMaxResult)
        run.result = Bytes::copyOf(result);
}

mcp::CallOptions callOptions()
{
    mcp::CallOptions options;
    options.origin = rpc::Origin::Restart;
    return options;
}

} // namespace

CallsAfterRestart::CallsAfterRestart(RestartHistory &history, Setup setup, QObject *parent)
    : QObject(parent)
    , m_history(history)
    , m_setup(std::move(setup))
{
    connect(&history, &RestartHistory::restarted, this, &CallsAfterRestart::start);
    connect(&history, &RestartHistory::runsCompared, this, &CallsAfterRestart::conclude);
}

// The lists of the server are loaded, and compared with those of the start before.
void CallsAfterRestart::start(const QString &server, int number)
{
    mcp::Client *client = m_setup.client(server);
    Run &run = m_runs[server];
    run = {};
    run.number = number;
    if (!client)
        return;
    for (config::SavedCall &call : m_setup.calls(server)) {
        if (!call.isAfterRestart)
            continue;
        if (run.calls.size() >= kMostCalls) {
            ++run.summary.leftOut;
            continue;
        }
        run.runs.push_back(runOfCall(call));
        if (isReadOnlyTool(client, call.tool) || m_setup.isConfirmed(server, call)) {
            run.waiting.push_back(run.calls.size());
        } else {
            ++run.summary.unconfirmed;
            run.runs.back().sentence =
                tr("Not run, because %1 may change something: its definition does not "
                   "say that it is read-only (readOnlyHint). Confirm it once.")
                    .arg(call.tool);
        }
        run.calls.push_back(std::move(call));
    }
    run.seconds.resize(run.calls.size());
    if (!run.calls.empty())
        goOn(server);
}

void CallsAfterRestart::runNext(const QString &server)
{
    Run &run = m_runs[server];
    mcp::Client *client = m_setup.client(server);
    if (!client || client->state() != mcp::ClientState::Ready)
        return;
    run.at = run.waiting.front();
    run.waiting.pop_front();
    const config::SavedCall &call = run.calls[run.at];
    if (const Bytes &arguments = call.arguments;
        !arguments.isEmpty() && !json::Document::parse(arguments).isValid()) {
        run.runs[run.at].sentence = tr("The saved arguments are not valid JSON.");
        run.summary.failed << tr("%1: the saved arguments are not valid JSON.").arg(call.name);
        return goOn(server);
    }
    client->callTool(call.tool, json::singleLine(call.arguments), callOptions(), this,
        [this, server, number = run.number](const Result<mcp::Response> &response) {
            if (m_runs[server].number == number)
                adopt(server, response);
        });
}

void CallsAfterRestart::adopt(const QString &server, const Result<mcp::Response> &response)
{
    Run &run = m_runs[server];
    CallRun &its = run.runs[run.at];
    adoptResponse(its, response);
    if (its.state == CallRun::State::Failed)
        run.summary.failed << tr("%1: %2").arg(its.call, its.sentence);
    else if (its.state == CallRun::State::ToolError)
        run.summary.failed << tr("%1: the tool reports an error.").arg(its.call);
    else
        ++run.summary.ok;
    const CallRun *last = m_history.lastRun(server, its);
    mcp::Client *client = m_setup.client(server);
    if (its.state == CallRun::State::Returned && (!last || !last->isLearned) && client
        && isReadOnlyTool(client, its.tool))
        runAgain(server);
    else
        goOn(server);
}

// Only to learn what differs from run to run.
void CallsAfterRestart::runAgain(const QString &server)
{
    const Run &its = m_runs[server];
    const config::SavedCall &call = its.calls[its.at];
    m_setup.client(server)->callTool(call.tool, json::singleLine(call.arguments), callOptions(),
        this, [this, server, number = its.number](const Result<mcp::Response> &response) {
            Run &run = m_runs[server];
            if (run.number != number)
                return;
            CallRun second;
            adoptResponse(second, response);
            if (second.state == CallRun::State::Returned)
                run.seconds[run.at] = second.result;
            goOn(server);
        });
}

void CallsAfterRestart::goOn(const QString &server)
{
    const Run &run = m_runs[server];
    if (!run.waiting.empty())
        runNext(server);
    else
        m_history.setRuns(server, run.number, run.runs, run.seconds);
}

void CallsAfterRestart::conclude(const QString &server, int number)
{
    Run &run = m_runs[server];
    if (run.number != number)
        return;
    for (const models::Restart &restart : m_history.restarts(server)) {
        if (restart.number == number && restart.results)
            run.summary.different = models::differentCount(*restart.results);
    }
    Q_EMIT finished(server, run.summary);
}

} // namespace sonde::session
