// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "mcp/client/client.h"
#include "models/findings/findinglist.h"
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
    QString elapsed{}; // since it is starting: "0:04"; empty at first
};

// A conversation between a host and a server that Sonde watches.
struct TapRow {
    QString name; // "Claude Code → weather"
    QString ended{}; // when: "13:48:02"; empty: it goes on
    QString toolTip{};
    int held = 0; // messages that wait for a decision
    QString transport{}; // "stdio"
};

// The list of servers: name, and in a second line how it is reached and what it is doing. Where
// there are taps, they are a second group; each group then has a row with its name and its count.
class ServerModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Roles {
        NameRole = Qt::UserRole + 1,
        DetailRole, // the second line: "stdio · 2025-11-25", "example.org · start failed"
        PlaceRole, // its first part, which may be elided: the state is what is looked for
        DetailIconRole, // before it: "globe" of one that is reached by URL, else empty
        StateRole, // mcp::ClientState as int
        IconNameRole, // "dot-on", "dot-off", "dot-wait", "dot-bad"; its colour is TextColorRole
        CurrentRole, // bool
        FlagRole, // Sign of the highest level of its findings; None without errors and warnings
        FlagCountRole, // of findings with that level; a text, empty without a flag
        IsGroupRole, // bool: the row names a group, and cannot be chosen
        CountRole, // how many rows the group has
        TapRole, // bool
        HeldRole, // how many of its messages wait at a breakpoint for a decision
    };
    // The marks are given under SignColorRole.
    explicit ServerModel(
        std::shared_ptr<ServerMarks> marks = std::make_shared<ServerMarks>(nullptr),
        QObject *parent = nullptr);

    // Servers that stay keep what is known of them.
    void setProfiles(const std::vector<config::Profile> &profiles);
    void setLive(const QString &name, const ServerLive &live);
    // Which requirements the messages of the server violate.
    void setViolated(const QString &name, const LevelCounts &violated);
    void setHeld(const QString &name, int messages); // of a server, at its breakpoints
    void setTaps(std::vector<TapRow> taps);
    void setCurrent(const QString &name); // the one the panels show; bold
    const QString &current() const { return m_current; }
    int rowOf(const QString &name) const;
    ServerLive live(const QString &name) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

    // "2025-11-25", "stopped", "starting 0:04", "start failed", …
    static QString stateText(const ServerLive &live);
    static QString spokenState(const ServerLive &live); // "connected, 2025-11-25"

private:
    struct Server {
        QString name;
        QString host; // empty: it is started
        QString address; // the command line, or the URL
        bool isDemo = false;
        ServerLive live;
        LevelCounts violated{};
        int held = 0;
    };
    static QString placeText(const Server &server); // "stdio", "example.org"
    void changed(int row);
    // Servers and taps in one list, with a row before each of the two if there are taps.
    bool hasGroups() const { return !m_taps.empty(); }
    int firstServer() const { return hasGroups() ? 1 : 0; }
    int firstTap() const { return firstServer() + int(m_servers.size()) + 1; }
    bool isGroup(int row) const;
    QVariant group(int row, int role) const;
    QVariant tap(const TapRow &tap, int role) const;
    QVariant server(const Server &server, int role) const;
    QVariant common(const QString &name, int role) const;
    Server *find(const QString &name);
    QString toolTip(const Server &server) const;
    QString spoken(const Server &server) const;

    std::shared_ptr<ServerMarks> m_marks;
    std::vector<Server> m_servers;
    std::vector<TapRow> m_taps;
    QString m_current;
};

} // namespace sonde::models
