// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "replay/recordedorder.h"

#include <algorithm>
#include <utility>

namespace sonde::replay {

namespace {

using mock::EventKind;

constexpr std::string_view kListen = "subscriptions/listen";
constexpr std::string_view kHandshake[]{
    "initialize", "server/discover", "notifications/initialized"};

// A hostile recording has any number of methods, and each of them may be waited for.
constexpr std::size_t kMaxPassed = 10;

std::string methodOf(const mock::Event &event)
{
    return json::Document::parse(event.bytes).root()["method"].text();
}

using Numbered = std::pair<trace::Number, ReplayStep>;

void addNotifications(const mock::ScriptedExchange &exchange, std::vector<Numbered> &steps)
{
    for (const mock::Event &event : exchange.events) {
        if (std::string method = notificationMethod(event); !method.empty())
            steps.push_back({event.number, {ReplayStep::Kind::Notification, 0, std::move(method)}});
    }
}

// When the request had its response, or a subscription its acknowledgement.
void addResponse(const mock::ScriptedExchange &exchange, Index index, std::vector<Numbered> &steps)
{
    for (const mock::Event &event : exchange.events) {
        const bool isWaitedFor = isSubscription(exchange)
            ? event.kind == EventKind::Notification && methodOf(event) == kAcknowledged
            : event.kind == EventKind::Response;
        if (isWaitedFor)
            steps.push_back({event.number, {ReplayStep::Kind::Response, index}});
    }
}

} // namespace

bool isHandshake(const mock::ScriptedExchange &exchange)
{
    return std::find(std::begin(kHandshake), std::end(kHandshake), exchange.method)
        != std::end(kHandshake);
}

bool isSubscription(const mock::ScriptedExchange &exchange)
{
    return exchange.isRequest && exchange.method == kListen;
}

bool isReplayable(const mock::ScriptedExchange &exchange)
{
    const bool hasEnd = !exchange.isRequest || exchange.hasResponse || exchange.cancelled != 0
        || isSubscription(exchange);
    return hasEnd && exchange.message.isValid();
}

std::string notificationMethod(const mock::Event &event)
{
    if (event.kind != EventKind::Notification)
        return {};
    std::string method = methodOf(event);
    return method == "notifications/progress" || method == kAcknowledged ? std::string() : method;
}

std::vector<ReplayStep> recordedSteps(const mock::MockScript &script, const std::set<Index> &chosen)
{
    std::vector<Numbered> steps;
    for (Index index = 0; index < script.exchanges.size(); ++index) {
        const mock::ScriptedExchange &exchange = script.exchanges[index];
        if (chosen.contains(index) || isHandshake(exchange))
            addNotifications(exchange, steps);
        if (!chosen.contains(index))
            continue;
        steps.push_back({exchange.number, {ReplayStep::Kind::Send, index}});
        addResponse(exchange, index, steps);
        if (exchange.cancelled != 0)
            steps.push_back({exchange.cancelled, {ReplayStep::Kind::Cancel, index}});
    }
    std::stable_sort(steps.begin(), steps.end(),
        [](const Numbered &a, const Numbered &b) { return a.first < b.first; });
    std::vector<ReplayStep> ordered;
    ordered.reserve(steps.size());
    for (Numbered &step : steps)
        ordered.push_back(std::move(step.second));
    return ordered;
}

std::optional<ReplayStep> RecordedOrder::next()
{
    while (!isAtEnd()) {
        const ReplayStep &step = m_steps[m_at];
        const bool isMine =
            step.kind == ReplayStep::Kind::Send || step.kind == ReplayStep::Kind::Cancel;
        if (!isMine && !isOver(step))
            return std::nullopt;
        ++m_at;
        if (isMine)
            return step;
        if (step.kind == ReplayStep::Kind::Notification)
            ++m_awaited[step.method];
    }
    return std::nullopt;
}

bool RecordedOrder::isOver(const ReplayStep &step) const
{
    if (step.kind == ReplayStep::Kind::Response)
        return m_responded.contains(step.exchange);
    const auto count = [&](const auto &counts) {
        const auto found = counts.find(step.method);
        return found == counts.end() ? 0 : found->second;
    };
    return m_passed.contains(step.method) || m_passed.size() >= kMaxPassed
        || count(m_received) > count(m_awaited);
}

bool RecordedOrder::waitsForNotification() const
{
    return !isAtEnd() && m_steps[m_at].kind == ReplayStep::Kind::Notification
        && !isOver(m_steps[m_at]);
}

void RecordedOrder::notified(std::string_view method)
{
    ++m_received[std::string(method)];
}

void RecordedOrder::passNotification()
{
    if (!isAtEnd())
        m_passed.insert(m_steps[m_at].method);
}

} // namespace sonde::replay
