// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/timers.h"
#include "demo/http/httpparser.h"
#include "demo/http/httpreply.h"

#include <functional>
#include <optional>

namespace sonde::demo {

// One HTTP connection without its socket: bytes in, requests to the handler, bytes out. A request
// is parsed when the response to the previous one is complete.
class HttpConnection {
public:
    using Handler = std::function<void(HttpRequest, const ReplyPointer &)>;

    HttpConnection(Handler handler, Milliseconds now);
    ~HttpConnection();

    void receive(std::string_view bytes, Milliseconds now);
    // The client sends no more; pending responses may be abandoned.
    void endInput();
    // Refuses requests that take too long, and parses the next one when a response is complete.
    void tick(Milliseconds now);
    Milliseconds deadline() const;

    // False while enough waits that cannot be looked at yet.
    bool wantsInput() const;
    std::string takeOutput();
    // True: close the socket when the output is written.
    bool isOver() const { return m_over; }

private:
    void readOn(Milliseconds now);
    void settle();
    void refuse(int status, std::string_view sentence);

    const Handler m_handler;
    HttpParser m_parser;
    std::string m_waiting; // behind the request that is being answered
    ReplyPointer m_reply; // to the request that is being answered
    std::string m_output;
    Milliseconds m_quietSince;
    bool m_inputEnded = false;
    bool m_over = false;
};

} // namespace sonde::demo
