// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/http/httpreply.h"

#include <array>
#include <charconv>

namespace sonde::demo {

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
    case 431:
        return "Request Header Fields Too Large";
    case 501:
        return "Not Implemented";
    case 503:
        return "Service Unavailable";
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

HttpReply::HttpReply(const HttpRequest &request)
    : HttpReply(request.minorVersion, request.wantsKeepAlive())
{
    m_headOnly = request.method == "HEAD";
}

HttpReply::HttpReply(int minorVersion, bool keepAlive)
    : m_chunked(minorVersion == 1)
    , m_keepAlive(keepAlive)
{
}

void HttpReply::respond(int status, std::string_view type, std::string_view body, Fields more)
{
    more.push_back({"Content-Type", std::string(type)});
    more.push_back({"Content-Length", std::to_string(body.size())});
    writeHead(status, more);
    if (!m_headOnly)
        append(body);
    m_ended = true;
}

void HttpReply::respond(int status, Fields more)
{
    if (status != 204)
        more.push_back({"Content-Length", "0"});
    writeHead(status, more);
    m_ended = true;
}

void HttpReply::begin(int status, std::string_view type, Fields more)
{
    more.push_back({"Content-Type", std::string(type)});
    if (m_chunked)
        more.push_back({"Transfer-Encoding", "chunked"});
    else
        m_keepAlive = false; // the end of the connection is the end of the body
    writeHead(status, more);
}

void HttpReply::write(std::string_view bytes)
{
    if (bytes.empty() || !isOpen())
        return;
    if (m_chunked)
        append(hexadecimal(bytes.size()) + "\r\n");
    append(bytes);
    if (m_chunked)
        append("\r\n");
    if (m_output.size() > kMaxWaitingOutput)
        m_gone = true;
}

void HttpReply::end()
{
    if (isOpen() && m_chunked)
        append("0\r\n\r\n");
    m_ended = true;
}

void HttpReply::writeHead(int status, const Fields &fields)
{
    m_begun = true;
    append("HTTP/1.1 " + std::to_string(status) + ' ' + std::string(reasonFor(status)) + "\r\n");
    for (const HttpField &field : fields)
        append(field.name + ": " + field.value + "\r\n");
    append(m_keepAlive ? "\r\n" : "Connection: close\r\n\r\n");
}

void HttpReply::append(std::string_view bytes)
{
    if (!m_gone)
        m_output += bytes;
}

} // namespace sonde::demo
