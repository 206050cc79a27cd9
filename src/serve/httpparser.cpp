// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "serve/httpparser.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace sonde::serve {

namespace {

// RFC 9110 section 5.6.2.
bool isToken(std::string_view text)
{
    constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
    return !text.empty() && std::all_of(text.begin(), text.end(), [=](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || kMarks.find(c) != std::string_view::npos;
    });
}

// Section 5.5: visible characters, blanks between them, and bytes beyond ASCII.
bool isFieldValue(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0x20 ? byte != 0x7f : byte == '\t';
    });
}

bool isTarget(std::string_view text)
{
    return !text.empty()
        && std::all_of(text.begin(), text.end(), [](char c) { return c > 0x20 && c < 0x7f; });
}

bool parseNumber(std::string_view text, int base, std::size_t &number)
{
    // from_chars() takes no sign and no blanks for an unsigned type.
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

} // namespace

std::size_t HttpParser::feed(std::string_view bytes)
{
    std::size_t taken = 0;
    while (taken < bytes.size() && m_state != State::Complete && m_state != State::Failed) {
        const bool inData = m_state == State::Body || m_state == State::ChunkData;
        taken += inData ? feedBody(bytes.substr(taken)) : feedLine(bytes.substr(taken));
    }
    return taken;
}

std::size_t HttpParser::feedLine(std::string_view bytes)
{
    const std::size_t end = bytes.find('\n');
    const std::size_t size = end == std::string_view::npos ? bytes.size() : end + 1;
    m_headSize += size;
    if (m_headSize > kMaxHead) {
        fail(431, "The headers of a request may have at most 64 KiB.");
        return size;
    }
    m_line += bytes.substr(0, size);
    if (end == std::string_view::npos)
        return size;
    const std::string line = std::exchange(m_line, {});
    // RFC 9112 section 2.2 lets a bare LF pass; proxies that see it differently make that unsafe.
    if (line.size() < 2 || line[line.size() - 2] != '\r')
        fail(400, "A header line must end with CR LF.");
    else
        receiveLine(std::string_view(line).substr(0, line.size() - 2));
    return size;
}

std::size_t HttpParser::feedBody(std::string_view bytes)
{
    const std::size_t size = std::min(bytes.size(), m_expected);
    m_request.body += bytes.substr(0, size);
    m_expected -= size;
    if (m_expected == 0)
        m_state = m_state == State::Body ? State::Complete : State::ChunkEnd;
    return size;
}

void HttpParser::receiveLine(std::string_view line)
{
    switch (m_state) {
    case State::RequestLine:
        // Section 2.2: one empty line before it is the doing of old clients.
        if (line.empty() && !std::exchange(m_sawEmptyLine, true))
            return;
        return receiveRequestLine(line);
    case State::Fields:
        return line.empty() ? endFields() : receiveField(line);
    case State::ChunkSize:
        return receiveChunkSize(line);
    case State::ChunkEnd:
        if (!line.empty())
            return fail(400, "A chunk is longer than its size.");
        m_state = State::ChunkSize;
        return;
    case State::Trailer: // nothing in it is of use here
        if (line.empty())
            m_state = State::Complete;
        return;
    default:
        return;
    }
}

void HttpParser::receiveRequestLine(std::string_view line)
{
    const std::size_t first = line.find(' ');
    const std::size_t last = line.rfind(' ');
    if (first == std::string_view::npos || first == last)
        return fail(400, "This is not a request line of HTTP/1.1.");
    const std::string_view method = line.substr(0, first);
    const std::string_view target = line.substr(first + 1, last - first - 1);
    const std::string_view version = line.substr(last + 1);
    if (!isToken(method) || !isTarget(target))
        return fail(400, "This is not a request line of HTTP/1.1.");
    if (version != "HTTP/1.1" && version != "HTTP/1.0")
        return fail(505, "This server supports HTTP/1.1 and HTTP/1.0.");
    m_request.method = method;
    m_request.minorVersion = version.back() - '0';
    m_state = State::Fields;
    receiveTarget(target);
}

void HttpParser::receiveTarget(std::string_view target)
{
    // Section 3.2: the origin form, and the absolute form, which a server must accept.
    if (const std::size_t scheme = target.find("://");
        target.front() != '/' && scheme != std::string_view::npos) {
        const std::size_t slash = target.find('/', scheme + 3);
        target = slash == std::string_view::npos ? "/" : target.substr(slash);
    }
    if (target.front() != '/')
        return fail(400, "The target of the request must be a path.");
    const std::size_t mark = target.find('?');
    m_request.path = target.substr(0, mark);
    if (mark != std::string_view::npos)
        m_request.query = target.substr(mark + 1);
}

void HttpParser::receiveField(std::string_view line)
{
    const std::size_t colon = line.find(':');
    // A blank before the colon, or a line that continues the last one, hides a name (section 5).
    if (colon == std::string_view::npos || !isToken(line.substr(0, colon)))
        return fail(400, "A header has no name.");
    const std::string_view value = withoutBlanks(line.substr(colon + 1));
    if (!isFieldValue(value))
        return fail(400, "A header contains a control character.");
    if (m_request.fields.size() == kMaxFields)
        return fail(431, "A request may have at most 100 headers.");
    const std::string_view name = line.substr(0, colon);
    m_request.fields.push_back({lowerCase(name), std::string(value), std::string(name)});
}

void HttpParser::endFields()
{
    const auto count = [this](std::string_view name) {
        return std::count_if(m_request.fields.begin(), m_request.fields.end(),
            [name](const HttpField &each) { return each.name == name; });
    };
    if (count("host") > 1 || (count("host") == 0 && m_request.minorVersion == 1))
        return fail(400, "A request needs exactly one Host header.");
    // Section 6.3: two opinions about where the body ends are how requests are smuggled.
    if (count("content-length") + count("transfer-encoding") > 1)
        return fail(400, "A request must define the length of its body exactly once.");
    beginBody();
}

void HttpParser::beginBody()
{
    if (const std::string *encoding = m_request.field("transfer-encoding")) {
        if (lowerCase(*encoding) != "chunked" || m_request.minorVersion == 0)
            return fail(501, "The only supported transfer encoding is chunked.");
        m_state = State::ChunkSize;
    } else if (const std::string *length = m_request.field("content-length")) {
        if (!parseNumber(*length, 10, m_expected))
            return fail(400, "Content-Length must be a number.");
        if (m_expected > m_maxBody)
            return failForSize();
        m_state = m_expected == 0 ? State::Complete : State::Body;
    } else {
        m_state = State::Complete;
    }
    if (const std::string *expectation = m_request.field("expect")) {
        if (lowerCase(*expectation) != "100-continue")
            return fail(417, "The only supported expectation is 100-continue.");
        m_expectsContinue = m_state != State::Complete && m_request.minorVersion == 1;
    }
}

void HttpParser::receiveChunkSize(std::string_view line)
{
    m_headSize = 0; // the head is long read; each of these lines has the limit for itself
    const std::string_view digits = withoutBlanks(line.substr(0, line.find(';')));
    if (!parseNumber(digits, 16, m_expected))
        return fail(400, "A chunk has no size.");
    if (m_expected > m_maxBody - m_request.body.size())
        return failForSize();
    m_state = m_expected == 0 ? State::Trailer : State::ChunkData;
}

bool HttpParser::takeExpectation()
{
    return std::exchange(m_expectsContinue, false) && m_state != State::Complete
        && m_state != State::Failed;
}

ServedRequest HttpParser::take()
{
    ServedRequest request = std::move(m_request);
    *this = HttpParser(m_maxBody);
    return request;
}

void HttpParser::failForSize()
{
    fail(413, "A body may have at most " + std::to_string(m_maxBody >> 20) + " MiB.");
}

void HttpParser::fail(int status, std::string_view sentence)
{
    m_state = State::Failed;
    m_status = status;
    m_problem = sentence;
}

} // namespace sonde::serve
