// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/credentialcache.h"
#include "auth/flowrunner.h"
#include "auth/tokenauthorization.h"
#include "wire/link/authorizer.h"
#include "wire/link/heldrequest.h"

#include <map>
#include <memory>
#include <vector>

namespace sonde::auth {

// Gets tokens for one server when it wants them: from what is kept, by a refresh, else by a whole
// flow; and more rights when a token has too few. Whoever asks while that is under way waits for
// the same end.
class ServerAuthorizer final : public wire::Authorizer {
    Q_OBJECT
public:
    // 2025-11-25 basic/authorization, Step-Up Authorization Flow: a few times.
    static constexpr int kMaxStepUps = 3; // between two answers that ask for something else

    static constexpr std::size_t kMaxHeld = 200; // requests that are remembered

    struct Setup {
        FlowSetup flow;
        FlowRunner::Setup run;
        // A person answers what the runner asks; otherwise the first of several authorization
        // servers is taken, and a client id that nobody knows is a failure.
        bool interactive = false;
    };
    // The cache outlives it.
    ServerAuthorizer(const Setup &setup, CredentialCache &cache, QObject *parent = nullptr);
    ~ServerAuthorizer() override;

    // Reads what is kept, so that the first request has its token; `done` in any case.
    void prepare(QObject *context, std::function<void()> done);

    wire::AuthorizationPtr current() const override { return m_present; }
    RequestHandle authorize(const wire::AuthorizationChallenge &request, QObject *context,
        std::function<void(Result<wire::AuthorizationPtr>)> done) override;
    void heldRequestChanged(const wire::HeldRequest &held) override;

    // What a person asks for.
    void logIn(); // anew, whatever there is
    void refreshNow();
    void expireNow(); // the token is not used any more; a refresh token stays
    void logOut(); // revoke and forget
    void dropRegistration();
    void startOver(); // forget tokens and registration, and log in

    // The registrations for this server, unless the tokens of another server need them.
    std::vector<Registration> keptClients() const;
    std::vector<GivenCredentials> keptSecrets() const; // that the user entered for this server

    const Tokens *tokens() const { return m_cache.tokensFor(m_setup.flow.server); }
    FlowRunner &runner() { return m_runner; }
    FlowSetup &flowSetup() { return m_setup.flow; } // for the next run
    CredentialCache &cache() { return m_cache; }
    const std::optional<Error> &failure() const { return m_failure; } // of the newest run
    const std::optional<Rule> &failedRule() const { return m_failedRule; }
    // The requests that waited for the newest run, and those that had its token late.
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
    void decide(const wire::AuthorizationChallenge &request);
    bool adoptNonce(const wire::AuthorizationChallenge &request);
    bool isStepUpPointless(const wire::AuthorizationChallenge &request);
    void refuse(Rule rule, const QString &sentence);
    void run(Goal goal);
    const GivenCredentials *kept(GivenCredentials::Role role, const QString &clientId) const;
    FlowSetup completed() const;
    void keep(const FlowAction &action);
    void runFinished(const std::optional<Error> &error, const std::optional<Rule> &rule);
    void setPresent(wire::AuthorizationPtr present);
    void answerAll(const Result<wire::AuthorizationPtr> &answer);
    void answerSoon(const Result<wire::AuthorizationPtr> &answer);

    Setup m_setup;
    CredentialCache &m_cache;
    FlowRunner m_runner;
    wire::AuthorizationPtr m_present;
    std::vector<Waiter> m_waiters;
    std::vector<wire::HeldRequest> m_held;
    int m_lastWaiter = 0;
    bool m_busy = false; // something is under way for those who wait
    bool m_fresh = false; // a person has just authorized, and no request was let through since
    bool m_refreshed = false; // likewise by a refresh
    int m_stepUps = 0;
    std::optional<Error> m_failure;
    std::optional<Rule> m_failedRule;
};

} // namespace sonde::auth
