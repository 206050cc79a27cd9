// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/lineframer.h"
#include "rpc/message.h"
#include "tap/relay/inlet.h"

#include <QObject>
#include <QSocketNotifier>

#include <string>
#include <string_view>

namespace sonde::cli {

// A command that uses a held server, on its socket: the messages that it sends, and those that it
// gets, a line each.
class HeldPeer : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxMessage = std::size_t(256) << 20; // bytes
    static constexpr std::size_t kMaxUnsent = std::size_t(256) << 20; // bytes; then it is left

    // `number`: from 1, of no other one. `unreadId`: as rpc::unreadId() returns it.
    HeldPeer(tap::Inlet socket, int number, std::string_view unreadId);

    int number() const { return m_number; }
    void send(std::string_view message);
    bool isGone() const { return m_isGone; }

    // It has opened a session, as a client of the server does.
    void setCapabilities(const json::Value &declared);
    bool isClient() const { return m_capabilities.isValid(); }
    json::Value capabilities() const { return m_capabilities.root(); }

Q_SIGNALS:
    void received(const sonde::rpc::Message &message); // a request, notification or response
    void left();

private:
    void read();
    void write();
    void leave();
    void receive(const rpc::Frame &frame);

    const tap::Inlet m_socket;
    const int m_number;
    const std::string_view m_unreadId;
    QSocketNotifier m_readable;
    QSocketNotifier m_writable;
    rpc::LineFramer m_lines{kMaxMessage};
    json::Document m_capabilities;
    std::string m_unsent;
    std::size_t m_sent = 0; // bytes of it
    bool m_isGone = false;
};

} // namespace sonde::cli
