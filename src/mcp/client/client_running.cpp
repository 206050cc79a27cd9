// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/client.h"

#include "mcp/client/connection.h"

// The requests of a client that wait for their answers.
namespace sonde::mcp {

int Client::pendingCount() const
{
    const Connection *open = connection();
    return open ? static_cast<int>(open->session().pendingCount()) : 0;
}

std::vector<RunningCall> Client::running() const
{
    const Connection *open = connection();
    return open ? open->session().running() : std::vector<RunningCall>();
}

std::vector<GivenUpCall> Client::givenUp() const
{
    const Connection *open = connection();
    if (!open)
        return {};
    const auto &calls = open->session().givenUp();
    return {calls.begin(), calls.end()};
}

void Client::forgetGivenUp(std::int64_t token)
{
    if (Connection *open = connection())
        open->forgetGivenUp(token);
}

bool Client::extendRunning(std::int64_t token, std::chrono::milliseconds by)
{
    Connection *open = connection();
    return open && open->extend(token, by);
}

void Client::cancelRunning(std::int64_t token)
{
    if (Connection *open = connection())
        open->cancel(token);
}

} // namespace sonde::mcp
