// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "serve/httpconnection.h"

namespace sonde::serve {

namespace {
constexpr std::size_t kMaxWaitingInput = std::size_t(64) << 10;
} // namespace

HttpConnection::HttpConnection(Handler handler, Milliseconds now, const ConnectionLimits &limits)
    : m_handler(std::move(handler))
    , m_limits(limits)
    , m_parser(limits.maxBody)
    , m_quietSince(now)
{
}

HttpConnection::~HttpConnection()
{
    if (!m_reply)
        return;
    m_reply->setWake({});
    m_reply->setGone();
}

void HttpConnection::receive(std::string_view bytes, Milliseconds now)
{
    if (m_over)
        return;
    m_waiting += bytes;
    readOn(now);
}

void HttpConnection::readOn(Milliseconds now)
{
    while (!m_reply && !m_over && !m_waiting.empty()) {
        if (m_parser.isFresh())
            m_quietSince = now;
        m_waiting.erase(0, m_parser.feed(m_waiting));
        if (m_parser.problemStatus() != 0)
            return refuse(m_parser.problemStatus(), m_parser.problem());
        if (m_parser.takeExpectation())
            m_output += "HTTP/1.1 100 Continue\r\n\r\n";
        if (!m_parser.isComplete())
            break;
        ServedRequest request = m_parser.take();
        m_reply = std::make_shared<HttpReply>(request);
        m_reply->setWake(m_wake);
        m_handler(std::move(request), m_reply);
        m_quietSince = now;
        settle();
    }
    if (m_inputEnded && !m_reply)
        m_over = true; // the rest of an incomplete request does not come
}

// Takes leave of a response that is complete.
void HttpConnection::settle()
{
    if (!m_reply || (m_reply->hasMore() && !m_reply->isGone()))
        return;
    if (m_reply->isGone() || (m_reply->hasEnded() && !m_reply->keepsAlive()))
        m_over = true;
    if (m_reply->hasEnded()) {
        m_output += m_reply->takeOutput();
        m_reply->setWake({});
        m_reply.reset();
    }
}

void HttpConnection::endInput()
{
    m_inputEnded = true;
    if (!m_reply)
        m_over = true;
}

void HttpConnection::leave()
{
    settle();
    // A client that closes while the response is being sent does not want it.
    if (m_reply)
        m_reply->setGone();
    m_over = true;
}

void HttpConnection::tick(Milliseconds now)
{
    if (m_reply) {
        settle();
        if (!m_reply) {
            m_quietSince = now;
            readOn(now);
        }
        return;
    }
    if (m_over || now < deadline())
        return;
    if (m_parser.isFresh())
        m_over = true;
    else
        refuse(408, "The request took too long.");
}

Milliseconds HttpConnection::deadline() const
{
    if (m_reply || m_over)
        return Milliseconds::max();
    return m_quietSince
        + (m_parser.isFresh() ? m_limits.timeBetweenRequests : m_limits.timeForRequest);
}

bool HttpConnection::wantsInput() const
{
    return !m_over && m_waiting.size() < kMaxWaitingInput;
}

std::string HttpConnection::takeOutput()
{
    std::string output = std::exchange(m_output, {});
    if (m_reply)
        output += m_reply->takeOutput();
    return output;
}

void HttpConnection::refuse(int status, std::string_view sentence)
{
    HttpReply reply(1, false);
    reply.respond(status, "text/plain; charset=utf-8", std::string(sentence) + '\n');
    m_output += reply.takeOutput();
    m_waiting.clear();
    m_over = true;
}

} // namespace sonde::serve
