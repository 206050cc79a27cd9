// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/task/taskmachine.h"

#include "mcp/message/mcptext.h"
#include "rpc/message.h"
#include "json/builder.h"
#include "json/document.h"

#include <algorithm>

namespace sonde::mcp {

namespace {

using Kind = TaskAction::Kind;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

std::int64_t nsOf(milliseconds time)
{
    return nanoseconds(time).count();
}

} // namespace

std::int64_t TaskMachine::expires() const
{
    if (!m_facts.ttl || *m_facts.ttl > (kNever - m_begun) / kNsPerMs)
        return kNever;
    return m_begun + *m_facts.ttl * kNsPerMs;
}

void TaskMachine::begin(const json::Value &created, std::int64_t now, TaskActions &out)
{
    m_begun = now;
    (void)taskOf(created, &m_style);
    adopt(created, From::Elsewhere, now, out);
}

void TaskMachine::logLifecycle(std::int64_t now)
{
    const bool same = !m_history.empty() && m_history.back().statusText == m_facts.statusText
        && m_history.back().message == m_facts.message;
    if (same)
        return;
    if (m_history.size() >= kMaxHistory)
        m_history.erase(m_history.begin());
    m_history.push_back({m_facts.status, m_facts.statusText, m_facts.message, now});
}

// What the server says now, wherever it says it.
void TaskMachine::adopt(const json::Value &holder, From from, std::int64_t now, TaskActions &out)
{
    auto facts = taskOf(holder);
    if (!facts || m_finished)
        return;
    if (!m_history.empty() && facts->id != m_facts.id)
        return;
    // 2025-11-25 basic/utilities/tasks#task-status-lifecycle: from these there is no way back.
    if (isOver(m_facts.status) && facts->status != m_facts.status) {
        ++m_oddChanges;
        return;
    }
    m_facts = std::move(*facts);
    logLifecycle(now);
    schedule(now);
    withdrawInputs(holder["inputRequests"], out);
    if (m_style == TaskStyle::Core) {
        // A server asks for input in the response to tasks/result, so that one is sent before the
        // end (2025-11-25 basic/utilities/tasks#input-required-status).
        if (m_facts.status == TaskStatus::Cancelled)
            finish({TaskStatus::Cancelled, {}, {}, {}}, out);
        else if (isOver(m_facts.status) || m_facts.status == TaskStatus::InputRequired)
            fetch(out);
        return;
    }
    if (m_facts.status == TaskStatus::InputRequired)
        return askInputs(holder["inputRequests"], out);
    if (!isOver(m_facts.status))
        return;
    Outcome outcome;
    outcome.status = m_facts.status;
    outcome.result = std::string(holder["result"].raw());
    outcome.error = std::string(holder["error"].raw());
    const bool isBare = outcome.result.empty() && outcome.error.empty();
    if (isBare && m_facts.status != TaskStatus::Cancelled) {
        if (from == From::Elsewhere)
            return poll(out); // told in short: all of it is in tasks/get
        outcome.why = Text::tr("The server reports that the task ended without a result.");
    }
    finish(std::move(outcome), out);
}

// Keys are unique over the life of a task, and the same ones come again with every response.
void TaskMachine::askInputs(const json::Value &requests, TaskActions &out)
{
    json::Builder fresh;
    fresh.beginObject();
    bool any = false;
    for (const json::Value &request : requests) {
        if (m_inputs.size() >= kMaxInputs)
            break;
        if (!m_inputs.emplace(request.key(), Input::Waiting).second)
            continue;
        fresh.rawMember(request.key(), request.raw());
        any = true;
    }
    if (any)
        out.push_back({Kind::Ask, fresh.endObject().takeString()});
}

// A state may be told without what it asks for.
void TaskMachine::withdrawInputs(const json::Value &requests, TaskActions &out)
{
    if (m_facts.status == TaskStatus::InputRequired && !requests)
        return;
    for (auto &[key, input] : m_inputs) {
        if (input != Input::Waiting || requests[key])
            continue;
        input = Input::Done;
        out.push_back({Kind::Withdraw, key});
    }
}

// Whether a response has arrived is not known, or there is no user to give one: the inputs that the
// server still requests with the next state are requested from the user once more.
void TaskMachine::askAgain(bool alsoWaiting)
{
    std::erase_if(m_inputs, [alsoWaiting](const auto &each) {
        return each.second == Input::Sent || (alsoWaiting && each.second == Input::Waiting);
    });
}

void TaskMachine::schedule(std::int64_t now)
{
    const milliseconds wished = m_facts.pollInterval
        ? milliseconds(std::min<std::int64_t>(*m_facts.pollInterval, kMostPoll.count()))
        : kUsualPoll;
    m_nextPoll =
        isOver(m_facts.status) ? kNever : now + nsOf(std::clamp(wished, kLeastPoll, kMostPoll));
}

void TaskMachine::poll(TaskActions &out)
{
    m_nextPoll = kNever;
    if (m_getting || !m_connected)
        return;
    m_getting = true;
    out.push_back({Kind::Get});
}

void TaskMachine::pollNow(TaskActions &out)
{
    if (!m_finished)
        poll(out);
}

void TaskMachine::fetch(TaskActions &out)
{
    if (m_fetching || !m_connected)
        return;
    m_fetching = true;
    out.push_back({Kind::Fetch});
}

void TaskMachine::finish(Outcome outcome, TaskActions &out)
{
    m_outcome = std::move(outcome);
    m_finished = true;
    m_nextPoll = kNever;
    out.push_back({Kind::Finish});
}

void TaskMachine::answered(
    TaskAction::Kind kind, const json::Value &result, std::int64_t now, TaskActions &out)
{
    switch (kind) {
    case Kind::Get:
        m_getting = false;
        m_failures = 0;
        m_trouble.clear();
        if (!taskOf(result) && !m_finished) {
            m_trouble = Text::tr("The response to tasks/get contains no task.");
            schedule(now);
        }
        return adopt(result, From::Get, now, out);
    case Kind::Fetch:
        m_fetching = false;
        if (!m_finished) {
            // tools/call: an error of the tool is a result, and its task has failed.
            const bool isError = result["isError"].toBool().value_or(false);
            if (!isOver(m_facts.status)) {
                m_facts.status = isError ? TaskStatus::Failed : TaskStatus::Completed;
                m_facts.statusText =
                    isError ? QStringLiteral("failed") : QStringLiteral("completed");
                m_facts.message.clear();
                logLifecycle(now);
            }
            finish({m_facts.status, std::string(result.raw()), {}, {}}, out);
        }
        return;
    case Kind::Cancel:
        m_cancelling = false;
        askAgain(false); // where it goes on nevertheless
        // The extension acknowledges, and what became of it is asked for.
        if (m_style == TaskStyle::Extension)
            return pollNow(out);
        return adopt(result, From::Elsewhere, now, out);
    case Kind::Update:
        for (auto &[key, input] : m_inputs) {
            if (input == Input::Sent)
                input = Input::Done;
        }
        return pollNow(out);
    case Kind::Ask:
    case Kind::Withdraw:
    case Kind::Finish:
        return;
    }
}

void TaskMachine::failed(
    TaskAction::Kind kind, const Error &error, std::int64_t now, TaskActions &out)
{
    if (kind == Kind::Get)
        m_getting = false;
    if (kind == Kind::Fetch)
        m_fetching = false;
    if (kind == Kind::Cancel)
        m_cancelling = false;
    if (kind == Kind::Cancel || kind == Kind::Update)
        askAgain(false);
    if (m_finished || !m_connected)
        return;
    const bool byServer = error.domain == Domain::Server;
    if (kind == Kind::Fetch && byServer) {
        // The error that the call itself would have had.
        const TaskStatus status = isOver(m_facts.status) ? m_facts.status : TaskStatus::Failed;
        return finish({status, {}, error.data.toStdString(), error.sentence}, out);
    }
    m_trouble = error.sentence;
    // Both protocols: an unknown or expired task is -32602.
    const bool isGone = byServer && error.code == rpc::kInvalidParams && kind == Kind::Get;
    if (isGone || (kind == Kind::Get && ++m_failures >= kMaxFailures))
        return finish({TaskStatus::Failed, {}, {}, error.sentence}, out);
    if (kind == Kind::Get || kind == Kind::Cancel || kind == Kind::Update)
        schedule(now);
    // A tasks/result that brought nothing: the state says whether to fetch again.
    if (kind == Kind::Fetch)
        schedule(now);
    if (m_nextPoll == kNever)
        m_nextPoll = now + nsOf(kUsualPoll);
}

void TaskMachine::notified(const json::Value &params, std::int64_t now, TaskActions &out)
{
    adopt(params, From::Elsewhere, now, out);
}

void TaskMachine::tick(std::int64_t now, TaskActions &out)
{
    if (now >= nextPoll())
        poll(out);
}

void TaskMachine::cancel(TaskActions &out)
{
    if (m_finished || m_cancelling || !m_connected)
        return;
    m_cancelling = true;
    out.push_back({Kind::Cancel});
}

void TaskMachine::respondToInputs(const std::string &responses, TaskActions &out)
{
    if (m_finished || !m_connected || m_style != TaskStyle::Extension)
        return;
    settleInputs(json::Document::parse(Bytes::copyOf(responses)).root());
    out.push_back({Kind::Update, responses});
}

void TaskMachine::stopInputs(const json::Value &requests, TaskActions &out)
{
    settleInputs(requests);
    cancel(out);
}

void TaskMachine::settleInputs(const json::Value &byKey)
{
    for (const json::Value &each : byKey) {
        if (const auto input = m_inputs.find(each.key()); input != m_inputs.end())
            input->second = Input::Sent;
    }
}

void TaskMachine::lost()
{
    m_connected = false;
    m_getting = m_fetching = m_cancelling = false;
    askAgain(true);
}

void TaskMachine::resumed(std::int64_t now, TaskActions &out)
{
    m_connected = true;
    m_failures = 0;
    if (m_finished)
        return;
    m_nextPoll = now;
    tick(now, out);
}

} // namespace sonde::mcp
