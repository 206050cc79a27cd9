// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/taplogin.h"

#include "wire/streamable/authorizationhold.h"

#include <utility>

namespace sonde::tap {

namespace {

constexpr int kMaxAuthorizations = 4; // for one request: a login, and scopes that were missing

} // namespace

bool TapLogin::keepsRefusal(const wire::HttpRequest &request, const wire::HttpHead &head)
{
    // Ending a session is not worth a login.
    if (!m_authorizer || m_authorizations >= kMaxAuthorizations || request.method == "DELETE"
        || !wire::AuthorizationHold::asksForMore(head))
        return false;
    m_refusal = head;
    return true;
}

void TapLogin::authorize(const wire::AuthorizationPtr &used, QObject *context,
    std::function<void(Result<wire::AuthorizationPtr>)> done)
{
    ++m_authorizations;
    wire::AuthorizationChallenge challenge;
    challenge.status = m_refusal->status;
    challenge.headers = m_refusal->headers;
    challenge.challenges = wire::parseChallenges(m_refusal->headers);
    challenge.used = used;
    m_request = m_authorizer->authorize(challenge, context, std::move(done));
}

} // namespace sonde::tap
