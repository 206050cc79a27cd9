// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/store/credentialcache.h"
#include "models/signs/property.h"
#include "models/signs/rowtable.h"

#include <variant>

namespace sonde::models {

using Credential = std::variant<auth::Tokens, auth::Registration, auth::GivenCredentials>;

// All credentials that are kept: tokens by resource and issuer, then clients by issuer. Never a
// secret itself.
class CredentialModel : public RowTable<Credential> {
    Q_OBJECT
public:
    enum Columns {
        KindColumn,
        ResourceColumn,
        IssuerColumn,
        ScopesColumn,
        ExpiryColumn,
        ColumnCount
    };
    explicit CredentialModel(
        auth::CredentialCache &cache, QObject *parent = nullptr); // outlives it

    const auth::Tokens *tokens(int row) const; // nullptr: the row holds no tokens
    const auth::Registration *client(int row) const; // nullptr: the row is no registration
    // The secrets that the user entered for a server; nullptr: the row holds none.
    const auth::GivenCredentials *given(int row) const;
    Properties facts(int row) const;
    bool isPersistent() const { return m_cache.isPersistent(); } // the keychain has them
    void forget(int row);

    // The most important properties; nullptr: there is no token.
    static Properties shortProperties(const auth::Tokens *tokens);
    static Property keptFact(
        const auth::CredentialCache &cache); // where the credentials are stored
    static QString expiryText(std::int64_t expiresMs, std::int64_t nowMs);

protected:
    QVariant cell(const Credential &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;

private:
    void reload();
    static QString text(const Credential &credential, int column);
    static QString tokenText(const auth::Tokens &tokens, int column);
    static QString clientText(const auth::Registration &client, int column);
    static QString givenText(const auth::GivenCredentials &given, int column);
    template <typename Kind>
    const Kind *at(int row) const;

    auth::CredentialCache &m_cache;
};

} // namespace sonde::models
