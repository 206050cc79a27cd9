// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"

#include <QObject>
#include <QStringList>

#include <cstddef>
#include <functional>
#include <map>
#include <memory>

namespace sonde::session {

// Further connections to connected servers, each in a revision that a person chose. They are open
// while the usual connection to their server is.
class RevisionConnections : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMax = 16; // over all servers

    // Makes a client that is not started, for a server that is connected.
    using Make =
        std::function<std::unique_ptr<mcp::Client>(const QString &server, const QString &revision)>;
    // Gets each client that is closed, in any state: it stops the client and deletes it after that.
    using End = std::function<void(std::unique_ptr<mcp::Client> client)>;

    RevisionConnections(Make make, End end, QObject *parent = nullptr);
    ~RevisionConnections() override; // closes all

    // Beyond kMax, and when the server has it already, nothing is added. Opened by setConnected().
    void add(const QString &server, const QString &revision);
    void remove(const QString &server, const QString &revision); // closes it
    // Opens those of the server, or closes them when its usual connection has ended. One that
    // failed is opened again after that.
    void setConnected(const QString &server, bool isConnected);
    // Removes those of all other servers.
    void retain(const QStringList &servers);

    QStringList of(const QString &server) const; // revisions, newest first
    // Null: the usual connection to the server is not open.
    mcp::Client *client(const QString &server, const QString &revision) const;

Q_SIGNALS:
    void stateChanged(); // of a connection

private:
    using Clients = std::map<QString, std::unique_ptr<mcp::Client>, std::greater<>>; // by revision

    std::size_t count() const;
    std::unique_ptr<mcp::Client> open(const QString &server, const QString &revision);
    void close(Clients &clients);

    const Make m_make;
    const End m_end;
    std::map<QString, Clients> m_clients; // by server
};

} // namespace sonde::session
