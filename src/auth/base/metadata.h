// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "json/document.h"

#include <QStringList>
#include <QUrl>

#include <optional>

namespace sonde::auth {

// What a protected server says about itself (RFC 9728 section 2).
struct ResourceMetadata {
    QString resource; // as it is written
    QStringList authorizationServers; // issuers, as they are written
    std::optional<QStringList> scopes;
    QString name;
    bool dpopRequired = false;
    QStringList remarks; // members that were read, but have another form than the standard's
};

// What an authorization server says about itself (RFC 8414 section 2, OpenID Connect Discovery).
struct ServerMetadata {
    QString issuer; // as it is written: compared as text
    QUrl authorizationEndpoint, tokenEndpoint, registrationEndpoint, revocationEndpoint;
    std::optional<QStringList> scopes;
    std::optional<QStringList> codeChallengeMethods;
    std::optional<QStringList> tokenAuthMethods;
    QStringList dpopAlgorithms;
    bool issInRedirect = false; // authorization_response_iss_parameter_supported
    bool clientDocuments = false; // client_id_metadata_document_supported
    QStringList remarks; // as those of ResourceMetadata
    bool guessed = false; // no document: the default endpoints of 2025-03-26
};

inline constexpr std::uint32_t kMaxListed = 1000; // of a list in metadata; more are left out

// Errors (Domain::Authorization) say what is no metadata document about the text.
Result<ResourceMetadata> readResourceMetadata(const json::Document &document);
Result<ServerMetadata> readServerMetadata(const json::Document &document);

// 2025-03-26 basic/authorization: where the endpoints are when nothing says so.
ServerMetadata defaultServerMetadata(const QUrl &origin);

} // namespace sonde::auth
