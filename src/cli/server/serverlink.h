// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/options.h"
#include "cli/output/exitcode.h"
#include "cli/server/failurereport.h"
#include "cli/server/knownserver.h"
#include "mcp/client/client.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

namespace sonde::cli {

class Responses;
class Output;
class ServerAccess;

// Errors of the process that keeps an open server (--on), which are none of the server. The call
// goes on, while the server waits for a response to a request of its own: the message says how that
// is given. Or the connection was lost before the response. Or as many commands use the server as
// can.
inline constexpr int kParkedCode = -32080;
inline constexpr int kLostCode = -32081;
inline constexpr int kFullCode = -32082;
bool isOfKeeper(const Options &options, const Error &error);
int exitCodeOfKeeper(int code);

// The server of a command or of a shell: starts it, reports what fails, and stops it.
class ServerLink : public QObject {
    Q_OBJECT
public:
    // All of them outlive it. `adjust` has the last word on how the client is set up.
    using Adjust = std::function<void(mcp::ClientConfig &)>;
    ServerLink(const Options &options, rpc::TrafficSink *traffic, Output &err,
        QObject *parent = nullptr, const Adjust &adjust = {});
    ~ServerLink() override;

    void start();
    // Stops the server; finished() follows. The first exit code counts.
    void end(int exitCode);
    // Reports the error, and ends.
    void fail(const Error &error);
    void failAfterEnd(const Error &error); // counts more than what ended it
    void abandon(int exitCode); // finished() at once, while the server is still being stopped

    bool isReady() const { return m_wasReady && !m_exitCode; }
    bool isEnding() const { return m_exitCode.has_value(); }
    mcp::Client &client() { return m_client; }
    FailureReport &report() { return m_report; }

Q_SIGNALS:
    void ready();
    void closing(); // results from now on come too late
    void finished(int exitCode);

private:
    void reportWaiting();
    void clientChanged();
    void reportFailure(); // the connection was lost, or never came to be

    const Options &m_options;
    Output &m_err;
    KnownServer m_known;
    std::unique_ptr<ServerAccess> m_access; // nullptr: no authorization is obtained
    std::unique_ptr<Responses> m_responses; // nullptr: no capabilities are declared
    mcp::Client m_client;
    FailureReport m_report;
    std::optional<int> m_exitCode; // once known; what remains is to stop the server
    QString m_waitingFor; // as it was reported
    bool m_wasReady = false;
    bool m_finished = false;
};

} // namespace sonde::cli
