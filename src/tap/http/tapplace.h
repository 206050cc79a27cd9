// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httptarget.h"

namespace sonde::tap {

// The two sides of a tap over HTTP.
struct TapPlace {
    wire::HttpTarget server; // its headers are added to every request
    QByteArray authority; // of the tap: 127.0.0.1:43210

    QByteArray origin() const { return "http://" + authority; }
    QByteArray serverOrigin() const { return wire::originOf(server.url).toLatin1(); }
    QByteArray serverAuthority() const
    {
        return serverOrigin().mid(serverOrigin().indexOf("://") + 3);
    }
    // The address for a host in place of the server's.
    QByteArray address() const
    {
        return origin()
            + server.url.toEncoded(
                QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment);
    }
};

// The address at the tap for an address at the server; empty: it is elsewhere, or relative.
QByteArray addressAtTap(const QByteArray &address, const TapPlace &place);

} // namespace sonde::tap
