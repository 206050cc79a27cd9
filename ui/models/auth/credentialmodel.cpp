// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/auth/credentialmodel.h"

#include "base/clock.h"
#include "base/formatting.h"
#include "base/overloaded.h"
#include "models/trace/tracetext.h"

#include <algorithm>

namespace sonde::models {

namespace {

constexpr std::int64_t kMsToNs = 1'000'000;

std::int64_t nowMs()
{
    return SystemClock::instance().now().wall / kMsToNs;
}

QString sourceText(auth::ClientSource source)
{
    switch (source) {
    case auth::ClientSource::Given:
        return CredentialModel::tr("entered by you");
    case auth::ClientSource::Document:
        return CredentialModel::tr("client metadata document");
    case auth::ClientSource::Registered:
        return CredentialModel::tr("registered dynamically");
    }
    return {};
}

QString scopeText(const auth::Tokens &tokens)
{
    return tokens.grantedScopes.value_or(tokens.requestedScopes).join(u' ');
}

QString yesNo(bool yes)
{
    return yes ? CredentialModel::tr("yes") : CredentialModel::tr("no");
}

QString hidden(const Secret &secret)
{
    return secret.isEmpty() ? CredentialModel::tr("none") : secret.redacted();
}

Property expiryFact(const auth::Tokens &tokens)
{
    const bool over = tokens.isExpired(nowMs());
    return {CredentialModel::tr("Expires"), CredentialModel::expiryText(tokens.expiresMs, nowMs()),
        false, over ? Sign::Late : Sign::None, over ? ColorRole::Warn : ColorRole::Normal};
}

} // namespace

CredentialModel::CredentialModel(auth::CredentialCache &cache, QObject *parent)
    : RowTable(ColumnCount, parent)
    , m_cache(cache)
{
    connect(&cache, &auth::CredentialCache::changed, this, &CredentialModel::reload);
    reload();
}

void CredentialModel::reload()
{
    std::vector<Credential> rows;
    const auto add = [&rows](
                         const auto &some) { rows.insert(rows.end(), some.begin(), some.end()); };
    add(m_cache.tokens());
    add(m_cache.registrations());
    add(m_cache.givenCredentials());
    resetRows(std::move(rows));
}

// The credential of a row, if it is of that kind.
template <typename Kind>
const Kind *CredentialModel::at(int row) const
{
    return row >= 0 && row < rowCount() ? std::get_if<Kind>(&RowTable::row(row)) : nullptr;
}

const auth::Tokens *CredentialModel::tokens(int row) const
{
    return at<auth::Tokens>(row);
}

const auth::Registration *CredentialModel::client(int row) const
{
    return at<auth::Registration>(row);
}

const auth::GivenCredentials *CredentialModel::given(int row) const
{
    return at<auth::GivenCredentials>(row);
}

void CredentialModel::forget(int row)
{
    if (const auth::Tokens *const one = tokens(row))
        m_cache.dropTokens(QString(one->issuer), QString(one->resource));
    else if (const auth::Registration *const known = client(row))
        m_cache.dropRegistration(QString(known->issuer));
    else if (const auth::GivenCredentials *const secrets = given(row))
        m_cache.dropGiven(QString(secrets->server), secrets->role);
}

QString CredentialModel::expiryText(std::int64_t expiresMs, std::int64_t now)
{
    if (expiresMs == 0)
        return tr("unknown");
    const std::int64_t left = expiresMs - now;
    const QString at = dateTimeText(expiresMs * kMsToNs).left(16);
    return left > 0 ? tr("%1, in %2").arg(at, elapsedText(std::chrono::nanoseconds(left * kMsToNs)))
                    : tr("%1, expired").arg(at);
}

Properties CredentialModel::shortProperties(const auth::Tokens *tokens)
{
    if (!tokens)
        return {{tr("Token"), tr("none")}};
    const QString scopes = scopeText(*tokens);
    return {expiryFact(*tokens), {tr("Scopes"), scopes.isEmpty() ? tr("unknown") : scopes},
        {tr("Refresh token"), yesNo(!tokens->refreshToken.isEmpty())},
        {tr("Issuer"), tokens->issuer, true}};
}

Property CredentialModel::keptFact(const auth::CredentialCache &cache)
{
    if (cache.isPersistent())
        return {tr("Stored in"), tr("the keychain")};
    return {tr("Stored in"),
        cache.problem().isEmpty() ? tr("memory, for this run only")
                                  : tr("memory, for this run only: %1").arg(cache.problem()),
        false, Sign::ToolError, ColorRole::Warn};
}

Properties CredentialModel::facts(int row) const
{
    if (const auth::Tokens *const one = tokens(row)) {
        Properties facts{{tr("Resource"), one->resource, true}, {tr("Issuer"), one->issuer, true},
            {tr("Client ID"), one->clientId, true}, {tr("Type"), one->type},
            {tr("Requested scopes"), one->requestedScopes.join(u' ')},
            {tr("Granted scopes"),
                one->grantedScopes ? one->grantedScopes->join(u' ')
                                   : tr("not in the response, so as requested")},
            {tr("Obtained"), dateTimeText(one->obtainedMs * kMsToNs)}, expiryFact(*one),
            {tr("Access token"), one->accessToken.redacted()},
            {tr("Refresh token"), hidden(one->refreshToken)},
            {tr("Token endpoint"), one->tokenEndpoint.toString(QUrl::FullyEncoded), true}};
        return facts;
    }
    if (const auth::Registration *const known = client(row))
        return {{tr("Issuer"), known->issuer, true}, {tr("Client ID"), known->clientId, true},
            {tr("Source"), sourceText(known->source)}, {tr("Secret"), hidden(known->clientSecret)},
            {tr("Private key"), hidden(known->privateKey)},
            {tr("Authentication method"), auth::clientProofName(known->proof), true},
            {tr("Redirect URI"), known->redirectUri.toString(), true}};
    if (const auth::GivenCredentials *const secrets = given(row))
        return {{tr("Server"), secrets->server, true}, {tr("Client ID"), secrets->clientId, true},
            {tr("Source"), tr("entered by you")}, {tr("Secret"), hidden(secrets->clientSecret)},
            {tr("Private key"), hidden(secrets->privateKey)},
            {tr("ID token"), hidden(secrets->idToken)}};
    return {};
}

QString CredentialModel::text(const Credential &credential, int column)
{
    return std::visit(
        Overloaded{
            [column](const auth::Tokens &tokens) { return tokenText(tokens, column); },
            [column](const auth::Registration &client) { return clientText(client, column); },
            [column](const auth::GivenCredentials &given) { return givenText(given, column); },
        },
        credential);
}

QString CredentialModel::givenText(const auth::GivenCredentials &given, int column)
{
    if (column == KindColumn)
        return given.role == auth::GivenCredentials::Role::Client ? tr("client secrets")
                                                                  : tr("identity provider");
    return column == ResourceColumn ? given.server : QString();
}

QString CredentialModel::tokenText(const auth::Tokens &tokens, int column)
{
    switch (column) {
    case KindColumn:
        return tr("tokens");
    case ResourceColumn:
        return tokens.resource;
    case IssuerColumn:
        return tokens.issuer;
    case ScopesColumn:
        return scopeText(tokens);
    case ExpiryColumn:
        return expiryText(tokens.expiresMs, nowMs());
    default:
        return {};
    }
}

QString CredentialModel::clientText(const auth::Registration &client, int column)
{
    switch (column) {
    case KindColumn:
        return tr("client");
    case ResourceColumn:
        return client.clientId;
    case IssuerColumn:
        return client.issuer;
    case ExpiryColumn:
        return client.secretExpiresMs == 0 ? QString()
                                           : expiryText(client.secretExpiresMs, nowMs());
    default:
        return {};
    }
}

QVariant CredentialModel::cell(
    const Credential &credential, const QModelIndex &index, int role) const
{
    if (role == Qt::DisplayRole)
        return text(credential, index.column());
    if (role == TextColorRole && index.column() == ExpiryColumn) {
        const auto *tokens = std::get_if<auth::Tokens>(&credential);
        return int(tokens && tokens->isExpired(nowMs()) ? ColorRole::Warn : ColorRole::Normal);
    }
    return {};
}

QString CredentialModel::title(int column) const
{
    switch (column) {
    case KindColumn:
        return tr("Kind");
    case ResourceColumn:
        return tr("Resource or client ID");
    case IssuerColumn:
        return tr("Issuer");
    case ScopesColumn:
        return tr("Scopes");
    case ExpiryColumn:
        return tr("Expires");
    default:
        return {};
    }
}

} // namespace sonde::models
