// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "serve/httpreply.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sonde::cli {

// The response to a POST with requests: JSON if there is one request and its response comes first,
// otherwise a stream of events, which ends with the last response.
class MockPost {
public:
    // Which status an error response has that is sent as JSON.
    enum class Status : std::uint8_t {
        Fine, // 200: 404 means to clients of a legacy revision that their session is gone
        ByError, // the one of its code (2026-07-28 basic/transports)
    };

    // `fields` go into the head if the first response is a result.
    MockPost(serve::ReplyPointer reply, std::size_t requests, Status status,
        serve::HttpReply::Fields fields = {});

    void send(std::string_view message);
    void respond(std::string_view response);
    void withdraw(); // one request gets no response
    void breakOff() { m_reply->breakOff(); }
    bool isOver() const { return !m_reply->isOpen(); }

private:
    void beginStream();
    void endIfComplete();

    serve::ReplyPointer m_reply;
    std::size_t m_pending; // requests
    const bool m_isOne;
    const Status m_status;
    serve::HttpReply::Fields m_fields;
};

} // namespace sonde::cli
