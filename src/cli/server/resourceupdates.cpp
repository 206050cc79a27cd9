// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/resourceupdates.h"

#include "base/clock.h"
#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/output.h"
#include "cli/output/terminaltext.h"
#include "json/builder.h"

#include <chrono>
#include <utility>

namespace sonde::cli {

namespace {

const char *const kUpdated = "notifications/resources/updated";
constexpr std::chrono::seconds kPatience{5}; // with a server that does not let go

} // namespace

ResourceUpdates::ResourceUpdates(
    mcp::Client &client, const QString &uri, bool json, Output &out, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_uri(uri)
    , m_json(json)
    , m_out(out)
{
}

void ResourceUpdates::start(const mcp::CallOptions &options)
{
    if (m_client.negotiated().era == mcp::Era::Modern)
        listen();
    else
        subscribe(options);
}

bool ResourceUpdates::stop()
{
    disconnect(&m_client, nullptr, this, nullptr);
    if (m_subscription) {
        m_subscription->disconnect(this);
        m_subscription->close();
    }
    if (!std::exchange(m_stops, true) && m_told && !m_subscription) {
        unsubscribe();
        return true;
    }
    return false;
}

// 2025-11-25 server/resources#subscriptions.
void ResourceUpdates::subscribe(const mcp::CallOptions &options)
{
    connect(&m_client, &mcp::Client::notificationReceived, this, &ResourceUpdates::show);
    m_client.request(QStringLiteral("resources/subscribe"), uriParams(), options, this,
        [this](const Result<mcp::Response> &response) {
            m_told = response.ok();
            if (response)
                Q_EMIT subscribed();
            else if (!m_stops)
                Q_EMIT failed(response.error());
        });
}

void ResourceUpdates::unsubscribe()
{
    mcp::CallOptions options;
    options.idleTimeout = options.totalTimeout = kPatience;
    m_client.request(QStringLiteral("resources/unsubscribe"), uriParams(), options, this,
        [this](const auto &) { Q_EMIT stopped(); });
}

Bytes ResourceUpdates::uriParams() const
{
    json::Builder params;
    return params.beginObject().member("uri", QStringView(m_uri)).endObject().take();
}

// 2026-07-28 basic/utilities/subscriptions.
void ResourceUpdates::listen()
{
    json::Builder filter;
    filter.beginObject().key("resourceSubscriptions").beginArray();
    filter.string(QStringView(m_uri)).endArray().endObject();
    m_subscription = m_client.listen(filter.take());
    connect(m_subscription, &mcp::Subscription::changed, this, &ResourceUpdates::follow);
    connect(m_subscription, &mcp::Subscription::notified, this, &ResourceUpdates::show);
    follow();
}

void ResourceUpdates::follow()
{
    if (m_subscription->state() == mcp::Subscription::State::Ended) {
        m_subscription->disconnect(this);
        Q_EMIT failed({.domain = Domain::Server,
            .sentence = Text::tr("The subscription ended: %1").arg(m_subscription->detail())});
    } else if (!m_told && m_subscription->state() == mcp::Subscription::State::Active) {
        m_told = true;
        if (m_subscription->unhonoured().isEmpty())
            Q_EMIT subscribed();
        else
            Q_EMIT failed({.domain = Domain::Server,
                .sentence =
                    Text::tr("The server does not support subscriptions to this resource.")});
    }
}

void ResourceUpdates::show(const rpc::Message &update)
{
    if (update.method != kUpdated)
        return;
    if (m_json) {
        m_out.write(update.bytes().view());
        m_out.write(std::string_view("\n"));
        return;
    }
    const QString uri = harmlessLine(update.params()["uri"].toString());
    m_out.write(QString(timeText(SystemClock::instance().now().wall) + u" updated " + uri + u'\n'));
}

} // namespace sonde::cli
