// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "base/result.h"
#include "wire/link/httpstate.h"

#include <QObject>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace sonde::wire {

// What lets requests pass at one server. Made on one thread and used on another: nothing of it
// changes but the mark that it was accepted.
class Authorization {
public:
    virtual ~Authorization() = default;
    // The fields for one request; those with a secret are marked so.
    virtual HttpHeaders headers(const QByteArray &method, const QUrl &url) const = 0;

    // The server has let a request pass with it, on whatever connection.
    void markAccepted() const { m_accepted = true; }
    bool wasAccepted() const { return m_accepted; }

private:
    mutable std::atomic<bool> m_accepted = false;
};
using AuthorizationPtr = std::shared_ptr<const Authorization>;

// What a server asked for: 401, or 403 with insufficient_scope (RFC 6750 section 3.1).
struct AuthorizationChallenge {
    int status = 0;
    HttpHeaders headers; // of the answer
    std::vector<Challenge> challenges;
    QString remoteAddress; // of the server
    AuthorizationPtr used; // that was sent with the request; nullptr: none
};

// The answer: what to send, or why there is nothing.
struct AuthorizationGiven {
    AuthorizationPtr authorization;
    std::optional<Error> error;
};

struct HeldRequest;

// Gets the authorization that a server wants. Lives on the thread of the clients that use it.
class Authorizer : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    // What is sent with every request to the server; nullptr: nothing.
    virtual AuthorizationPtr current() const = 0;
    // For all that ask at the same time only one is got. Errors are Domain::Authorization or
    // Cancelled.
    virtual RequestHandle authorize(const AuthorizationChallenge &request, QObject *context,
        std::function<void(Result<AuthorizationPtr>)> done) = 0;
    // What waits for it, and what became of that. Only for whoever looks.
    virtual void heldRequestChanged(const HeldRequest &) { }

Q_SIGNALS:
    void changed(); // current() is another
};

} // namespace sonde::wire
