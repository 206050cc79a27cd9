// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "replay/givenvalues.h"

#include "mcp/message/dialect.h"
#include "replay/replaytr.h"
#include "json/edit.h"
#include "json/singleline.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sonde::replay {

namespace {

// By the kinds: the member of params that has the value.
constexpr std::array<std::string_view, 3> kMembers{"cursor", "requestState", "taskId"};

// 2026-07-28 basic#request-metadata, and the progress token of every revision: each connection has
// its own.
constexpr std::string_view kOwnMeta[]{"progressToken", mcp::kProtocolVersionMeta,
    "io.modelcontextprotocol/clientInfo", mcp::kClientCapabilitiesMeta};

// A cursor and a state are for the same method again, a task for others.
std::string keyOf(std::string_view member, const std::string &method, const json::Value &value)
{
    std::string key(member);
    key += '\n';
    if (member != "taskId")
        key += method;
    key += '\n';
    key += value.raw();
    return key;
}

// `text` is an object; without the member at that path, if it is there.
Bytes without(const Bytes &text, std::string_view outer, std::string_view name)
{
    const auto document = json::Document::parse(text);
    const json::Value object = document.root()[outer];
    const json::Value member = object[name];
    if (!member.exists())
        return text;
    auto edited = json::removeValue(object.count() == 1 ? object : member);
    return edited ? std::move(edited).value() : text;
}

} // namespace

GivenValues::GivenValues(const mock::MockScript &script)
    : m_script(script)
{
    for (Index i = 0; i < script.exchanges.size(); ++i) {
        addUses(i);
        for (const mock::Event &event : script.exchanges[i].events) {
            if (event.kind != mock::EventKind::Response)
                continue;
            const auto response = json::Document::parse(event.bytes);
            addGiven(i, event.number, response.root()["result"]);
        }
    }
    m_given.clear();
}

std::vector<std::pair<GivenValues::Kind, json::Value>> GivenValues::valuesIn(
    const json::Value &result)
{
    std::vector<std::pair<Kind, json::Value>> values;
    const auto add = [&](Kind kind, const json::Value &value) {
        if (value.isString())
            values.emplace_back(kind, value);
    };
    add(Kind::Cursor, result["nextCursor"]);
    add(Kind::State, result["requestState"]);
    add(Kind::Task, result["task"]["taskId"]); // 2025-11-25
    add(Kind::Task, result["taskId"]); // the extension io.modelcontextprotocol/tasks
    return values;
}

void GivenValues::addGiven(Index exchange, trace::Number at, const json::Value &result)
{
    for (const auto &[kind, value] : valuesIn(result))
        m_given[keyOf(kMembers.at(std::size_t(kind)), m_script.exchanges[exchange].method, value)]
            .push_back({exchange, at});
}

void GivenValues::addUses(Index exchange)
{
    const mock::ScriptedExchange &request = m_script.exchanges[exchange];
    for (std::size_t i = 0; i < kMembers.size(); ++i) {
        const json::Value value = request.params()[kMembers.at(i)];
        const auto given = m_given.find(keyOf(kMembers.at(i), request.method, value));
        if (!value.isString() || given == m_given.end())
            continue;
        const auto newest = std::find_if(given->second.rbegin(), given->second.rend(),
            [&](const Given &each) { return each.at < request.number; });
        if (newest != given->second.rend())
            m_uses[exchange].push_back({Kind(i), newest->exchange});
    }
}

std::vector<Index> GivenValues::sources(Index exchange) const
{
    std::vector<Index> found;
    if (const auto uses = m_uses.find(exchange); uses != m_uses.end()) {
        for (const Use &use : uses->second)
            found.push_back(use.source);
    }
    return found;
}

void GivenValues::learn(Index exchange, const json::Value &result)
{
    for (const auto &[kind, value] : valuesIn(result))
        m_live[{exchange, kind}] = std::string(value.raw());
}

Result<Bytes> GivenValues::params(Index exchange) const
{
    const json::Value recorded = m_script.exchanges[exchange].params();
    if (!recorded.exists())
        return Bytes();
    Bytes text = Bytes::copyOf(recorded.raw());
    for (const std::string_view name : kOwnMeta)
        text = without(text, "_meta", name);
    const auto uses = m_uses.find(exchange);
    if (uses == m_uses.end())
        return json::singleLine(text);
    for (const auto &[kind, source] : uses->second) {
        const std::string_view member = kMembers.at(std::size_t(kind));
        const auto live = m_live.find({source, kind});
        if (live == m_live.end())
            return Error{.domain = Domain::Protocol,
                .sentence = Text::tr("The server gave no value for “%1” in its response to the "
                                     "request of message %2, so the request was not sent.")
                                .arg(json::toQString(member))
                                .arg(m_script.exchanges[source].number)};
        const auto document = json::Document::parse(text);
        auto edited = json::replaceValue(document.root()[member], live->second);
        if (!edited)
            return edited.error();
        text = std::move(edited).value();
    }
    return json::singleLine(text);
}

} // namespace sonde::replay
