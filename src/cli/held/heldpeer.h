// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "mcp/client/client.h"
#include "rpc/lineframer.h"
#include "rpc/message.h"
#include "tap/relay/inlet.h"

#include <QObject>
#include <QSocketNotifier>

#include <map>
#include <string>
#include <string_view>

namespace sonde::cli {

// A command that uses a held server, on its socket. It is met as a server would meet it: its
// handshake gets the result that the held server sent first, its other requests go to the server
// byte for byte but for their ids, which are its own.
class HeldPeer : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxMessage = std::size_t(256) << 20;
    static constexpr std::size_t kMaxUnsent = std::size_t(256) << 20; // then it is left
    static constexpr std::size_t kMaxCalls = 1000; // at the same time

    // `number` is unique among those of the client, which outlives it.
    HeldPeer(tap::Inlet socket, int number, mcp::Client &client, QObject *parent);
    ~HeldPeer() override;

    void send(std::string_view message); // a line without its end
    bool isGone() const { return m_isGone; }

Q_SIGNALS:
    void left();
    void closeRequested();

private:
    void read();
    void write();
    void leave();
    void receive(const rpc::Frame &frame);
    void request(const rpc::Message &message);
    void notification(const rpc::Message &message);
    void greet(const rpc::Message &message);
    void pass(const rpc::Message &message);
    void respond(const rpc::Id &id, const Result<std::optional<mcp::Response>> &response);

    const tap::Inlet m_socket;
    const int m_number;
    mcp::Client &m_client;
    QSocketNotifier m_readable;
    QSocketNotifier m_writable;
    rpc::LineFramer m_lines{kMaxMessage};
    std::string m_unsent;
    std::map<rpc::Id, RequestHandle> m_calls; // by the ids of the command
    std::int64_t m_last = 0;
    bool m_isGone = false;
};

} // namespace sonde::cli
