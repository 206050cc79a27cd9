// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "replay/replayrun.h"

#include "mcp/message/methods.h"
#include "replay/replaytr.h"
#include "json/singleline.h"

#include <algorithm>
#include <utility>

namespace sonde::replay {

namespace {

using Kind = ReplayOutcome::Kind;

ReplayOutcome withoutResponse(Kind kind, const QString &why)
{
    ReplayOutcome outcome;
    outcome.kind = kind;
    outcome.sentence = why;
    return outcome;
}

bool hasResult(const mock::ScriptedExchange &exchange)
{
    return std::any_of(
        exchange.events.begin(), exchange.events.end(), [](const mock::Event &event) {
            return event.kind == mock::EventKind::Response
                && json::Document::parse(event.bytes).root()["result"].exists();
        });
}

// The first request that says it from the handshake on: in the modern era each of them does, in the
// legacy era initialize.
json::Value saidOfClient(
    const mock::MockScript &script, std::string_view meta, std::string_view ofInitialize)
{
    for (Index i = recordedHandshake(script).value_or(0); i < script.exchanges.size(); ++i) {
        const mock::ScriptedExchange &exchange = script.exchanges[i];
        const json::Value params = exchange.params();
        const json::Value value =
            exchange.method == "initialize" ? params[ofInitialize] : params["_meta"][meta];
        if (exchange.message.isValid() && value.exists())
            return value;
    }
    return {};
}

} // namespace

std::optional<Index> recordedHandshake(const mock::MockScript &script)
{
    std::optional<Index> refused; // as the probe for the modern era, by a server of the legacy era
    for (Index i = 0; i < script.exchanges.size(); ++i) {
        const mock::ScriptedExchange &exchange = script.exchanges[i];
        if (!isHandshake(exchange) || !exchange.hasResponse)
            continue;
        if (hasResult(exchange))
            return i;
        if (!refused)
            refused = i;
    }
    return refused;
}

QString recordedRevision(const mock::MockScript &script)
{
    // The server decides which of those that initialize offers.
    if (const auto index = recordedHandshake(script)) {
        for (const mock::Event &event : script.exchanges[*index].events) {
            if (event.kind != mock::EventKind::Response)
                continue;
            const auto response = json::Document::parse(event.bytes);
            const json::Value agreed = response.root()["result"]["protocolVersion"];
            if (agreed.isString())
                return agreed.toString();
        }
    }
    return saidOfClient(script, mcp::kProtocolVersionMeta, "protocolVersion").toString();
}

std::string recordedCapabilities(const mock::MockScript &script)
{
    const json::Value said = saidOfClient(script, mcp::kClientCapabilitiesMeta, "capabilities");
    return said.isObject() ? json::singleLine(said.raw()) : "{}";
}

ReplayPlan::ReplayPlan(const mock::MockScript &script, std::set<Index> chosenExchanges)
    : chosen(std::move(chosenExchanges))
    , steps(recordedSteps(script, chosen))
    , given(script)
{
}

ReplayRun::ReplayRun(const mock::MockScript &script, ReplayPlan plan, mcp::Client &client,
    mcp::CallOptions options, std::chrono::milliseconds patience, QObject *parent)
    : QObject(parent)
    , m_script(script)
    , m_chosen(std::move(plan.chosen))
    , m_client(client)
    , m_options(std::move(options))
    , m_order(std::move(plan.steps))
    , m_given(std::move(plan.given))
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(patience);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        m_order.passNotification();
        goOn();
    });
    connect(&m_client, &mcp::Client::notificationReceived, this, &ReplayRun::receiveNotification);
}

void ReplayRun::start()
{
    noteHandshake();
    goOn();
}

void ReplayRun::noteHandshake()
{
    const auto index = recordedHandshake(m_script);
    if (!index)
        return;
    const mcp::Negotiated &negotiated = m_client.negotiated();
    ReplayOutcome outcome;
    outcome.kind = Kind::Result;
    outcome.value = Bytes::copyOf(negotiated.response.result().raw());
    outcome.took = std::chrono::nanoseconds(negotiated.firstResponseNs);
    m_outcomes.requests[*index] = std::move(outcome);
}

void ReplayRun::goOn()
{
    while (const auto step = m_isOver ? std::nullopt : m_order.next()) {
        if (step->kind == ReplayStep::Kind::Send)
            send(step->exchange);
        else
            cancel(step->exchange);
    }
    if (m_isOver)
        return;
    if (!m_order.waitsForNotification())
        m_patience.stop();
    else if (!m_patience.isActive())
        m_patience.start();
    if (!m_order.isAtEnd() || !m_pending.empty())
        return;
    m_isOver = true;
    for (const auto &[index, subscription] : m_subscriptions) {
        if (subscription)
            subscription->close();
    }
    QMetaObject::invokeMethod(this, &ReplayRun::finished, Qt::QueuedConnection);
}

bool ReplayRun::isSpoken(const QString &method) const
{
    const QStringList &all = mcp::knownRevisions();
    const bool isKnown = std::any_of(all.begin(), all.end(),
        [&](const QString &revision) { return mcp::methodsOf(revision).contains(method); });
    return !isKnown || mcp::methodsOf(m_client.negotiated().revision).contains(method);
}

void ReplayRun::send(Index index)
{
    const mock::ScriptedExchange &exchange = m_script.exchanges[index];
    const QString method = QString::fromStdString(exchange.method);
    if (!isSpoken(method))
        return settle(index,
            withoutResponse(Kind::NotSent,
                Text::tr("Revision %1 does not have this method, so it was not sent.")
                    .arg(m_client.negotiated().revision)));
    const Result<Bytes> params = m_given.params(index);
    if (!params)
        return settle(index, withoutResponse(Kind::Missing, params.error().sentence));
    if (exchange.isRequest)
        return sendRequest(index, *params);
    ReplayOutcome outcome;
    outcome.kind = Kind::Done;
    if (!m_client.notify(method, *params))
        outcome = withoutResponse(Kind::Missing, Text::tr("The server is not connected."));
    settle(index, std::move(outcome));
}

void ReplayRun::sendRequest(Index index, const Bytes &params)
{
    const mock::ScriptedExchange &exchange = m_script.exchanges[index];
    if (isSubscription(exchange)) {
        const auto document = json::Document::parse(params);
        return subscribe(index, document.root());
    }
    mcp::CallOptions options = m_options;
    options.wantProgress = exchange.params()["_meta"]["progressToken"].exists();
    options.onProgress = [this, index](const rpc::Message &message) {
        if (countNotification())
            m_progress[index].push_back(comparedParams(message.params()));
    };
    m_pending[index] =
        m_client.requestOnce(QString::fromStdString(exchange.method), params, options, this,
            [this, index](Result<mcp::Response> &&response) { receive(index, response); });
}

void ReplayRun::receive(Index index, const Result<mcp::Response> &response)
{
    ReplayOutcome outcome;
    if (response) {
        m_given.learn(index, response->result());
        outcome.kind = Kind::Result;
        outcome.value = Bytes::copyOf(response->result().raw());
        outcome.took = std::chrono::nanoseconds(response->serverNs());
    } else if (response.error().domain == Domain::Server) {
        outcome.kind = Kind::Error;
        outcome.value = Bytes::fromByteArray(response.error().data);
        outcome.sentence = response.error().sentence;
        outcome.took = response.error().took;
    } else if (response.error().domain == Domain::Cancelled) {
        outcome.kind = Kind::Done;
    } else {
        outcome = withoutResponse(Kind::Missing, response.error().sentence);
    }
    if (const auto progress = m_progress.find(index); progress != m_progress.end())
        outcome.progress = std::move(progress->second);
    settle(index, std::move(outcome));
}

void ReplayRun::subscribe(Index index, const json::Value &params)
{
    mcp::Subscription *const subscription =
        m_client.listen(Bytes::copyOf(params["notifications"].raw()));
    m_subscriptions[index] = subscription;
    connect(subscription, &mcp::Subscription::changed, this,
        [this, index, subscription] { watch(index, *subscription); });
    watch(index, *subscription);
}

// 2026-07-28 basic/utilities/subscriptions: the acknowledgement is what a subscription has in place
// of a response.
void ReplayRun::watch(Index index, const mcp::Subscription &subscription)
{
    using State = mcp::Subscription::State;
    if (subscription.state() == State::Opening || m_outcomes.requests.contains(index))
        return;
    if (subscription.state() != State::Active)
        return settle(index, withoutResponse(Kind::Missing, subscription.detail()));
    ReplayOutcome outcome;
    outcome.kind = Kind::Result;
    outcome.value = comparedParams(subscription.acknowledged().parent());
    settle(index, std::move(outcome));
}

void ReplayRun::cancel(Index index)
{
    if (const auto open = m_subscriptions.find(index); open != m_subscriptions.end()) {
        if (open->second)
            open->second->close();
        return;
    }
    if (const auto pending = m_pending.find(index); pending != m_pending.end())
        RequestHandle(pending->second).cancel();
}

bool ReplayRun::countNotification()
{
    return ++m_notifications <= Outcomes::kMaxNotifications;
}

void ReplayRun::receiveNotification(const rpc::Message &message)
{
    const std::string_view method = message.method.view();
    if (method == "notifications/progress" || method == kAcknowledged || !countNotification())
        return;
    m_outcomes.notifications[std::string(method)].push_back(comparedParams(message.params()));
    m_order.notified(method);
    goOn();
}

void ReplayRun::settle(Index index, ReplayOutcome outcome)
{
    m_pending.erase(index);
    m_progress.erase(index);
    m_outcomes.requests[index] = std::move(outcome);
    m_order.responded(index);
    // Later, because a message may be given up while another one is being sent.
    QMetaObject::invokeMethod(this, &ReplayRun::goOn, Qt::QueuedConnection);
}

void ReplayRun::abandon(const QString &why)
{
    m_isOver = true;
    m_patience.stop();
    for (const Index index : m_chosen)
        m_outcomes.requests.try_emplace(index, withoutResponse(Kind::Missing, why));
}

} // namespace sonde::replay
