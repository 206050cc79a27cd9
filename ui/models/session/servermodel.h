// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "mcp/client/client.h"
#include "models/trace/servermarks.h"

#include <QAbstractListModel>

#include <memory>
#include <vector>

namespace sonde::models {

// What is going on with a server right now.
struct ServerLive {
    mcp::ClientState state = mcp::ClientState::Stopped;
    QString revision; // when ready
    QString failure; // the sentence, when failed
    QString end{}; // of one that failed after it was connected: "killed by SIGSEGV"
    QString ago{}; // when that was: "3 min ago"
};

// The list of servers: name, and in a second line how it is reached and what it is doing.
class ServerModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Roles {
        NameRole = Qt::UserRole + 1,
        DetailRole, // the second line: "stdio · 2025-11-25", "example.org · start failed"
        DetailIconRole, // before it: "globe" of one that is reached by URL, else empty
        StateRole, // mcp::ClientState as int
        IconNameRole, // "dot-on", "dot-off", "dot-wait", "dot-bad"; its colour is TextColorRole
        CurrentRole, // bool
    };
    // The marks are given under SignColorRole.
    explicit ServerModel(
        std::shared_ptr<ServerMarks> marks = std::make_shared<ServerMarks>(nullptr),
        QObject *parent = nullptr);

    // Servers that stay keep what is known of them.
    void setProfiles(const std::vector<config::Profile> &profiles);
    void setLive(const QString &name, const ServerLive &live);
    void setCurrent(const QString &name); // the one the panels show; bold
    const QString &current() const { return m_current; }
    int rowOf(const QString &name) const;
    ServerLive live(const QString &name) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

    static QString stateText(const ServerLive &live); // "2025-11-25", "stopped", "start failed", …
    static QString spokenState(const ServerLive &live); // "connected, 2025-11-25"

private:
    struct Server {
        QString name;
        QString host; // empty: it is started
        QString address; // the command line, or the URL
        bool isDemo = false;
        ServerLive live;
    };
    void changed(int row);
    QString toolTip(const Server &server) const;

    std::shared_ptr<ServerMarks> m_marks;
    std::vector<Server> m_servers;
    QString m_current;
};

} // namespace sonde::models
