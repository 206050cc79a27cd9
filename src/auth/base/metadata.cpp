// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/metadata.h"

#include "auth/base/urlrules.h"
#include "base/domainerror.h"

#include "auth/base/authtext.h"

namespace sonde::auth {

namespace {

// A list of strings. One string is read as a list of words, which is what its author meant, with a
// remark.
std::optional<QStringList> listOf(const json::Value &object, const char *name, QStringList &remarks)
{
    const json::Value value = object[name];
    if (value.isString()) {
        remarks << AuthText::tr("%1 is a string, but must be an array of strings. Sonde reads it "
                                "as one.")
                       .arg(QLatin1String(name));
        return value.toString()
            .left(kMaxUrl)
            .simplified()
            .split(u' ', Qt::SkipEmptyParts)
            .mid(0, int(kMaxListed));
    }
    if (value.exists() && !value.isArray() && !value.isNull())
        remarks << AuthText::tr("%1 is not an array of strings, so it is ignored.")
                       .arg(QLatin1String(name));
    if (!value.isArray())
        return std::nullopt;
    QStringList list;
    bool hasOthers = false;
    for (const json::Value item : value) {
        hasOthers = hasOthers || !item.isString();
        if (item.isString() && std::size_t(list.size()) < kMaxListed)
            list << item.toString().left(kMaxUrl);
    }
    if (hasOthers)
        remarks << AuthText::tr("%1 contains values that are not strings; they are ignored.")
                       .arg(QLatin1String(name));
    return list;
}

QUrl urlOf(const json::Value &value)
{
    const QString text = value.toString();
    return text.size() > kMaxUrl ? QUrl() : QUrl(text, QUrl::StrictMode);
}

Result<void> checkObject(const json::Document &document)
{
    if (!document.isValid() || !document.root().isObject())
        return authorizationError(AuthText::tr("The response is not a JSON object."));
    return {};
}

} // namespace

Result<ResourceMetadata> readResourceMetadata(const json::Document &document)
{
    if (const auto checked = checkObject(document); !checked)
        return checked.error();
    const json::Value root = document.root();
    ResourceMetadata metadata;
    if (!root["resource"].isString())
        return authorizationError(AuthText::tr("The metadata contains no resource."));
    metadata.resource = root["resource"].toString().left(kMaxUrl);
    const auto list = [&](const char *name) { return listOf(root, name, metadata.remarks); };
    metadata.authorizationServers = list("authorization_servers").value_or(QStringList());
    metadata.scopes = list("scopes_supported");
    metadata.name = root["resource_name"].toString().left(kMaxUrl);
    metadata.dpopRequired = root["dpop_bound_access_tokens_required"].toBool().value_or(false);
    return metadata;
}

Result<ServerMetadata> readServerMetadata(const json::Document &document)
{
    if (const auto checked = checkObject(document); !checked)
        return checked.error();
    const json::Value root = document.root();
    ServerMetadata metadata;
    if (!root["issuer"].isString())
        return authorizationError(AuthText::tr("The metadata contains no issuer."));
    metadata.issuer = root["issuer"].toString().left(kMaxUrl);
    metadata.authorizationEndpoint = urlOf(root["authorization_endpoint"]);
    metadata.tokenEndpoint = urlOf(root["token_endpoint"]);
    metadata.registrationEndpoint = urlOf(root["registration_endpoint"]);
    metadata.revocationEndpoint = urlOf(root["revocation_endpoint"]);
    const auto list = [&](const char *name) { return listOf(root, name, metadata.remarks); };
    metadata.scopes = list("scopes_supported");
    metadata.codeChallengeMethods = list("code_challenge_methods_supported");
    metadata.tokenAuthMethods = list("token_endpoint_auth_methods_supported");
    metadata.dpopAlgorithms = list("dpop_signing_alg_values_supported").value_or(QStringList());
    metadata.issInRedirect =
        root["authorization_response_iss_parameter_supported"].toBool().value_or(false);
    metadata.clientDocuments =
        root["client_id_metadata_document_supported"].toBool().value_or(false);
    return metadata;
}

ServerMetadata defaultServerMetadata(const QUrl &origin)
{
    const auto at = [&origin](const QString &path) {
        QUrl url = origin;
        url.setPath(path);
        return url;
    };
    ServerMetadata metadata;
    metadata.issuer = origin.toString(QUrl::FullyEncoded);
    metadata.authorizationEndpoint = at(QStringLiteral("/authorize"));
    metadata.tokenEndpoint = at(QStringLiteral("/token"));
    metadata.registrationEndpoint = at(QStringLiteral("/register"));
    metadata.guessed = true;
    return metadata;
}

} // namespace sonde::auth
