// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/catalog/resourcewatch.h"

#include "json/builder.h"

namespace sonde::session {

using mcp::ClientState;
using mcp::Subscription;

ResourceWatch::ResourceWatch(mcp::Client *client, QString uri, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_uri(std::move(uri))
{
    connect(client, &mcp::Client::stateChanged, this, &ResourceWatch::ask);
    connect(client, &mcp::Client::sessionRenewed, this, &ResourceWatch::ask);
    connect(client, &mcp::Client::notificationReceived, this, [this](const rpc::Message &message) {
        if (!isModern())
            heard(message);
    });
}

ResourceWatch::~ResourceWatch()
{
    if (m_subscription)
        m_subscription->disconnect(this);
}

bool ResourceWatch::isOffered(const mcp::Client &client)
{
    const json::Value resources = client.negotiated().serverCapabilities()["resources"];
    return resources["subscribe"].toBool().value_or(false);
}

bool ResourceWatch::isModern() const
{
    return m_client->negotiated().era == mcp::Era::Modern;
}

Bytes ResourceWatch::params() const
{
    return json::Builder().beginObject().member("uri", QStringView(m_uri)).endObject().take();
}

void ResourceWatch::start()
{
    if (m_wanted)
        return;
    m_wanted = true;
    ask();
}

// What the server knew of it is gone with the session it was said in; a subscription/listen is
// sent again by itself.
void ResourceWatch::ask()
{
    if (!m_wanted)
        return;
    if (m_client->state() != ClientState::Ready) {
        if (m_state != State::Waiting)
            become(State::Waiting, tr("The server is not connected."));
        return;
    }
    if (isModern())
        listen();
    else
        subscribe();
}

void ResourceWatch::subscribe()
{
    become(State::Asking);
    m_client->request(QStringLiteral("resources/subscribe"), params(), {}, this,
        [this](const Result<mcp::Response> &response) {
            if (!m_wanted)
                return;
            if (response.ok())
                become(State::On);
            else if (m_client->state() == ClientState::Ready)
                become(State::Refused, response.error().sentence);
        });
}

// 2026-07-28 basic/utilities/subscriptions
void ResourceWatch::listen()
{
    if (m_subscription && m_subscription->state() != Subscription::State::Ended)
        return;
    if (m_subscription)
        m_client->forget(m_subscription);
    const Bytes filter = json::Builder()
                             .beginObject()
                             .key("resourceSubscriptions")
                             .beginArray()
                             .string(QStringView(m_uri))
                             .endArray()
                             .endObject()
                             .take();
    m_subscription = m_client->listen(filter);
    connect(m_subscription, &Subscription::changed, this, &ResourceWatch::subscriptionChanged);
    connect(m_subscription, &Subscription::notified, this, &ResourceWatch::heard);
    subscriptionChanged();
}

void ResourceWatch::subscriptionChanged()
{
    if (!m_subscription || !m_wanted)
        return;
    switch (m_subscription->state()) {
    case Subscription::State::Opening:
        return become(State::Asking);
    case Subscription::State::Waiting:
        return become(State::Waiting, m_subscription->detail());
    case Subscription::State::Ended:
        return become(State::Refused, m_subscription->detail());
    case Subscription::State::Active:
        break;
    }
    if (m_subscription->unhonoured().isEmpty())
        become(State::On);
    else
        become(
            State::Refused, tr("The server accepted the subscription but left out this resource."));
}

void ResourceWatch::heard(const rpc::Message &message)
{
    if (!m_wanted || message.method != "notifications/resources/updated")
        return;
    // "This could be a sub-resource of the one that the client actually subscribed to"
    // (2025-11-25 schema#resourceupdatednotification).
    const QString uri = message.params()["uri"].toString();
    const bool below =
        uri.startsWith(m_uri) && (m_uri.endsWith(u'/') || uri.mid(m_uri.size()).startsWith(u'/'));
    if (uri != m_uri && !below && !isModern())
        return;
    ++m_updates;
    Q_EMIT updated(uri);
    Q_EMIT changed();
}

void ResourceWatch::stop()
{
    if (!m_wanted)
        return;
    m_wanted = false;
    const bool told = m_state == State::On || m_state == State::Asking;
    if (m_subscription)
        m_client->forget(m_subscription);
    else if (told && m_client->state() == ClientState::Ready)
        m_client->request(QStringLiteral("resources/unsubscribe"), params(), {}, this,
            [this](const Result<mcp::Response> &response) {
                if (!response.ok() && !m_wanted)
                    become(State::Off, response.error().sentence);
            });
    m_subscription = nullptr;
    become(State::Off);
}

void ResourceWatch::become(State state, const QString &detail)
{
    m_state = state;
    m_detail = detail;
    Q_EMIT changed();
}

} // namespace sonde::session
