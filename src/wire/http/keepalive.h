// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpmessage.h"

#include <QUrl>

#include <chrono>
#include <map>
#include <optional>

namespace sonde::wire {

// How long a connection may be idle and still be used for the next request. Servers close idle
// connections after a few seconds (Node.js after 5), and a request that is sent at that moment is
// lost. One object per engine.
class KeepAlive {
public:
    // Used if the server announces no timeout.
    static constexpr std::chrono::seconds kUnannounced{2};
    // No connection is kept longer, whatever the server announces.
    static constexpr std::chrono::seconds kMost{118};
    // A connection is closed this much, plus a round trip, before the server would close it.
    static constexpr std::chrono::seconds kMargin{1};
    static constexpr std::size_t kMaxOrigins = 256;

    // The timeout announced in a response: "Keep-Alive: timeout=5, max=100" (RFC 2068 section
    // 19.7.1.1). Empty if there is none.
    static std::optional<std::chrono::seconds> announcedBy(const HttpHeaders &headers);

    // Records a response from the server. `roundTrip` is the time it took to open the connection;
    // zero if it was opened for an earlier request.
    void record(const QUrl &url, const HttpHeaders &headers, std::chrono::nanoseconds roundTrip);
    // A connection to the server that was idle for at least this long is not reused. Zero: no
    // connection is reused.
    std::chrono::seconds maxIdle(const QUrl &url) const;

private:
    struct Origin {
        std::optional<std::chrono::seconds> announced;
        std::chrono::nanoseconds roundTrip{0};
    };
    std::map<QString, Origin> m_origins;
};

} // namespace sonde::wire
