// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/identity.h"

#include <QString>

#include <map>
#include <optional>
#include <set>

namespace sonde::models {

// Which findings the last connection of each server had, so that those of the next one can be told
// to be new. Only connections count on which both parties follow a revision. A file for each server
// keeps them for the next run.
class LastFindings {
public:
    static constexpr std::size_t kMaxKept = 2000; // identities of a connection

    // The folder of the settings; empty: nothing is known of earlier runs.
    explicit LastFindings(const QString &folder = {});
    ~LastFindings(); // saves

    // What happened on a connection; connections of a server are numbered upwards, and what is
    // told about an earlier one is ignored. Returns whether it is the first of its connection.
    bool connected(const QString &server, int connection); // both parties follow a revision
    bool found(const QString &server, int connection, const findings::Identity &identity);

    // Whether the server's last connection before that one did not have it. Nothing is new on the
    // first connection of a server, nor on one that was followed by another one.
    bool isNew(const QString &server, int connection, const findings::Identity &identity) const;

    // The server has another name from now on, under which its next connection is compared with its
    // last one. A server that is added later with the old name begins without.
    void rename(const QString &server, const QString &newName);
    // Writes what the newest connections have.
    void save();

private:
    struct Found {
        std::set<findings::Identity> identities;
        bool isCut = false; // there were more than kMaxKept
    };
    struct Known {
        std::optional<Found> previous;
        Found current;
        int connection = 0;
        bool isConnected = false;
        bool isSaved = true;
    };

    Known &of(const QString &server);
    bool begin(Known &known, int connection) const;
    QString fileOf(const QString &server) const;
    std::optional<Found> load(const QString &server) const;

    QString m_folder;
    std::map<QString, Known> m_known; // by server
};

} // namespace sonde::models
