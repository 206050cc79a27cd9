// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/runner/serverauthorizer.h"

namespace sonde::mcp {
class Client;
}

namespace sonde::models {

// How far the authorization at a server is, as the person sees it who may have to do something.
struct AuthState {
    enum class Phase : std::uint8_t {
        Idle, // nothing is under way
        Working,
        Held, // before a request, because a person steps through the flow
        WantsPerson, // a page must be opened, and the user has not allowed it yet
        InBrowser, // the page is open; its redirect is waited for
        WantsChoice, // of an authorization server
        WantsClient, // a client id
        Failed, // the newest run
    };

    static AuthState of(auth::ServerAuthorizer &authorizer);
    // Of what the client of a server has; Idle where it has none.
    static auth::ServerAuthorizer *authorizerOf(const mcp::Client *client);

    bool isForPerson() const; // it goes on when a person does something
    QString sentence(const QString &server) const; // what is to be done; empty when Idle
    // The text of a button for a second way on, which takeOtherWay() goes; empty: there is none.
    QString otherWay() const;
    static void takeOtherWay(auth::ServerAuthorizer &authorizer);

    Phase phase = Phase::Idle;
    QUrl page; // of WantsPerson and InBrowser
    QString issuer; // that was chosen so far
    QStringList scopes; // that the page asks for
    QString notice; // about the browser; empty: it is the one that was chosen
    // Why no browser was started for the page, a sentence; the user can copy its URL. Empty: one
    // was.
    QString browserProblem;
    bool hasWindow = false; // of Sonde, for the page, where no browser was started
    // The page is asked for by a client of an earlier run, which the authorization server may have
    // forgotten: it tells that to the user only, in the page.
    bool isOldClient = false;
    bool hasKeychain = true; // what the user enters lasts longer than this run
    QString failure;
};

} // namespace sonde::models
