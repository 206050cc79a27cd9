// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/credentials.h"
#include "auth/store/tokenstore.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <vector>

namespace sonde::auth {

// All credentials: tokens by issuer and resource, registrations by issuer, secrets that the user
// entered by server. It works in memory and writes through to a store; when the store fails the run
// goes on, and problem() says so. Credentials are never written anywhere else.
class CredentialCache : public QObject {
    Q_OBJECT
public:
    explicit CredentialCache(TokenStore *store, QObject *parent = nullptr); // which outlives it

    // Reads what the store has, once; `done` also runs when that fails.
    void load(QObject *context, std::function<void()> done);
    bool isLoaded() const { return m_state == State::Loaded; }

    const std::vector<Tokens> &tokens() const { return m_tokens; }
    const std::vector<Registration> &registrations() const { return m_registrations; }
    const std::vector<GivenCredentials> &givenCredentials() const { return m_given; }
    // What the user entered for a server (canonically); nullptr: nothing.
    const GivenCredentials *givenFor(const QString &server, GivenCredentials::Role role) const;
    // The tokens for a server: of its own address, else of the nearest one above it; nullptr: none.
    const Tokens *tokensFor(const QUrl &server) const;

    void keep(const Tokens &tokens);
    void keep(const Registration &registration);
    void keep(const GivenCredentials &given);
    void dropTokens(const QString &issuer, const QString &resource);
    void dropRegistration(const QString &issuer);
    void dropGiven(const QString &server, GivenCredentials::Role role);
    void dropAll();

    bool isPersistent() const { return m_store->isPersistent() && m_problem.isEmpty(); }
    // Why the credentials of this run are lost when it ends: a sentence; empty: the store has them.
    const QString &problem() const { return m_problem; }
    bool isWriting() const { return m_writing > 0 || !m_early.empty(); }

Q_SIGNALS:
    void changed();
    void problemChanged();
    void written(); // the store has everything

private:
    enum class State : std::uint8_t { Empty, Loading, Loaded };
    struct Waiter {
        QPointer<QObject> context;
        std::function<void()> done;
    };

    void drop(const QString &name);
    bool waitsForStore(std::function<void()> change);
    void readIndex(bool checked);
    void checkEmptiness();
    void parseIndex(const Secret &text);
    void parseEntry(const QString &name, const Secret &text);
    void readNext();
    void loaded();
    void write(const QString &name, const Secret &text);
    void erase(const QString &name);
    void writeIndex();
    void eraseOldForm(const GivenCredentials &given);
    void storeAnswered(const Result<void> &result);
    void setProblem(const Error &error);
    void recover(bool good);

    TokenStore *const m_store;
    State m_state = State::Empty;
    std::vector<Waiter> m_waiters;
    QStringList m_toRead; // names of entries
    std::vector<Tokens> m_tokens;
    std::vector<Registration> m_registrations;
    std::vector<GivenCredentials> m_given;
    QStringList m_oldNames; // of entries of m_given that the store has in the earlier form
    // Changes before the store was read: its index is written anew only when it is known.
    std::vector<std::function<void()>> m_early;
    QStringList m_gone; // entries that were dropped by them
    QString m_problem;
    bool m_isSilent = false; // the problem is that the store has not responded
    QStringList m_unerased; // entries that were dropped meanwhile
    int m_writing = 0;
};

} // namespace sonde::auth
