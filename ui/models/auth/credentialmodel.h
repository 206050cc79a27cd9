// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/credentialbook.h"
#include "models/signs/fact.h"

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
    explicit CredentialModel(auth::CredentialBook &book, QObject *parent = nullptr); // outlives it

    const auth::Tokens *tokens(int row) const; // nullptr: the row is a client
    const auth::Registration *client(int row) const; // nullptr: the row is a token
    Facts facts(int row) const;
    void forget(int row);

    // What a person wants to know at once; without tokens that there are none.
    static Facts shortFacts(const auth::Tokens *tokens);
    static Fact keptFact(const auth::CredentialBook &book); // where they are kept
    static QString expiryText(std::int64_t expiresMs, std::int64_t nowMs);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void take();
    QString text(int row, int column) const;

    auth::CredentialBook &m_book;
    std::vector<auth::Tokens> m_tokens;
    std::vector<auth::Registration> m_clients;
};

} // namespace sonde::models
