// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/address/addressfacts.h"
#include "wire/http/httpclient.h"

#include <QUrl>

#include <optional>
#include <vector>

namespace sonde::doctor {

// Which metadata a client would ask for, one request after the other, after a 401 (2025-11-25
// basic/authorization). A state machine: bytes in, URLs out. URLs that a client must not request,
// such as a private address that a public server named, are passed over and reported.
class AuthorizationTrial {
public:
    AuthorizationTrial(const QUrl &server, const Fetched &refusal);

    // The URL to GET next, with `isPublicOnly` for wire::HttpRoute::publicOnly; nothing: done.
    std::optional<QUrl> next(AddressFacts &facts);
    bool isPublicOnly() const { return !m_isLocal; }
    void received(const Fetched &fetched, AddressFacts &facts);

private:
    void received(const json::Document &document, AddressFacts &facts);

    QUrl m_server;
    bool m_isLocal = false;
    bool m_isResource = true; // the metadata of the resource, then of the authorization server
    struct Candidate {
        QUrl url;
        QString written; // by the server, if it named it
    };
    std::vector<Candidate> m_urls; // to be tried

    static std::vector<Candidate> namedUrls(const Fetched &refusal);
    void tryAll(const std::vector<QUrl> &urls, const QString &written);
};

} // namespace sonde::doctor
