// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/dialect.h"
#include "wire/http/httpclient.h"
#include "wire/http/httptarget.h"

#include <QByteArray>
#include <QUrl>

#include <memory>

namespace sonde::doctor {

// The requests that the doctor sends to a server with a URL. The user's headers are for its origin
// only.
class AddressRequests {
public:
    explicit AddressRequests(const wire::HttpTarget &target);

    // In the wanted revision if it is one of that era, otherwise in the newest of the era.
    void speak(mcp::Era era, const QString &wanted);
    const mcp::Dialect &dialect() const { return *m_dialect; }
    bool hasHeader(const char *name) const { return m_target.headers.contains(name); }
    void removeHeader(const char *name);

    wire::HttpRequest opening(const QUrl &url) const; // initialize or server/discover
    wire::HttpRequest stream(const QUrl &url) const; // GET, for server-sent events

    // Requests after initialize. The session id may be empty.
    struct Session {
        QByteArray id;
        QByteArray revision;
    };
    wire::HttpRequest message(const QUrl &url, const Bytes &message, const Session &session) const;
    wire::HttpRequest listening(const QUrl &url, const Session &session) const;
    wire::HttpRequest removal(const QUrl &url, const Session &session) const;

private:
    wire::HttpRequest request(const QByteArray &method, const QUrl &url) const;

    wire::HttpTarget m_target;
    std::unique_ptr<const mcp::Dialect> m_dialect;
};

} // namespace sonde::doctor
