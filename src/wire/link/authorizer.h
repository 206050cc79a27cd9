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

// Error::code of authorize(): the server offers no way to get a token.
inline constexpr int kLoginNotOffered = 2;

// The authorization for one server, such as a bearer token. Created on one thread and used on
// another: immutable, except for the flag that the server accepted it.
class Authorization {
public:
    virtual ~Authorization() = default;
    // The headers for one request; secret ones are marked.
    virtual HttpHeaders headers(const QByteArray &method, const QUrl &url) const = 0;

    // Records that the server accepted a request with it, on any connection.
    void markAccepted() const { m_accepted = true; }
    bool wasAccepted() const { return m_accepted; }

private:
    mutable std::atomic<bool> m_accepted = false;
};
using AuthorizationPtr = std::shared_ptr<const Authorization>;

// The challenge of a server: 401, or 403 with insufficient_scope (RFC 6750 section 3.1).
struct AuthorizationChallenge {
    int status = 0;
    HttpHeaders headers; // of the response
    std::vector<Challenge> challenges;
    QString remoteAddress; // of the server
    AuthorizationPtr used; // the authorization of the request; nullptr: none
};

// The result: the authorization to send, or why there is none.
struct AuthorizationGiven {
    AuthorizationPtr authorization;
    std::optional<Error> error;
};

struct HeldRequest;

// Obtains the authorization that a server requires. Lives on the thread of the clients that use it.
class Authorizer : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    // The authorization sent with every request; nullptr: none.
    virtual AuthorizationPtr current() const = 0;
    // Concurrent calls share one authorization. Errors are Domain::Authorization or Cancelled.
    virtual RequestHandle authorize(const AuthorizationChallenge &request, QObject *context,
        std::function<void(Result<AuthorizationPtr>)> done) = 0;
    // Reports a new state of a request that is held until there is an authorization; for display.
    virtual void heldRequestChanged(const HeldRequest &) { }

Q_SIGNALS:
    void changed(); // current() has changed
};

} // namespace sonde::wire
