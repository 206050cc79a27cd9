// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpmessage.h"

#include <QUrl>

#include <chrono>
#include <map>
#include <optional>

namespace sonde::wire {

// How long a connection to a server may be idle and still be used for the next request. Servers
// close idle connections after a few seconds (Node.js after 5), and a request that leaves in that
// moment is lost. One object belongs to one engine.
class KeepAlive {
public:
    // Where the server announces nothing.
    static constexpr std::chrono::seconds kUnannounced{2};
    // No connection is kept longer, whatever is announced.
    static constexpr std::chrono::seconds kMost{118};
    // A connection is closed by us that long before the server would, and a round trip earlier.
    static constexpr std::chrono::seconds kMargin{1};
    static constexpr std::size_t kMaxOrigins = 256;

    // The seconds that a response announces: "Keep-Alive: timeout=5, max=100" (RFC 2068 section
    // 19.7.1.1). Nothing when it announces none.
    static std::optional<std::chrono::seconds> announcedBy(const HttpHeaders &headers);

    // A response from there. `roundTrip` is the time in which its connection was opened; zero when
    // that was done for an earlier request.
    void record(const QUrl &url, const HttpHeaders &headers, std::chrono::nanoseconds roundTrip);
    // A connection to there that was idle for that long or longer is not used. Zero: no connection
    // is used twice.
    std::chrono::seconds maxIdle(const QUrl &url) const;

private:
    struct Origin {
        std::optional<std::chrono::seconds> announced;
        std::chrono::nanoseconds roundTrip{0};
    };
    std::map<QString, Origin> m_origins;
};

} // namespace sonde::wire
