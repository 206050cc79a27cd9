// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/breakpoint/controllink.h"
#include "wire/link/linkworker.h"

#include <QThread>

#include <memory>

namespace sonde::tap {

class BreakpointPort;

// The window's end of the breakpoints of Sonde's own connections to one server, one after the
// other.
class OwnLink final : public ControlLink {
    Q_OBJECT
public:
    // `wire` is the thread of the connections; nullptr: the current one.
    explicit OwnLink(QThread *wire, QObject *parent = nullptr);
    ~OwnLink() override;

    // Puts the breakpoints into the connections that are made from now on.
    wire::DecorateTransport decorator(TapTransport transport);

    TapTransport transport() const override { return m_transport; }
    void say(const std::string &line) override;
    bool isOpen() const override { return m_isOpen; }

Q_SIGNALS:
    void opened(); // a connection, after which its lines come
    // What a composed request has got, which the side that did not send it never sees.
    void kept(sonde::rpc::Channel channel, const sonde::Bytes &response);

private:
    std::shared_ptr<BreakpointPort> m_port; // shared with the connections
    TapTransport m_transport = TapTransport::Stdio;
    bool m_isOpen = false;
};

} // namespace sonde::tap
