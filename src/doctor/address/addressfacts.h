// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/authrule.h"
#include "auth/base/metadata.h"
#include "doctor/address/httpfetch.h"

#include <QStringList>
#include <QUrl>

#include <optional>
#include <vector>

namespace sonde::doctor {

// What was seen of a server with a URL; judged by responsejudge.h.
struct AddressFacts {
    // The first request of the chosen transport: POST initialize, or GET for HTTP+SSE. Without a
    // head, nothing else was tried except TLS.
    Fetched first;
    QString sseProblem; // why the handshake over HTTP+SSE failed

    QStringList redirects; // the addresses of redirects within the origin, in order

    // With another Host or without Origin, after a refusal; nothing: not tried.
    std::optional<Fetched> withLocalHost;
    std::optional<Fetched> withoutOrigin;

    // Another transport at the same address, and other addresses, in the order they were tried.
    struct Other {
        QUrl url;
        bool isSse = false;
        bool isServer = false; // an MCP server responded there
    };
    std::vector<Other> others;

    // What the other era got after a refusal, if it opened the server.
    std::optional<Fetched> inOtherEra;
    const Fetched &opening() const { return inOtherEra ? *inOtherEra : first; }

    // The response to initialize or server/discover.
    std::optional<rpc::Message> response;
    QString revision;
    QByteArray session;
    std::optional<Fetched> next; // ping after initialize
    std::optional<Fetched> listening; // the head of what GET gets, after that
    // Of a browser (CORS), and its ping or, in the modern era, server/discover.
    std::optional<Fetched> preflight;
    std::optional<Fetched> toBrowser;

    // Authorization (RFC 9728, RFC 8414), when the server demanded it.
    struct Metadata {
        QUrl url;
        int status = 0; // 0: no response
    };
    // A URL that a client must not request.
    struct Refused {
        QString written; // as the server wrote it
        auth::AuthRule rule;
    };
    std::optional<Refused> refusedResource; // of the metadata of the resource, the first one
    std::optional<Refused> refusedServer; // the authorization server
    std::vector<Metadata> resourceTries;
    std::optional<auth::ResourceMetadata> resource;
    std::vector<Metadata> serverTries;
    std::optional<auth::ServerMetadata> server;

    // Seconds by which the server's clock is ahead of this machine's; nothing: no Date.
    std::optional<qint64> clockAhead;

    bool isSse = false; // `first` is the GET of HTTP+SSE
    bool speaksTls = false; // the URL is http, and a TLS handshake worked
    bool speaksPlain = false; // the URL is https, and HTTP without TLS worked
    bool redirectsInCircle = false;
    bool isModern = false;
    bool needsAuthorization = false;
    bool sentCredentials = false;
    bool sentOrigin = false; // of the user
};

} // namespace sonde::doctor
