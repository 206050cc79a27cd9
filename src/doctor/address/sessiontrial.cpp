// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/sessiontrial.h"

#include "doctor/address/browserjudge.h"

namespace sonde::doctor {

SessionTrial::SessionTrial(const AddressRequests &requests, const QUrl &url)
    : m_requests(requests)
    , m_url(url)
    , m_step(requests.dialect().era() == mcp::Era::Modern ? Step::Listening : Step::Initialized)
{
}

std::optional<SessionTrial::Sent> SessionTrial::next(const AddressFacts &facts) const
{
    const AddressRequests::Session session{facts.session, facts.revision.toUtf8()};
    switch (m_step) {
    case Step::Initialized:
        return Sent{m_requests.message(m_url, m_requests.dialect().afterOpening(), session)};
    case Step::Ping:
        return Sent{m_requests.message(m_url, rpc::request("2", "ping", {}), session)};
    case Step::Listening: // how long it is quiet is not waited for
        return Sent{m_requests.listening(m_url, session), true};
    case Step::Preflight:
        return Sent{preflightRequest(m_url, facts)};
    case Step::Browser: {
        Sent sent{facts.isModern
                ? m_requests.opening(m_url)
                : m_requests.message(m_url, rpc::request("3", "ping", {}), session)};
        sent.request.headers.add("Origin", kBrowserOrigin);
        return sent;
    }
    case Step::End: // 2025-11-25 basic/transports#session-management
        if (!session.id.isEmpty())
            return Sent{m_requests.removal(m_url, session)};
        break;
    case Step::Done:
        break;
    }
    return std::nullopt;
}

void SessionTrial::received(const Fetched &fetched, AddressFacts &facts)
{
    m_step = after(fetched, facts);
}

SessionTrial::Step SessionTrial::after(const Fetched &fetched, AddressFacts &facts) const
{
    switch (m_step) {
    case Step::Initialized:
        return Step::Ping;
    case Step::Ping:
        facts.next = fetched;
        return fetched.message() ? Step::Listening : Step::End;
    case Step::Listening: // 2025-11-25 basic/transports#listening-for-messages-from-the-server
        facts.listening = fetched;
        // With an Origin of the user, who asks is known.
        return m_requests.hasHeader("Origin") ? Step::End : Step::Preflight;
    case Step::Preflight:
        facts.preflight = fetched;
        return allowsBrowsers(fetched) ? Step::Browser : Step::End;
    case Step::Browser:
        facts.toBrowser = fetched;
        return Step::End;
    case Step::End:
    case Step::Done:
        break;
    }
    return Step::Done;
}

} // namespace sonde::doctor
