// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "serve/httpreply.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace sonde::serve {

namespace {

std::string_view reasonFor(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 202:
        return "Accepted";
    case 204:
        return "No Content";
    case 400:
        return "Bad Request";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 406:
        return "Not Acceptable";
    case 408:
        return "Request Timeout";
    case 409:
        return "Conflict";
    case 413:
        return "Content Too Large";
    case 415:
        return "Unsupported Media Type";
    case 417:
        return "Expectation Failed";
    case 421:
        return "Misdirected Request";
    case 431:
        return "Request Header Fields Too Large";
    case 501:
        return "Not Implemented";
    case 502:
        return "Bad Gateway";
    case 503:
        return "Service Unavailable";
    case 504:
        return "Gateway Timeout";
    case 505:
        return "HTTP Version Not Supported";
    default:
        return "";
    }
}

std::string hexadecimal(std::size_t number)
{
    std::array<char, 16> digits;
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16);
    return {digits.data(), result.ptr};
}

} // namespace

HttpReply::HttpReply(const ServedRequest &request)
    : HttpReply(request.minorVersion, request.wantsKeepAlive())
{
    m_headOnly = request.method == "HEAD";
}

HttpReply::HttpReply(int minorVersion, bool keepAlive)
    : m_chunked(minorVersion == 1)
    , m_knowsInterim(minorVersion == 1)
    , m_keepAlive(keepAlive)
{
}

void HttpReply::respond(int status, std::string_view type, std::string_view body, Fields more)
{
    more.push_back({"Content-Type", std::string(type)});
    more.push_back({"Content-Length", std::to_string(body.size())});
    writeHead(status, {}, more);
    if (!m_headOnly)
        append(body);
    m_ended = true;
    wake();
}

void HttpReply::respond(int status, Fields more)
{
    if (status != 204)
        more.push_back({"Content-Length", "0"});
    writeHead(status, {}, more);
    m_ended = true;
    wake();
}

void HttpReply::begin(int status, std::string_view type, Fields more)
{
    more.push_back({"Content-Type", std::string(type)});
    if (m_chunked)
        more.push_back({"Transfer-Encoding", "chunked"});
    else
        m_keepAlive = false; // the end of the connection is the end of the body
    writeHead(status, {}, more);
}

void HttpReply::write(std::string_view bytes)
{
    if (bytes.empty() || !isOpen() || m_headOnly)
        return;
    if (m_chunked)
        append(hexadecimal(bytes.size()) + "\r\n");
    append(bytes);
    if (m_chunked)
        append("\r\n");
    if (m_output.size() > kMaxWaitingOutput)
        setGone();
    wake();
}

void HttpReply::writeInTwo(std::string_view bytes, std::size_t first)
{
    write(bytes.substr(0, first));
    if (first > 0 && first < bytes.size() && isOpen())
        m_cuts.push_back(m_output.size());
    write(bytes.substr(std::min(first, bytes.size())));
}

void HttpReply::end()
{
    if (isOpen() && m_chunked && !m_headOnly)
        append("0\r\n\r\n");
    m_ended = true;
    wake();
}

void HttpReply::beginAsIs(int status, std::string_view reason, const Fields &fields)
{
    // RFC 9112 section 6.3: these have no body, whatever their fields say.
    const bool bodiless = status == 204 || status == 304 || m_headOnly;
    const bool bounded = std::any_of(fields.begin(), fields.end(),
        [](const HttpField &field) { return lowerCase(field.name) == "content-length"; });
    m_headOnly = bodiless;
    Fields all = fields;
    if (!bodiless && !bounded && m_chunked)
        all.push_back({"Transfer-Encoding", "chunked"});
    else if (!bodiless && !bounded)
        m_keepAlive = false;
    m_chunked = m_chunked && !bodiless && !bounded;
    writeHead(status, reason, all);
    wake();
}

void HttpReply::writeInterim(std::string_view head)
{
    if (!isOpen() || m_begun || !m_knowsInterim)
        return;
    append(head);
    wake();
}

void HttpReply::breakOff()
{
    if (!isOpen())
        return;
    m_keepAlive = false;
    m_ended = true;
    wake();
}

std::string HttpReply::takeOutput()
{
    const bool wasCongested = isCongested();
    std::string output;
    if (m_cuts.empty()) {
        output = std::exchange(m_output, {});
    } else {
        const std::size_t size = m_cuts.front();
        m_cuts.pop_front();
        for (std::size_t &cut : m_cuts)
            cut -= size;
        output = m_output.substr(0, size);
        m_output.erase(0, size);
        wake(); // for the rest
    }
    if (wasCongested && !isCongested() && m_watcher)
        m_watcher->replyDrained();
    return output;
}

void HttpReply::setGone()
{
    if (!std::exchange(m_gone, true) && !m_ended && m_watcher)
        m_watcher->replyGone();
}

void HttpReply::wake() const
{
    if (m_wake)
        m_wake();
}

void HttpReply::writeHead(int status, std::string_view reason, const Fields &fields)
{
    m_begun = true;
    append("HTTP/1.1 " + std::to_string(status) + ' '
        + std::string(reason.empty() ? reasonFor(status) : reason) + "\r\n");
    for (const HttpField &field : fields)
        append(field.name + ": " + field.value + "\r\n");
    append(m_keepAlive ? "\r\n" : "Connection: close\r\n\r\n");
}

void HttpReply::append(std::string_view bytes)
{
    if (!m_gone)
        m_output += bytes;
}

} // namespace sonde::serve
