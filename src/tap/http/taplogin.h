// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/link/authorizer.h"

#include <functional>
#include <optional>

namespace sonde::tap {

// The authorization by Sonde of one request that the server refuses without it.
class TapLogin {
public:
    // The authorizer outlives it; nullptr: the host authorizes itself.
    explicit TapLogin(wire::Authorizer *authorizer)
        : m_authorizer(authorizer)
    {
    }

    // Whether the response is a refusal that an authorization may meet. It is then kept, and the
    // host does not get it.
    bool keepsRefusal(const wire::HttpRequest &request, const wire::HttpHead &head);
    bool hasRefusal() const { return m_refusal.has_value(); }
    void forgetRefusal() { m_refusal.reset(); }

    // Asks for an authorization that meets the refusal. `used` is the one of the request.
    void authorize(const wire::AuthorizationPtr &used, QObject *context,
        std::function<void(Result<wire::AuthorizationPtr>)> done);
    void cancel() { m_request.cancel(); }

private:
    wire::Authorizer *const m_authorizer;
    std::optional<wire::HttpHead> m_refusal;
    int m_authorizations = 0;
    RequestHandle m_request;
};

} // namespace sonde::tap
