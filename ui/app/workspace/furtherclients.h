// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/offers.h"
#include "config/profilestore.h"
#include "mcp/client/client.h"

#include <QObject>
#include <QString>

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace sonde::app {

class ServerResponses;

// Clients of servers of the workspace besides the usual ones, each with a revision that it tries
// first: a server that does not support it may choose another one, as it does for any client.
// The connection of each has a name of its own, for its messages and for what the server requests
// on it: two connections of a server may use the same ids at the same time.
class FurtherClients : public QObject {
    Q_OBJECT
public:
    // Both outlive it.
    FurtherClients(const config::ProfileStore &profiles, ServerResponses &responses);
    ~FurtherClients() override;

    // A client that is not started, for the server of a usual one; null: there is no profile of the
    // server. Its name is `title`, with a number behind it while another connection or a server has
    // that name.
    std::unique_ptr<mcp::Client> make(
        const mcp::Client &usual, const QString &revision, const QString &title);
    // The profiles have changed: the rules respond, and the roots are, as they say now.
    void adoptProfiles();
    // The server of a connection with that name, also of one that is closed; the name itself
    // where it is that of no further connection.
    QString serverOf(const QString &name) const;
    // Stops the client, so that its server ends as that of a usual connection does, and deletes
    // it then.
    void end(std::unique_ptr<mcp::Client> client);
    bool haveEnded() const { return m_ending.empty(); } // all that end() got
    // Deletes those of the server that are being ended: it is removed, or what they use is.
    void drop(const QString &server);

Q_SIGNALS:
    void ended(); // all that end() got

private:
    struct Further {
        QString server;
        mcp::Client *client = nullptr; // null: it is gone
        std::vector<config::Root> roots{}; // as the server knows them
    };

    QString freeName(const QString &title) const;
    void follow(const QString &name, mcp::Client *client);
    void knowStanding(const QString &name);
    void deleteEnded();
    void erase(const std::function<bool(const mcp::Client &)> &isMeant);

    const config::ProfileStore &m_profiles;
    ServerResponses &m_responses;
    std::map<QString, Further> m_further; // by name
    std::vector<std::unique_ptr<mcp::Client>> m_ending;
};

} // namespace sonde::app
