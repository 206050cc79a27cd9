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
        return CredentialModel::tr("given by a person");
    case auth::ClientSource::Document:
        return CredentialModel::tr("address of a document");
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
    connect(&cache, &auth::CredentialCache::changed, this, &CredentialModel::take);
    take();
}

void CredentialModel::take()
{
    beginResetModel();
    m_tokens = m_cache.tokens();
    m_clients = m_cache.registrations();
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

void CredentialModel::forget(int row)
{
    if (const auth::Tokens *const one = tokens(row))
        m_cache.dropTokens(QString(one->issuer), QString(one->resource));
    else if (const auth::Registration *const known = client(row))
        m_cache.dropRegistration(QString(known->issuer));
}

QString CredentialModel::expiryText(std::int64_t expiresMs, std::int64_t now)
{
    if (expiresMs == 0)
        return tr("not said");
    const std::int64_t left = expiresMs - now;
    const QString at = dateTimeText(expiresMs * kMsToNs).left(16);
    return left > 0 ? tr("%1, in %2").arg(at, elapsedText(std::chrono::nanoseconds(left * kMsToNs)))
                    : tr("%1, over").arg(at);
}

Properties CredentialModel::shortProperties(const auth::Tokens *tokens)
{
    if (!tokens)
        return {{tr("Token"), tr("none")}};
    const QString scopes = scopesOf(*tokens);
    return {expiryFact(*tokens), {tr("Scopes"), scopes.isEmpty() ? tr("not said") : scopes},
        {tr("Refresh token"), yesNo(!tokens->refreshToken.isEmpty())},
        {tr("Issuer"), tokens->issuer, true}};
}

Property CredentialModel::keptFact(const auth::CredentialCache &cache)
{
    if (cache.isPersistent())
        return {tr("Kept in"), tr("the keychain")};
    return {tr("Kept in"),
        cache.problem().isEmpty() ? tr("memory, for this run")
                                  : tr("memory, for this run: %1").arg(cache.problem()),
        false, Sign::ToolError, ColorRole::Warn};
}

Properties CredentialModel::facts(int row) const
{
    if (const auth::Tokens *const one = tokens(row)) {
        Properties facts{{tr("Resource"), one->resource, true}, {tr("Issuer"), one->issuer, true},
            {tr("Client"), one->clientId, true}, {tr("Type"), one->type},
            {tr("Asked for"), one->requestedScopes.join(u' ')},
            {tr("Granted"),
                one->grantedScopes ? one->grantedScopes->join(u' ') : tr("not said: as asked")},
            {tr("Obtained"), dateTimeText(one->obtainedMs * kMsToNs)}, expiryFact(*one),
            {tr("Access token"), one->accessToken.redacted()},
            {tr("Refresh token"), hidden(one->refreshToken)},
            {tr("Token endpoint"), one->tokenEndpoint.toString(QUrl::FullyEncoded), true}};
        return facts;
    }
    const auth::Registration *const known = client(row);
    if (!known)
        return {};
    return {{tr("Issuer"), known->issuer, true}, {tr("Client"), known->clientId, true},
        {tr("From"), sourceText(known->source)}, {tr("Secret"), hidden(known->clientSecret)},
        {tr("Private key"), hidden(known->privateKey)}, {tr("ID token"), hidden(known->idToken)},
        {tr("Proof"), auth::clientProofName(known->proof), true},
        {tr("Redirect address"), known->redirectUri.toString(), true}};
}

int CredentialModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_tokens.size() + m_clients.size());
}

int CredentialModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString CredentialModel::text(int row, int column) const
{
    const auth::Tokens *const one = tokens(row);
    const auth::Registration *const known = client(row);
    if (!one && !known)
        return {};
    switch (column) {
    case KindColumn:
        return one ? tr("tokens") : tr("client");
    case ResourceColumn:
        return one ? one->resource : known->clientId;
    case IssuerColumn:
        return one ? one->issuer : known->issuer;
    case ScopesColumn:
        return one ? scopesOf(*one) : QString();
    case ExpiryColumn:
        return one                        ? expiryText(one->expiresMs, nowMs())
            : known->secretExpiresMs == 0 ? QString()
                                          : expiryText(known->secretExpiresMs, nowMs());
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
        return tr("What");
    case ResourceColumn:
        return tr("Resource or client id");
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
