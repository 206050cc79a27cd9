// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "replay/outcome.h"

#include "changes/callrun.h"
#include "json/builder.h"
#include "json/edit.h"

#include <algorithm>
#include <utility>

namespace sonde::replay {

namespace {

using mock::EventKind;

void setResponse(const json::Value &response, ReplayOutcome &outcome)
{
    const json::Value error = response["error"];
    outcome.kind = error ? ReplayOutcome::Kind::Error : ReplayOutcome::Kind::Result;
    outcome.value = Bytes::copyOf((error ? error : response["result"]).raw());
}

ReplayOutcome recordedOutcome(const mock::ScriptedExchange &exchange)
{
    ReplayOutcome outcome;
    if (!exchange.isRequest || (!exchange.hasResponse && exchange.cancelled != 0))
        outcome.kind = ReplayOutcome::Kind::Done;
    std::chrono::nanoseconds passed{0};
    for (const mock::Event &event : exchange.events) {
        passed += event.delay;
        if (event.kind != EventKind::Notification && event.kind != EventKind::Response)
            continue;
        const auto message = json::Document::parse(event.bytes);
        const json::Value root = message.root();
        if (root["method"].equals("notifications/progress")) {
            outcome.progress.push_back(comparedParams(root["params"]));
        } else if (isSubscription(exchange) && root["method"].equals(kAcknowledged)) {
            outcome.kind = ReplayOutcome::Kind::Result;
            outcome.value = comparedParams(root["params"]);
            outcome.took = passed;
        } else if (event.kind == EventKind::Response && !isSubscription(exchange)) {
            setResponse(root, outcome);
            outcome.took = passed;
        }
    }
    return outcome;
}

void addNotifications(const mock::ScriptedExchange &exchange, Notifications &notifications)
{
    for (const mock::Event &event : exchange.events) {
        const std::string method = notificationMethod(event);
        if (method.empty())
            continue;
        const auto message = json::Document::parse(event.bytes);
        notifications[method].push_back(comparedParams(message.root()["params"]));
    }
}

void append(const std::vector<Bytes> &values, json::Builder &builder)
{
    builder.beginArray();
    for (const Bytes &value : values)
        builder.raw(value.view());
    builder.endArray();
}

} // namespace

Outcomes recordedOutcomes(const mock::MockScript &script, const std::set<Index> &chosen)
{
    Outcomes outcomes;
    for (const Index index : chosen)
        outcomes.requests[index] = recordedOutcome(script.exchanges[index]);
    addNotifications(script.opening, outcomes.notifications);
    for (const mock::ScriptedExchange &exchange : script.exchanges)
        addNotifications(exchange, outcomes.notifications);
    return outcomes;
}

Bytes comparedParams(const json::Value &params)
{
    if (!params.isObject())
        return Bytes::copyOf(params.exists() ? params.raw() : "{}");
    json::Builder kept;
    kept.beginObject();
    for (const json::Value member : params) {
        if (const std::string name = member.key(); name != "_meta" && name != "progressToken")
            kept.rawMember(name, member.raw());
    }
    return kept.endObject().take();
}

Bytes comparedText(const ReplayOutcome &outcome)
{
    json::Builder text;
    text.beginObject();
    const Bytes value = outcome.value.isEmpty() ? Bytes::copyOf("null") : outcome.value;
    if (outcome.kind == ReplayOutcome::Kind::Error)
        text.rawMember("error", value.view());
    if (outcome.kind == ReplayOutcome::Kind::Result)
        text.rawMember("result", changes::expandedResult(value).view());
    if (!outcome.progress.empty()) {
        text.key("progress");
        append(outcome.progress, text);
    }
    return text.endObject().take();
}

Bytes comparedText(const std::vector<Bytes> &notifications)
{
    json::Builder text;
    append(notifications, text);
    return text.take();
}

} // namespace sonde::replay
