// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/credentials.h"
#include "auth/tokenstore.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <vector>

namespace sonde::auth {

// All credentials there are: tokens by issuer and resource, registrations by issuer. It works in
// memory and writes through to a store; when that fails the run goes on, and problem() says so.
// Nothing is ever written anywhere else.
class CredentialCache : public QObject {
    Q_OBJECT
public:
    explicit CredentialCache(TokenStore *store, QObject *parent = nullptr); // which outlives it

    // Reads what the store has, once; `done` also runs when that fails.
    void load(QObject *context, std::function<void()> done);
    bool isLoaded() const { return m_state == State::Loaded; }

    const std::vector<Tokens> &tokens() const { return m_tokens; }
    const std::vector<Registration> &registrations() const { return m_registrations; }
    // The tokens for a server: of its own address, else of the nearest one above it; nullptr: none.
    const Tokens *tokensFor(const QUrl &server) const;

    void keep(const Tokens &tokens);
    void keep(const Registration &registration);
    void dropTokens(const QString &issuer, const QString &resource);
    void dropRegistration(const QString &issuer);
    void dropAll();

    bool isPersistent() const { return m_store->isPersistent() && m_problem.isEmpty(); }
    // Why what is got in this run will be gone with it: a sentence; empty: it is kept.
    const QString &problem() const { return m_problem; }
    bool isWriting() const { return m_writing > 0 || !m_early.empty(); }

Q_SIGNALS:
    void changed();
    void problemChanged();
    void written(); // nothing is under way to the store any more

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
    void readNext();
    void loaded();
    void write(const QString &name, const Secret &text);
    void erase(const QString &name);
    void writeIndex();
    void storeAnswered(const Result<void> &result);
    void setProblem(const Error &error);

    TokenStore *const m_store;
    State m_state = State::Empty;
    std::vector<Waiter> m_waiters;
    QStringList m_toRead; // names of entries
    std::vector<Tokens> m_tokens;
    std::vector<Registration> m_registrations;
    // Changes before the store was read: its index is written anew only when it is known.
    std::vector<std::function<void()>> m_early;
    QStringList m_gone; // entries that were dropped by them
    QString m_problem;
    int m_writing = 0;
};

} // namespace sonde::auth
