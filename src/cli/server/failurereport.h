// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "cli/options/options.h"

namespace sonde::mcp {
class Client;
}

namespace sonde::cli {

class Output;
class ServerAccess;

// Explains on standard error why a command failed, with the evidence and what to do next.
class FailureReport {
public:
    // All of them outlive it. `access`: gets tokens for the server; nullptr: nothing does.
    FailureReport(
        const Options &options, const mcp::Client &client, Output &err, ServerAccess *access);

    void error(const Error &error); // of a request
    void failedStart(); // of the client
    void lostServer();
    // Reports non-protocol output on stdout after a successful run.
    void discardedInput();

private:
    void evidence(const Error &error);
    void authorization(const Error &error);

    const Options &m_options;
    const mcp::Client &m_client;
    Output &m_err;
    ServerAccess *const m_access;
    bool m_hasReportedDiscarded = false;
};

// The exit code for an error of this domain.
int exitCodeOf(Domain domain);

} // namespace sonde::cli
