// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/held/heldcalls.h"
#include "cli/held/heldpeer.h"
#include "cli/held/keeperprocess.h"
#include "cli/held/parkedrequests.h"
#include "cli/server/serverlink.h"

#include <QObject>
#include <QSocketNotifier>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace sonde::cli {

class Output;

// Keeps one server open for the commands that come to its socket. A command is met as a server
// would meet it: its handshake gets the result that the held server sent first, its other requests
// go to the server. It ends when the server does, when it is closed, and when no command has used
// it for a while.
class HeldServer : public QObject {
    Q_OBJECT
public:
    // At the same time. Further commands are refused, with the reason, but can still close it.
    static constexpr std::ptrdiff_t kMaxClients = 250;
    static constexpr std::size_t kMaxPeers = 300; // with those that have opened no session

    struct Setup {
        QString name;
        QString target; // what is started or connected to, without secrets
        QString recording; // path; empty: nothing is recorded
        std::optional<std::chrono::milliseconds> idle; // nothing: that does not end it
    };

    // The others outlive it.
    HeldServer(Setup setup, const Options &options, rpc::TrafficSink *traffic,
        KeeperProcess &process, Output &out, Output &err);
    ~HeldServer() override;

    void start();
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void open();
    void accept();
    Bytes refusal(std::string_view id) const; // of one command too many
    void drop();
    void close();
    void awaitUse();
    void endWhenIdle();
    void receive(HeldPeer &peer, const rpc::Message &message);
    void request(HeldPeer &peer, const rpc::Message &message);
    void cancelCall(HeldPeer &peer, const rpc::Message &message);
    void notification(const HeldPeer &peer, const rpc::Message &message);
    void greet(HeldPeer &peer, const rpc::Message &message);
    void respond(HeldPeer &peer, const rpc::Message &message);
    void hear(const rpc::Message &notification);
    void deliver(int peer, std::string_view message);
    std::string state(); // a JSON object

    const Setup m_setup;
    KeeperProcess &m_process;
    Output &m_out;
    const std::int64_t m_since; // steady nanoseconds
    std::vector<std::unique_ptr<HeldPeer>> m_peers;
    HeldCalls m_calls;
    ParkedRequests m_requests;
    ServerLink m_link; // below these, which its client calls
    tap::Inlet m_listening;
    std::unique_ptr<QSocketNotifier> m_accepts;
    int m_last = 0; // number of a peer
    QTimer m_idle;
};

} // namespace sonde::cli
