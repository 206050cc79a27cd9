// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/store/credentialcache.h"
#include "models/signs/property.h"

#include <QAbstractTableModel>

#include <vector>

namespace sonde::models {

// All credentials that are kept: tokens by resource and issuer, then clients by issuer. Never a
// secret itself.
class CredentialModel : public QAbstractTableModel {
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
    void forget(int row);

    // The most important properties; nullptr: there is no token.
    static Properties shortProperties(const auth::Tokens *tokens);
    static Property keptFact(
        const auth::CredentialCache &cache); // where the credentials are stored
    static QString expiryText(std::int64_t expiresMs, std::int64_t nowMs);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void reload();
    QString text(int row, int column) const;
    static QString tokenText(const auth::Tokens &tokens, int column);
    static QString clientText(const auth::Registration &client, int column);

    auth::CredentialCache &m_cache;
    std::vector<auth::Tokens> m_tokens;
    std::vector<auth::Registration> m_clients;
    std::vector<auth::GivenCredentials> m_given;
};

} // namespace sonde::models
