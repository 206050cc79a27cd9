// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/auth/credentialmodel.h"

#include "base/clock.h"
#include "base/formatting.h"
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

QString scopesOf(const auth::Tokens &tokens)
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
    : QAbstractTableModel(parent)
    , m_cache(cache)
{
    connect(&cache, &auth::CredentialCache::changed, this, &CredentialModel::reload);
    reload();
}

void CredentialModel::reload()
{
    beginResetModel();
    m_tokens = m_cache.tokens();
    m_clients = m_cache.registrations();
    m_given = m_cache.givenCredentials();
    endResetModel();
}

const auth::Tokens *CredentialModel::tokens(int row) const
{
    return row >= 0 && row < int(m_tokens.size()) ? &m_tokens[std::size_t(row)] : nullptr;
}

const auth::Registration *CredentialModel::client(int row) const
{
    const int at = row - int(m_tokens.size());
    return at >= 0 && at < int(m_clients.size()) ? &m_clients[std::size_t(at)] : nullptr;
}

const auth::GivenCredentials *CredentialModel::given(int row) const
{
    const int at = row - int(m_tokens.size() + m_clients.size());
    return at >= 0 && at < int(m_given.size()) ? &m_given[std::size_t(at)] : nullptr;
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
    const QString scopes = scopesOf(*tokens);
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

int CredentialModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_tokens.size() + m_clients.size() + m_given.size());
}

int CredentialModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString CredentialModel::text(int row, int column) const
{
    if (const auth::Tokens *const one = tokens(row))
        return tokenText(*one, column);
    if (const auth::Registration *const known = client(row))
        return clientText(*known, column);
    const auth::GivenCredentials *const secrets = given(row);
    if (secrets && column == KindColumn)
        return secrets->role == auth::GivenCredentials::Role::Client ? tr("client secrets")
                                                                     : tr("identity provider");
    return secrets && column == ResourceColumn ? secrets->server : QString();
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
        return scopesOf(tokens);
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

QVariant CredentialModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::DisplayRole)
        return text(index.row(), index.column());
    if (role == TextColorRole && index.column() == ExpiryColumn) {
        const auth::Tokens *const one = tokens(index.row());
        return int(one && one->isExpired(nowMs()) ? ColorRole::Warn : ColorRole::Normal);
    }
    return {};
}

QVariant CredentialModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
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
