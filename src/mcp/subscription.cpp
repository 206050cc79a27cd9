// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/subscription.h"

#include "mcp/client.h"

namespace sonde::mcp {

Subscription::Subscription(Client *client, json::Document requested, bool automatic)
    : QObject(client)
    , m_requested(std::move(requested))
    , m_automatic(automatic)
{
}

json::Value Subscription::acknowledged() const
{
    return m_acknowledgement.params()["notifications"];
}

QStringList Subscription::unhonoured() const
{
    return {};
}

void Subscription::close()
{
    m_state = State::Ended;
    Q_EMIT changed();
}

} // namespace sonde::mcp
