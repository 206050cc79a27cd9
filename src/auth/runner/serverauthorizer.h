// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/tokenauthorization.h"
#include "auth/runner/flowrunner.h"
#include "auth/store/credentialcache.h"
#include "wire/link/authorizer.h"
#include "wire/link/heldrequest.h"

#include <map>
#include <memory>
#include <vector>

namespace sonde::auth {

// Gets tokens for one server when it requires them: from the keychain, by a refresh, else by a
// whole flow; and additional scopes when a token has too few. Requests for authorization during a
// run wait for the end of that run.
class ServerAuthorizer final : public wire::Authorizer {
    Q_OBJECT
public:
    // 2025-11-25 basic/authorization, Step-Up Authorization Flow: a few times.
    static constexpr int kMaxStepUps = 3; // in a row

    static constexpr std::size_t kMaxHeld = 200; // requests that are remembered

    struct Setup {
        FlowSetup flow;
        FlowRunner::Setup run;
        // The user chooses an authorization server and enters a client id; otherwise the first of
        // several servers is chosen, and an unknown client id is a failure.
        bool interactive = false;
    };
    // The cache outlives it.
    ServerAuthorizer(const Setup &setup, CredentialCache &cache, QObject *parent = nullptr);
    ~ServerAuthorizer() override;

    // Reads the keychain, so that the first request has its token; `done` is called in any case.
    void prepare(QObject *context, std::function<void()> done);

    wire::AuthorizationPtr current() const override { return m_present; }
    RequestHandle authorize(const wire::AuthorizationChallenge &request, QObject *context,
        std::function<void(Result<wire::AuthorizationPtr>)> done) override;
    void heldRequestChanged(const wire::HeldRequest &held) override;

    // The user's commands.
    void logIn(); // again, even with a valid token
    void refreshNow();
    void expireNow(); // marks the token as expired; a refresh token stays
    void logOut(); // revoke and remove the tokens
    // Of the clients that the next login would use, whether there are tokens or not. A run ends
    // that uses one.
    void dropRegistration();
    bool hasRegistration() const;
    // The run that is under way waits for a login with a client of an earlier run.
    bool usesOldRegistration() const;
    void startOver(); // remove tokens and registration, and log in; also while a run waits

    // The registrations for this server, unless the tokens of another server need them.
    std::vector<Registration> keptClients() const;
    std::vector<GivenCredentials> keptSecrets() const; // that the user entered for this server

    const Tokens *tokens() const { return m_cache.tokensFor(m_setup.flow.server); }
    FlowRunner &runner() { return m_runner; }
    FlowSetup &flowSetup() { return m_setup.flow; } // for the next run
    CredentialCache &cache() { return m_cache; }
    const std::optional<Error> &failure() const { return m_failure; } // of the newest run
    const std::optional<AuthRule> &failedRule() const { return m_failedRule; }
    // The requests that waited for the newest run.
    const std::vector<wire::HeldRequest> &held() const { return m_held; }

Q_SIGNALS:
    void runEnded(); // failure() says how
    void heldChanged();

private:
    struct Waiter {
        int number;
        QPointer<QObject> context;
        std::function<void(Result<wire::AuthorizationPtr>)> done;
    };

    bool isEnough(const Tokens &tokens) const;
    QStringList registeredIssuers() const;
    void decide(const wire::AuthorizationChallenge &request);
    bool adoptNonce(const wire::AuthorizationChallenge &request);
    bool isStepUpPointless(const wire::AuthorizationChallenge &request);
    void refuse(AuthRule rule, const QString &sentence);
    void run(Goal goal);
    const GivenCredentials *kept(GivenCredentials::Role role, const QString &clientId) const;
    FlowSetup completed() const;
    void keep(const CredentialAction &action);
    void runFinished(const std::optional<Error> &error, const std::optional<AuthRule> &rule);
    void setPresent(wire::AuthorizationPtr present);
    void respondToAll(const Result<wire::AuthorizationPtr> &response);
    void respondSoon(const Result<wire::AuthorizationPtr> &response);

    Setup m_setup;
    CredentialCache &m_cache;
    FlowRunner m_runner;
    wire::AuthorizationPtr m_present;
    std::vector<Waiter> m_waiters;
    std::vector<wire::HeldRequest> m_held;
    int m_lastWaiter = 0;
    bool m_busy = false; // a decision or a run is under way for the waiters
    bool m_fresh = false; // the token is from a login, and no request succeeded with it yet
    bool m_refreshed = false; // the token is from a refresh, and no request succeeded with it yet
    int m_stepUps = 0;
    std::optional<Error> m_failure;
    std::optional<AuthRule> m_failedRule;
};

} // namespace sonde::auth
