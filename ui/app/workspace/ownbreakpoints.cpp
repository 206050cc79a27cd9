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
        , breakpoints(server, settings, TapBreakpoints::Client::Sonde)
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
    OwnLink *const link = &entry->link;
    // A connection of its own: what was held and counted is over. The context is the link, because
    // TapBreakpoints::connectTo() ends all connections of the link with itself.
    QObject::connect(
        link, &OwnLink::opened, link, [breakpoints, link] { breakpoints->connectTo(link); });
    QObject::connect(
        link, &OwnLink::kept, link, [breakpoints](rpc::Channel channel, const Bytes &response) {
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
}

} // namespace sonde::app
