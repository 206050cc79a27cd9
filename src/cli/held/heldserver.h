// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/held/heldpeer.h"
#include "cli/held/keeperprocess.h"
#include "cli/server/serverlink.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <vector>

namespace sonde::cli {

class Output;

// Keeps one server open for the commands that come to its socket. It ends when the server does,
// when it is closed, and when no command has come for a while.
class HeldServer : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxPeers = 32; // at the same time; further ones are left at once

    // The others outlive it.
    HeldServer(QString name, std::chrono::milliseconds idle, const Options &options,
        rpc::TrafficSink *traffic, KeeperProcess &process, Output &out, Output &err);
    ~HeldServer() override;

    void start();
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void open();
    void accept();
    void drop();
    void close();
    void pass(const rpc::Message &notification);

    const QString m_name;
    KeeperProcess &m_process;
    Output &m_out;
    ServerLink m_link;
    tap::Inlet m_listening;
    std::unique_ptr<QSocketNotifier> m_accepts;
    std::vector<std::unique_ptr<HeldPeer>> m_peers;
    int m_last = 0; // number of a peer
    QTimer m_idle;
};

} // namespace sonde::cli
