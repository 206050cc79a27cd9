// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "cli/hosts/bridgeprotocol.h"
#include "cli/options/options.h"
#include "rpc/lineframer.h"
#include "tap/http/crossingbreakpoints.h"
#include "tap/record/taprecording.h"
#include "wire/http/httptarget.h"
#include "wire/link/lifecyclelog.h"
#include "wire/link/link.h"

#include <QObject>
#include <QSocketNotifier>
#include <QTimer>

#include <memory>
#include <optional>
#include <set>
#include <span>

namespace sonde::cli {

class Output;
class ServerAccess;

// The command tap --stdio: a host starts it as a server on stdio, and it is the client of a server
// with a URL, which logs in where the server demands it. Messages pass unchanged; what only HTTP
// has (sessions, streams and their resumption, headers) is the client's own affair.
class StdioBridge : public QObject, private tap::CrossingBreakpoints::Connection {
    Q_OBJECT
public:
    StdioBridge(const Options &options, Output &out, Output &err, QObject *parent = nullptr);
    ~StdioBridge() override;

    void start();
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    using Passed = tap::CrossingBreakpoints::Passed;
    using Shown = tap::CrossingBreakpoints::Shown;

    // The host's `initialize`, until the server has responded to it: which transport it has is not
    // known before.
    struct Opening {
        rpc::Message request;
        Bytes refusal{}; // the server's response to it over Streamable HTTP
    };

    void record();
    void open();
    bool triesSse(const rpc::Id &request, int status, const Bytes &refusal);
    void nameHost(const rpc::Message &request);
    void readInput();
    void passOn(const Bytes &line);
    void takeFromHost(const rpc::Message &message);
    void send(const rpc::Message &message, bool isRecorded);
    void receive(std::span<wire::Event> events);
    bool receive(const wire::Event &event); // false: it was the last one
    void deliver(const wire::Received &received);
    void write(const rpc::Message &message);
    void fail(const wire::StartFailed &failed);
    void settle(const rpc::Message &message);
    void settle(const rpc::Id &request);

    void recordGate(rpc::TrafficSink *traffic);
    bool showsGate(rpc::Channel channel, const Bytes &message) const;
    void passToServer(const Passed &passed) override;
    void passToClient(const Passed &passed) override;
    void messageDropped(const Shown &) override { } // nothing is passed on, as over stdio
    void messageKept(const Shown &) override { } // the window finds it in the recording
    void directionClosed(rpc::Channel channel) override;
    void waitingChanged() override;
    void refuse(const wire::Refused &refused);
    void authorize(const wire::AuthorizationChallenge &challenge);
    void losePatience();
    void setReading(bool reads);
    void endInput();
    void stop(int exitCode);
    void end();

    const Options m_options;
    const QString m_name;
    Output &m_out;
    Output &m_err;
    tap::HttpBreakpoints m_breakpoints;
    tap::Announcement m_announcement;
    tap::TapRecording m_recording;
    std::unique_ptr<ServerAccess> m_access; // nullptr: the user has set the authorization
    wire::LifecycleLog m_gateLog;
    tap::CrossingBreakpoints m_gate;
    wire::HttpTarget m_target;
    std::unique_ptr<wire::Link> m_link;
    int m_connection = 0; // in the recording
    std::optional<Opening> m_opening;
    BridgeProtocol m_protocol;
    rpc::LineFramer m_lines;
    QSocketNotifier m_input;
    bool m_reads = false; // of the input
    std::set<rpc::Id> m_pending; // requests of the host
    QTimer m_patience; // with pending requests after the end of input
    bool m_isHostNamed = false;
    std::optional<int> m_exitCode; // it is being stopped
    RequestHandle m_authorization;
};

} // namespace sonde::cli
