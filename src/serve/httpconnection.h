// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "serve/httpparser.h"
#include "serve/httpreply.h"

#include <chrono>
#include <functional>
#include <optional>

namespace sonde::serve {

// Since any fixed moment; nothing here reads a clock, the time is passed in.
using Milliseconds = std::chrono::milliseconds;

struct ConnectionLimits {
    std::size_t maxBody = kMaxBody; // of a request
    Milliseconds timeForRequest{30'000}; // from its first byte to its last
    Milliseconds timeBetweenRequests{120'000};
};

// One HTTP connection without its socket: bytes in, requests to the handler, bytes out. A request
// is parsed when the response to the previous one is complete.
class HttpConnection {
public:
    using Handler = std::function<void(ServedRequest, const ReplyPointer &)>;

    HttpConnection(Handler handler, Milliseconds now, const ConnectionLimits &limits = {});
    ~HttpConnection();

    void receive(std::string_view bytes, Milliseconds now);
    // Called when a reply has something new to write. Set it before receive().
    void setWake(std::function<void()> wake) { m_wake = std::move(wake); }
    // The client sends no more, and reads on: it gets the responses to what it has sent.
    void endInput();
    // The client has gone. What it has asked for must not go on.
    void leave();
    // Refuses requests that take too long, and parses the next one when a response is complete.
    void tick(Milliseconds now);
    Milliseconds deadline() const;

    // False while enough waits that cannot be looked at yet.
    bool wantsInput() const;
    std::string takeOutput();
    std::size_t bodySize() const { return m_parser.bodySize(); } // of the request that arrives
    // Refuses the request that arrives.
    void refuse(int status, std::string_view sentence);
    // True: close the socket when the output is written.
    bool isOver() const { return m_over; }
    bool isIdle() const { return !m_reply && m_parser.isFresh(); } // waits for a request

private:
    void readOn(Milliseconds now);
    void settle();

    const Handler m_handler;
    const ConnectionLimits m_limits;
    std::function<void()> m_wake;
    HttpParser m_parser;
    std::string m_waiting; // behind the request that is being answered
    ReplyPointer m_reply; // to the request that is being answered
    std::string m_output;
    Milliseconds m_quietSince;
    bool m_inputEnded = false;
    bool m_over = false;
};

} // namespace sonde::serve
