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
// because a public server named a private address, are passed over.
class AuthorizationTrial {
public:
    AuthorizationTrial(const QUrl &server, const Fetched &refusal);

    // The URL to GET next, with `isPublicOnly` for wire::HttpRoute::publicOnly; nothing: done.
    std::optional<QUrl> next();
    bool isPublicOnly() const { return !m_isLocal; }
    void received(const Fetched &fetched, AddressFacts &facts);

private:
    void received(const json::Document &document, AddressFacts &facts);

    QUrl m_server;
    bool m_isLocal = false;
    bool m_isResource = true; // the metadata of the resource, then of the authorization server
    std::vector<QUrl> m_urls; // to be tried
};

} // namespace sonde::doctor
