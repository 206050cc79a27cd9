// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/subscription.h"

#include "mcp/client/clientconnection.h"
#include "mcp/message/mcptext.h"
#include "json/builder.h"

#include <algorithm>

namespace sonde::mcp {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirstWait{1000};
constexpr milliseconds kLongestWait{60'000};
constexpr int kMaxDoublings = 6;
// A stream that was open this long is not held against the server when it breaks.
constexpr std::int64_t kSteadyNs = 30'000'000'000;

bool holds(const json::Value &array, const json::Value &wanted)
{
    for (const json::Value item : array) {
        if (item.raw() == wanted.raw() || (item.isString() && item.toString() == wanted.toString()))
            return true;
    }
    return false;
}

} // namespace

Subscription::Subscription(
    QObject *client, json::Document requested, bool automatic, rpc::Origin origin)
    : QObject(client)
    , m_detail(Text::tr("The server is not connected."))
    , m_requested(std::move(requested))
    , m_automatic(automatic)
    , m_origin(origin)
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, [this] {
        if (m_connection)
            send();
    });
}

json::Value Subscription::acknowledged() const
{
    return m_acknowledgement.params()["notifications"];
}

QStringList Subscription::unhonoured() const
{
    return acknowledged() ? unhonoured(m_requested.root(), acknowledged()) : QStringList();
}

QStringList Subscription::unhonoured(const json::Value &requested, const json::Value &acknowledged)
{
    QStringList missing;
    for (const json::Value wanted : requested) {
        const auto name = wanted.key();
        const json::Value given = acknowledged[name];
        if (wanted.isArray()) {
            for (const json::Value item : wanted) {
                if (!holds(given, item))
                    missing += QString::fromStdString(name) + QStringLiteral(": ")
                        + (item.isString() ? item.toString()
                                           : QString::fromStdString(std::string(item.raw())));
            }
        } else if (wanted.raw() != "false" && wanted.raw() != given.raw()) {
            missing += QString::fromStdString(name);
        }
    }
    return missing;
}

// Only what may pass is tried again: an outage, or a stream that was good and broke off without a
// result. A server that refuses has its reasons.
std::optional<milliseconds> Subscription::retryAfter(
    const Result<Response> &end, bool wasActive, int attempt)
{
    if (end)
        return {};
    const Error &error = end.error();
    const bool outage = error.domain == Domain::Transport || error.domain == Domain::Timeout;
    const bool brokenOff = wasActive && error.domain == Domain::Protocol && error.code < 300;
    if (!outage && !brokenOff)
        return {};
    return std::min(kFirstWait * (1 << std::clamp(attempt - 1, 0, kMaxDoublings)), kLongestWait);
}

void Subscription::attach(ClientConnection *connection)
{
    const bool isSent = m_connection == connection && m_token != 0; // it began in stateChanged()
    if (m_state == State::Ended || isSent)
        return;
    m_connection = connection;
    const Dialect &dialect = connection->session().dialect();
    if (!m_requested.root().isObject())
        return become(State::Ended, Text::tr("The subscription filter is not a JSON object."));
    if (dialect.era() != Era::Modern)
        return become(State::Ended,
            Text::tr("Revision %1 has no subscriptions/listen.").arg(dialect.revision()));
    m_attempt = 0;
    send();
}

void Subscription::detach()
{
    m_connection = nullptr;
    m_token = 0;
    m_retry.stop();
    if (m_state != State::Ended && m_state != State::Waiting)
        become(State::Waiting, Text::tr("The server is not connected."));
}

void Subscription::send()
{
    if (m_acknowledgement.kind == rpc::Kind::Notification)
        ++m_reopened;
    m_acknowledgement = {};
    const auto params = json::Builder()
                            .beginObject()
                            .rawMember("notifications", m_requested.root().raw())
                            .endObject()
                            .takeString();
    m_token = m_connection->listen(
        params, m_origin, this, [this](const rpc::Message &message) { receive(message); },
        [this](const Result<Response> &end) { over(end); });
    become(State::Opening, {});
}

void Subscription::receive(const rpc::Message &message)
{
    if (m_state == State::Ended)
        return;
    if (message.method == "notifications/subscriptions/acknowledged") {
        m_acknowledgement = message;
        m_activeSince = SystemClock::instance().now().steady;
        return become(State::Active, {});
    }
    ++m_received;
    Q_EMIT notified(message);
    Q_EMIT changed();
}

void Subscription::over(const Result<Response> &end)
{
    m_token = 0;
    if (m_state == State::Ended || !m_connection)
        return;
    const bool wasActive = m_state == State::Active;
    const bool wasSteady =
        wasActive && SystemClock::instance().now().steady - m_activeSince > kSteadyNs;
    m_attempt = wasSteady ? 1 : m_attempt + 1;
    const auto wait = retryAfter(end, wasActive, m_attempt);
    if (!wait)
        return become(State::Ended,
            end ? Text::tr("The server ended the subscription.") : end.error().sentence);
    m_retry.start(*wait);
    become(State::Waiting,
        Text::tr("%1 Sonde subscribes again in %2 s.")
            .arg(end.error().sentence)
            .arg(double(wait->count()) / 1000));
}

void Subscription::close()
{
    if (m_state == State::Ended)
        return;
    m_retry.stop();
    if (m_connection && m_token != 0)
        m_connection->cancel(m_token);
    become(State::Ended, Text::tr("You closed the subscription."));
}

void Subscription::become(State state, const QString &detail)
{
    m_state = state;
    m_detail = detail;
    Q_EMIT changed();
}

} // namespace sonde::mcp
