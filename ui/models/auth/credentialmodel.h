// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/credentialcache.h"
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

    const auth::Tokens *tokens(int row) const; // nullptr: the row is a client
    const auth::Registration *client(int row) const; // nullptr: the row is a token
    Properties facts(int row) const;
    void forget(int row);

    // What a person wants to know at once; without tokens that there are none.
    static Properties shortProperties(const auth::Tokens *tokens);
    static Property keptFact(const auth::CredentialCache &cache); // where they are kept
    static QString expiryText(std::int64_t expiresMs, std::int64_t nowMs);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void take();
    QString text(int row, int column) const;

    auth::CredentialCache &m_cache;
    std::vector<auth::Tokens> m_tokens;
    std::vector<auth::Registration> m_clients;
};

} // namespace sonde::models
