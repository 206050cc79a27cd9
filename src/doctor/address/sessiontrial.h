// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/address/addressfacts.h"
#include "doctor/address/addressrequests.h"

#include <QUrl>

#include <cstdint>
#include <optional>

namespace sonde::doctor {

// What is tried after the response to initialize, one request after the other:
// notifications/initialized, ping, the stream of GET, a client in a web page. Then the session is
// ended. After server/discover of the modern era, only GET and a client in a web page are left. A
// state machine: responses in, requests out.
class SessionTrial {
public:
    // To be sent next; `isOnlyHead`: its body is not waited for.
    struct Sent {
        wire::HttpRequest request;
        bool isOnlyHead = false;
    };

    SessionTrial(const AddressRequests &requests, const QUrl &url);

    std::optional<Sent> next(const AddressFacts &facts) const; // nothing: done
    void received(const Fetched &fetched, AddressFacts &facts);

private:
    enum class Step : std::uint8_t { Initialized, Ping, Listening, Preflight, Browser, End, Done };

    Step after(const Fetched &fetched, AddressFacts &facts) const;

    const AddressRequests &m_requests;
    const QUrl m_url;
    Step m_step;
};

} // namespace sonde::doctor
