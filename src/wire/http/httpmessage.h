// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret.h"

#include <QByteArray>

#include <optional>
#include <string_view>
#include <vector>

namespace sonde::wire {

// A header field as on the wire: order and case are kept.
struct HttpHeader {
    QByteArray name;
    QByteArray value;
    bool secret = false; // its value is redacted in every recording
};

// Header fields in order. Names compare case-insensitively (RFC 9110 section 5.1).
class HttpHeaders {
public:
    HttpHeaders() = default;
    HttpHeaders(std::initializer_list<HttpHeader> fields)
        : m_fields(fields)
    {
    }

    void add(HttpHeader field) { m_fields.push_back(std::move(field)); }
    void add(const QByteArray &name, const QByteArray &value) { m_fields.push_back({name, value}); }
    void append(const HttpHeaders &others);
    bool contains(std::string_view name) const;
    // The value of the first field with that name; empty if there is none.
    std::optional<QByteArray> value(std::string_view name) const;
    std::vector<QByteArray> values(std::string_view name) const; // one per field
    // The media type in lower case without parameters: "text/event-stream" for "Text/Event-Stream;
    // charset=utf-8".
    QByteArray mediaType() const;

    const std::vector<HttpHeader> &fields() const { return m_fields; }
    bool isEmpty() const { return m_fields.empty(); }

private:
    std::vector<HttpHeader> m_fields;
};

// The status line and headers of a response.
struct HttpHead {
    int status = 0; // 100 to 599
    QByteArray version; // "HTTP/1.1", "HTTP/2"
    QByteArray reason; // may be empty
    HttpHeaders headers;

    bool isInformational() const { return status < 200; }
    bool isRedirect() const; // 301, 302, 303, 307 or 308 with a Location
    // Parses a raw head, from the status line to the empty line. Accepts common deviations (a bare
    // LF, folded lines); empty if the first line is not a status line.
    static std::optional<HttpHead> parse(std::string_view raw);
};

// Whether the value of a field is never recorded, whoever sent it: of Authorization,
// Proxy-Authorization, Cookie, Set-Cookie, and of what is named like a secret (X-Api-Key).
bool isSecretField(std::string_view name);

// The raw head of a request or response for the recording: the values of secret fields and of
// `secretNames` are replaced by a note of their length; all other bytes are unchanged.
QByteArray redactedHead(std::string_view raw, const std::vector<QByteArray> &secretNames);

} // namespace sonde::wire
