// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/replay/replayrecording.h"

#include "mock/recordedscript.h"
#include "replay/replayrun.h"
#include "session/connection/sessiontext.h"
#include "trace/file/sessionstore.h"

#include <algorithm>
#include <map>
#include <string>

namespace sonde::session {

namespace {

// The names of the listed tools, each with whether the server says that it is destructive.
using ListedTools = std::map<std::string, bool>;

// 2025-11-25 schema#toolannotations: destructiveHint has a meaning only where the tool is not
// read-only. Only what the server says counts, as in the list of tools.
void addTools(const json::Value &tools, ListedTools &listed)
{
    for (const json::Value tool : tools) {
        const json::Value annotations = tool["annotations"];
        bool &isDestructive = listed[tool["name"].text()]; // in any of the lists
        isDestructive = isDestructive
            || (annotations["destructiveHint"].toBool().value_or(false)
                && !annotations["readOnlyHint"].toBool().value_or(false));
    }
}

ListedTools listedTools(const mock::MockScript &script)
{
    ListedTools listed;
    for (const mock::ScriptedExchange &exchange : script.exchanges) {
        if (exchange.method != "tools/list")
            continue;
        for (const mock::Event &event : exchange.events) {
            if (event.kind != mock::EventKind::Response)
                continue;
            const auto response = json::Document::parse(event.bytes);
            const json::Value tools = response.root()["result"]["tools"];
            if (tools.isArray())
                addTools(tools, listed);
        }
    }
    return listed;
}

void choose(ReplayRecording &recording)
{
    const auto &exchanges = recording.script.exchanges;
    const ListedTools listed = listedTools(recording.script);
    for (replay::Index i = 0; i < exchanges.size(); ++i) {
        if (replay::isHandshake(exchanges[i]) || !replay::isReplayable(exchanges[i]))
            continue;
        recording.sendable.insert(i);
        if (exchanges[i].method != "tools/call")
            continue;
        const auto tool = listed.find(replay::targetOf(exchanges[i]));
        if (tool == listed.end() || tool->second)
            recording.destructive.insert(i);
    }
}

Bytes textOf(const replay::Outcomes &outcomes, replay::Index index)
{
    using Kind = replay::ReplayOutcome::Kind;
    const auto found = outcomes.requests.find(index);
    if (found == outcomes.requests.end()
        || (found->second.kind != Kind::Result && found->second.kind != Kind::Error))
        return {};
    return replay::comparedText(found->second);
}

Bytes textOf(const replay::Outcomes &outcomes, const std::string &method)
{
    const auto found = outcomes.notifications.find(method);
    return found == outcomes.notifications.end() ? Bytes() : replay::comparedText(found->second);
}

} // namespace

Result<ReplayRecording> readReplayRecording(const QString &path)
{
    const auto store = trace::SessionStore::open(path);
    if (!store)
        return store.error();
    const auto records = (*store)->readRecords();
    if (!records)
        return records.error();
    auto script = mock::recordedScript(**store, *records);
    if (!script)
        return script.error();
    ReplayRecording recording;
    recording.script = std::move(script).value();
    choose(recording);
    if (recording.sendable.empty())
        return Error{.domain = Domain::Storage,
            .sentence = Text::tr("The recording has no request of a client with a response, "
                                 "besides the handshake, so there is nothing to send.")};
    std::set<replay::Index> compared = recording.sendable;
    if (const auto handshake = replay::recordedHandshake(recording.script))
        compared.insert(*handshake);
    recording.outcomes = replay::recordedOutcomes(recording.script, compared);
    return recording;
}

std::set<replay::Index> destructiveCalls(
    const ReplayRecording &recording, const std::set<std::string> &tools)
{
    std::set<replay::Index> calls = recording.destructive;
    const auto &exchanges = recording.script.exchanges;
    for (const replay::Index index : recording.sendable) {
        if (exchanges[index].method == "tools/call"
            && tools.contains(replay::targetOf(exchanges[index])))
            calls.insert(index);
    }
    return calls;
}

QStringList toolsOf(const ReplayRecording &recording, const std::set<replay::Index> &calls)
{
    QStringList tools;
    for (const replay::Index index : calls)
        tools << QString::fromStdString(replay::targetOf(recording.script.exchanges[index]));
    tools.removeDuplicates();
    return tools;
}

std::pair<Bytes, Bytes> comparedTexts(
    const ReplayRecording &recording, const replay::Outcomes &live, const replay::ReportRow &row)
{
    if (row.number == 0)
        return {textOf(recording.outcomes, row.method), textOf(live, row.method)};
    const auto &exchanges = recording.script.exchanges;
    const auto found = std::find_if(exchanges.begin(), exchanges.end(),
        [&row](const mock::ScriptedExchange &exchange) { return exchange.number == row.number; });
    if (found == exchanges.end())
        return {};
    const auto index = replay::Index(found - exchanges.begin());
    return {textOf(recording.outcomes, index), textOf(live, index)};
}

} // namespace sonde::session
