// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/fanout/fanservermodel.h"

#include <QStringBuilder>

#include <algorithm>
#include <iterator>
#include <utility>

namespace sonde::models {

namespace {

bool canBeCalled(const FanServer &server)
{
    return server.obstacle.isEmpty();
}

bool isToBeCalled(const FanServer &server)
{
    return server.isChosen && canBeCalled(server);
}

} // namespace

QString FanServer::title() const
{
    return asked.isEmpty() ? name : QString(name % u", " % asked);
}

FanServerModel::FanServerModel(QObject *parent)
    : RowTable(ColumnCount, parent)
{
}

void FanServerModel::setServers(std::vector<FanServer> servers)
{
    for (FanServer &server : servers) {
        const auto known = std::find_if(rows().begin(), rows().end(),
            [&server](const FanServer &each) { return each.isSame(server); });
        if (known == rows().end() || !(known->isDecided || canBeCalled(*known)))
            continue;
        const bool isNewlyDestructive = server.isDestructive && !known->isDestructive;
        server.isDecided = known->isDecided;
        server.isChosen = known->isChosen && !isNewlyDestructive;
    }
    setRows(std::move(servers));
}

QStringList FanServerModel::titlesOf(bool (*isMeant)(const FanServer &)) const
{
    QStringList titles;
    for (const FanServer &server : rows()) {
        if (isMeant(server))
            titles += server.title();
    }
    return titles;
}

std::vector<FanServer> FanServerModel::chosenServers() const
{
    std::vector<FanServer> chosen;
    std::copy_if(rows().begin(), rows().end(), std::back_inserter(chosen), isToBeCalled);
    return chosen;
}

QStringList FanServerModel::chosen() const
{
    return titlesOf(isToBeCalled);
}

int FanServerModel::rowOf(const FanServer &server) const
{
    const auto found = std::find_if(rows().begin(), rows().end(),
        [&server](const FanServer &each) { return each.isSame(server); });
    return found == rows().end() ? -1 : int(found - rows().begin());
}

QStringList FanServerModel::askedOf(const QString &name) const
{
    QStringList asked;
    for (const FanServer &server : rows()) {
        if (server.name == name && !server.asked.isEmpty())
            asked += server.asked;
    }
    return asked;
}

std::size_t FanServerModel::askedCount() const
{
    return std::size_t(std::count_if(rows().begin(), rows().end(),
        [](const FanServer &server) { return !server.asked.isEmpty(); }));
}

QStringList FanServerModel::chosenDestructive() const
{
    return titlesOf(
        [](const FanServer &server) { return server.isDestructive && isToBeCalled(server); });
}

Qt::ItemFlags FanServerModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == NameColumn && canBeCalled(row(index.row())))
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

bool FanServerModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::CheckStateRole
        || !flags(index).testFlag(Qt::ItemIsUserCheckable))
        return false;
    FanServer server = row(index.row());
    server.isChosen = value.toInt() == Qt::Checked;
    server.isDecided = true;
    setRow(index.row(), std::move(server));
    return true;
}

QString FanServerModel::text(const FanServer &server, int column) const
{
    if (column == NameColumn)
        return server.title();
    if (column == RevisionColumn)
        return server.revision;
    if (!canBeCalled(server))
        return server.obstacle;
    if (!server.misfit.isEmpty())
        return server.isDestructive
            ? tr("Marks the tool destructive, and the arguments do not fit: %1").arg(server.misfit)
            : tr("Offers the tool, but the arguments do not fit: %1").arg(server.misfit);
    return server.isDestructive ? tr("Offers the tool, and marks it destructive")
                                : tr("Offers the tool");
}

QVariant FanServerModel::cell(const FanServer &server, const QModelIndex &index, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(server, index.column());
    case Qt::ToolTipRole:
        return index.column() == StateColumn ? text(server, StateColumn) : QVariant();
    case Qt::CheckStateRole:
        if (index.column() == NameColumn && canBeCalled(server))
            return int(server.isChosen ? Qt::Checked : Qt::Unchecked);
        return {};
    case TextColorRole:
        return int(canBeCalled(server) ? ColorRole::Normal : ColorRole::Muted);
    case SignRole:
        if (index.column() != StateColumn)
            return int(Sign::None);
        return int(!canBeCalled(server)                            ? Sign::NotReached
                : server.isDestructive || !server.misfit.isEmpty() ? Sign::ToolError
                                                                   : Sign::Ok);
    default:
        return {};
    }
}

QString FanServerModel::title(int column) const
{
    switch (column) {
    case NameColumn:
        return tr("Server");
    case RevisionColumn:
        return tr("Revision");
    default:
        return tr("State");
    }
}

} // namespace sonde::models
