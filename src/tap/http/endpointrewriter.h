// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/http/tapplace.h"

#include <optional>
#include <string>
#include <string_view>

namespace sonde::tap {

// The first event of HTTP+SSE (2024-11-05 basic/transports) names where messages are posted to. An
// absolute address there is the server's, so the host would pass the tap by: it becomes the tap's.
// All other bytes pass unchanged, and at once; only the first event is kept back until it is
// complete, which no client notices.
class EndpointRewriter {
public:
    static constexpr std::size_t kMaxEvent = std::size_t(16) << 10; // a longer one passes unchanged

    explicit EndpointRewriter(const TapPlace &place)
        : m_place(place)
    {
    }

    struct Endpoint {
        QByteArray was;
        QByteArray now; // the same if nothing had to change
    };

    // What to pass on of these bytes.
    std::string feed(std::string_view bytes);
    // What was kept back, when the stream ends.
    std::string finish();
    bool isOver() const { return m_over; } // the first event has passed
    // The endpoint, once it was found.
    const std::optional<Endpoint> &endpoint() const { return m_endpoint; }

private:
    std::string rewritten();

    const TapPlace m_place;
    std::string m_held; // of the first event
    bool m_over = false; // everything passes
    std::optional<Endpoint> m_endpoint;
};

} // namespace sonde::tap
