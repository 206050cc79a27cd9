// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/rowtable.h"
#include "models/signs/sign.h"

#include <QStringList>

#include <cstddef>
#include <vector>

namespace sonde::models {

// A server that a call may go to, as it is connected or on a connection of its own.
struct FanServer {
    QString name{};
    QString revision{}; // the negotiated one; empty: it is not connected
    QString obstacle{}; // why the server cannot get the call; empty: it can
    bool isDestructive = false; // the server says so of its tool
    bool isChosen = false;
    bool isDecided = false; // by a person, whether it is chosen
    QString misfit{}; // the first value of the arguments that does not fit its schema; empty: none
    QStringList offered{}; // the revisions that its transport can be asked for
    QString asked{}; // the revision of the connection of its own; empty: the usual connection

    // The name, and the revision that is asked for: in recordings, too, and so in no language.
    QString title() const;
    bool isSame(const FanServer &other) const { return name == other.name && asked == other.asked; }
};

// The servers that a call may go to, each with a check box, and whether it can get the call.
class FanServerModel : public RowTable<FanServer> {
    Q_OBJECT
public:
    enum Columns { NameColumn, RevisionColumn, StateColumn, ColumnCount };

    explicit FanServerModel(QObject *parent = nullptr);

    // What a person chose stays so, also while a server cannot get the call. Of a server that is
    // new, or could not get it, `isChosen` counts. One that begins to mark the tool destructive, or
    // marks it so after it could not get the call, is not chosen any more.
    void setServers(std::vector<FanServer> servers);
    std::vector<FanServer> chosenServers() const; // those that can get the call
    QStringList chosen() const; // their titles
    QStringList chosenDestructive() const; // titles
    const FanServer &server(int row) const { return rows()[std::size_t(row)]; }
    int rowOf(const FanServer &server) const; // -1: there is none
    // The revisions for which the server has rows of their own.
    QStringList askedOf(const QString &name) const;
    std::size_t askedCount() const; // of all servers

    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

protected:
    QVariant cell(const FanServer &server, const QModelIndex &index, int role) const override;
    QString title(int column) const override;

private:
    QStringList titlesOf(bool (*isMeant)(const FanServer &)) const;
    QString text(const FanServer &server, int column) const;
};

} // namespace sonde::models
