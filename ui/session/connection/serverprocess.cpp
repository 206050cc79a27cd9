// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/connection/serverprocess.h"

#include "mcp/client/client.h"
#include "platform/processinfo.h"
#include "session/connection/observation.h"

#include <utility>

namespace sonde::session {

pid_t processOf(const mcp::Client *client)
{
    if (!client)
        return 0;
    const mcp::ClientState state = client->state();
    const bool mayRun = state == mcp::ClientState::Starting || state == mcp::ClientState::Ready
        || state == mcp::ClientState::Stopping;
    return mayRun ? pid_t(client->startReport().pid) : 0;
}

// The number is the one that the tap has sent, whatever it is.
pid_t processOf(const Observation *observation)
{
    if (!observation || !observation->isLive() || observation->ends().isHttp())
        return 0;
    const qint64 pid = observation->ends().server;
    return pid > 0 && std::in_range<pid_t>(pid) ? pid_t(pid) : 0;
}

bool canBeLookedAt(pid_t process)
{
    return process > 0 && platform::isOwnProcess(platform::kProcessRoot, process);
}

} // namespace sonde::session
