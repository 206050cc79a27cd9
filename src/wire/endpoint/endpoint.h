// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httptarget.h"
#include "wire/process/launch.h"

#include <QUrl>

#include <memory>
#include <utility>
#include <variant>

namespace sonde::wire {

class MessageTransport;
struct TransportContext;

// What the transport to an endpoint has, and what can be done with it.
struct EndpointTraits {
    bool hasProcess = false;
    bool hasStderr = false;
    bool sendsLines = false;
    bool hasExchanges = false;
    bool canBeAuthorized = false;
};

// What a connection goes to: a program that is started, or a URL. Others ask it what its transport
// has, instead of concluding it from the kind of endpoint.
class Endpoint {
public:
    Endpoint() = default; // a program without a name, which cannot be started
    Endpoint(Launch launch)
        : m_address(std::move(launch))
    {
    }
    Endpoint(HttpTarget target)
        : m_address(std::move(target))
    {
    }

    // A process that is started for each connection and ends with it.
    bool hasProcess() const { return traits().hasProcess; }
    // Diagnostics that are not messages.
    bool hasStderr() const { return traits().hasStderr; }
    // Each message is a line, and all that is received is expected to be such lines.
    bool sendsLines() const { return traits().sendsLines; }
    // Each message is sent in an HTTP request of its own, with headers.
    bool hasExchanges() const { return traits().hasExchanges; }
    // The server may require OAuth tokens.
    bool canBeAuthorized() const { return traits().canBeAuthorized; }

    // The server may, and no header that the user set does it already.
    bool needsAuthorizer() const;

    // nullptr for another kind of endpoint.
    const Launch *launch() const { return std::get_if<Launch>(&m_address); }
    Launch *launch() { return std::get_if<Launch>(&m_address); }
    const HttpTarget *target() const { return std::get_if<HttpTarget>(&m_address); }
    HttpTarget *target() { return std::get_if<HttpTarget>(&m_address); }

    QUrl url() const; // empty without one

    // A transport for one connection, on the thread of the caller.
    std::unique_ptr<MessageTransport> makeTransport(const TransportContext &context) const;

private:
    const EndpointTraits &traits() const;

    std::variant<Launch, HttpTarget> m_address;
};

} // namespace sonde::wire
