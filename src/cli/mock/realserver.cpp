// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mock/realserver.h"

namespace sonde::cli {

void RealServer::carryOut(const mock::Action &action, const mock::MockSession &session)
{
    using Kind = mock::Action::Kind;
    if (action.kind == Kind::OpenServer)
        open(session.client());
    else if (action.kind == Kind::PassOn)
        passOn(action.passage, action.bytes);
    else if (action.kind == Kind::Abandon)
        abandon(action.passage);
    else if (action.kind == Kind::Tell)
        tell(action.bytes);
}

void RealServer::deliverTo(mock::MockSession &session, mock::Nanoseconds now)
{
    for (const Delivery &delivery : std::exchange(m_deliveries, {}))
        session.deliver(delivery.passage, delivery.message, now);
}

} // namespace sonde::cli
