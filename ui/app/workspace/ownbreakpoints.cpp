// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/ownbreakpoints.h"

#include "session/tap/tapbreakpoints.h"
#include "tap/own/ownlink.h"

#include <QThread>

namespace sonde::app {

using session::TapBreakpoints;
using tap::OwnLink;

struct OwnBreakpoints::Entry {
    Entry(const QString &server, QThread &wire, models::Settings settings)
        : link(&wire)
        , breakpoints(server, settings, models::TapClient::Sonde)
    {
        breakpoints.connectTo(&link);
    }

    OwnLink link;
    TapBreakpoints breakpoints;
};

OwnBreakpoints::OwnBreakpoints(QThread &wire, models::Settings settings)
    : m_wire(wire)
    , m_settings(settings)
{
}

OwnBreakpoints::~OwnBreakpoints() = default;

OwnBreakpoints::Entry &OwnBreakpoints::entry(const QString &server)
{
    std::unique_ptr<Entry> &entry = m_entries[server];
    if (entry)
        return *entry;
    entry = std::make_unique<Entry>(server, m_wire, m_settings);
    TapBreakpoints *const breakpoints = &entry->breakpoints;
    connect(breakpoints, &TapBreakpoints::heldChanged, this,
        [this, server] { Q_EMIT heldChanged(server); });
    OwnLink *const link = &entry->link;
    // A connection of its own: what was held and counted is over. The context is the link, because
    // TapBreakpoints::connectTo() ends all connections of the link with itself.
    connect(link, &OwnLink::opened, link, [breakpoints, link] { breakpoints->connectTo(link); });
    connect(link, &OwnLink::kept, link, [breakpoints](rpc::Channel channel, const Bytes &response) {
        rpc::Message message;
        if (rpc::decodeOne(response, message))
            breakpoints->composer().take(channel, message);
    });
    return *entry;
}

TapBreakpoints &OwnBreakpoints::of(const QString &server)
{
    return entry(server).breakpoints;
}

int OwnBreakpoints::held(const QString &server) const
{
    const auto found = m_entries.find(server);
    return found == m_entries.end() ? 0
                                    : static_cast<int>(found->second->breakpoints.held().size());
}

wire::DecorateTransport OwnBreakpoints::decorator(
    const QString &server, tap::TapTransport transport)
{
    Entry &own = entry(server);
    auto decorate = own.link.decorator(transport);
    own.breakpoints.connectTo(&own.link); // it may travel in another way than before
    return decorate;
}

void OwnBreakpoints::rename(const QString &server, const QString &newName)
{
    const QByteArray kept = m_settings.tapBreakpoints(server);
    m_settings.setTapBreakpoints(server, {});
    m_entries.erase(server);
    m_entries.erase(newName);
    m_settings.setTapBreakpoints(newName, kept);
    Q_EMIT heldChanged(newName);
}

} // namespace sonde::app
