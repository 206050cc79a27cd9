// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/snapshot.h"

#include <deque>
#include <memory>
#include <string>
#include <string_view>

namespace sonde::agent {

// What servers offered when they were looked at, the newest looks only.
class Looks {
public:
    static constexpr std::size_t kMax = 20;
    using Look = std::shared_ptr<const changes::Snapshot>;

    // `server` as Connections::keyOf().
    void add(std::string server, QString connection, changes::Snapshot snapshot);
    Look last(std::string_view server) const; // null: there was none
    Look lastOf(const QString &connection) const;

private:
    struct Kept {
        std::string server;
        QString connection;
        Look look;
    };
    std::deque<Kept> m_kept; // the newest first
};

} // namespace sonde::agent
