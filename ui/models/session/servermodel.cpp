// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/session/servermodel.h"

#include "models/catalog/shownname.h"

#include "base/formatting.h"
#include "base/secretplaces.h"
#include "config/commandline.h"
#include "models/findings/findingtext.h"
#include "models/signs/sign.h"

#include <QFileInfo>
#include <QFont>
#include <QUrl>

#include <algorithm>
#include <optional>
#include <utility>

namespace sonde::models {

namespace {

using mcp::ClientState;

QString iconName(ClientState state)
{
    switch (state) {
    case ClientState::Ready:
        return QStringLiteral("dot-on");
    case ClientState::Stopped:
        return QStringLiteral("dot-off");
    case ClientState::Starting:
    case ClientState::Stopping:
        return QStringLiteral("dot-wait");
    case ClientState::Failed:
        return QStringLiteral("dot-bad");
    }
    return {};
}

ColorRole tone(ClientState state)
{
    switch (state) {
    case ClientState::Ready:
        return ColorRole::Ok;
    case ClientState::Stopped:
        return ColorRole::Muted;
    case ClientState::Starting:
    case ClientState::Stopping:
        return ColorRole::Accent;
    case ClientState::Failed:
        return ColorRole::Error;
    }
    return ColorRole::Normal;
}

// What names the place: "example.org:8443"; the URL itself while it has no host.
QString hostOf(const config::Profile &profile)
{
    const QString host = profile.host();
    return host.isEmpty() && !profile.hasProcess() ? ServerModel::tr("no URL") : host;
}

// The server that comes with Sonde, wherever it is installed.
bool isDemo(const config::Profile &profile)
{
    return profile.hasProcess()
        && QFileInfo(profile.program).fileName() == QLatin1String("sonde-demo-server");
}

// Notes are no reason for a flag.
std::optional<findings::Level> flagLevel(const LevelCounts &violated)
{
    using findings::Level;
    if (violated.of(Level::Error) > 0)
        return Level::Error;
    return violated.of(Level::Warning) > 0 ? std::optional(Level::Warning) : std::nullopt;
}

// What is spoken of a server or tap.
QString withHeld(const QString &spoken, int held)
{
    return held > 0 ? ServerModel::tr("%1, messages held: %2").arg(spoken).arg(held) : spoken;
}

} // namespace

ServerModel::ServerModel(std::shared_ptr<ServerMarks> marks, QObject *parent)
    : QAbstractListModel(parent)
    , m_marks(std::move(marks))
{
}

void ServerModel::setProfiles(const std::vector<config::Profile> &profiles)
{
    std::vector<Server> servers;
    servers.reserve(profiles.size());
    for (const config::Profile &profile : profiles) {
        const Server *known = find(profile.name);
        servers.push_back({profile.name, hostOf(profile), profile.line(), isDemo(profile),
            known ? known->live : ServerLive(), known ? known->violated : LevelCounts(),
            known ? known->held : 0});
    }
    beginResetModel();
    m_servers = std::move(servers);
    endResetModel();
}

void ServerModel::setLive(const QString &name, const ServerLive &live)
{
    if (Server *const server = find(name)) {
        server->live = live;
        changed(rowOf(name));
    }
}

void ServerModel::setHeld(const QString &name, int messages)
{
    if (Server *const server = find(name);
        server && std::exchange(server->held, messages) != messages)
        changed(rowOf(name));
}

void ServerModel::setTaps(std::vector<TapRow> taps)
{
    const bool same = std::equal(taps.begin(), taps.end(), m_taps.begin(), m_taps.end(),
        [](const TapRow &a, const TapRow &b) { return a.name == b.name; });
    if (same) {
        m_taps = std::move(taps);
        if (hasGroups())
            Q_EMIT dataChanged(index(firstTap()), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_taps = std::move(taps);
    endResetModel();
}

void ServerModel::setViolated(const QString &name, const LevelCounts &violated)
{
    if (Server *const server = find(name);
        server && std::exchange(server->violated, violated) != violated)
        changed(rowOf(name));
}

void ServerModel::setCurrent(const QString &name)
{
    const int before = rowOf(m_current);
    m_current = name;
    for (const int row : {before, rowOf(name)}) {
        if (row >= 0)
            changed(row);
    }
}

void ServerModel::changed(int row)
{
    Q_EMIT dataChanged(index(row), index(row));
}

ServerModel::Server *ServerModel::find(const QString &name)
{
    const auto it = std::find_if(m_servers.begin(), m_servers.end(),
        [&](const Server &server) { return server.name == name; });
    return it == m_servers.end() ? nullptr : &*it;
}

int ServerModel::rowOf(const QString &name) const
{
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        if (m_servers[i].name == name)
            return firstServer() + int(i);
    }
    for (std::size_t i = 0; i < m_taps.size(); ++i) {
        if (m_taps[i].name == name)
            return firstTap() + int(i);
    }
    return -1;
}

ServerLive ServerModel::live(const QString &name) const
{
    const auto it = std::find_if(m_servers.begin(), m_servers.end(),
        [&](const Server &server) { return server.name == name; });
    return it == m_servers.end() ? ServerLive() : it->live;
}

int ServerModel::rowCount(const QModelIndex &parent) const
{
    if (parent.isValid())
        return 0;
    return int(m_servers.size()) + (hasGroups() ? int(m_taps.size()) + 2 : 0);
}

bool ServerModel::isGroup(int row) const
{
    return hasGroups() && (row == 0 || row == firstTap() - 1);
}

Qt::ItemFlags ServerModel::flags(const QModelIndex &index) const
{
    return isGroup(index.row()) ? Qt::ItemFlags(Qt::ItemNeverHasChildren)
                                : QAbstractListModel::flags(index);
}

QVariant ServerModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = index.row();
    if (isGroup(row))
        return group(row, role);
    if (hasGroups() && row >= firstTap())
        return tap(m_taps[std::size_t(row - firstTap())], role);
    return server(m_servers[std::size_t(row - firstServer())], role);
}

QVariant ServerModel::group(int row, int role) const
{
    const bool taps = row > 0;
    const int count = int(taps ? m_taps.size() : m_servers.size());
    switch (role) {
    case Qt::DisplayRole:
        return taps ? tr("Taps") : tr("Servers");
    case Qt::AccessibleTextRole:
        return taps ? tr("Taps, %1").arg(count) : tr("Servers, %1").arg(count);
    case IsGroupRole:
        return true;
    case CountRole:
        return count;
    default:
        return {};
    }
}

QVariant ServerModel::tap(const TapRow &tap, int role) const
{
    const bool live = tap.ended.isEmpty();
    const QString state = live ? tr("observing") : tr("ended %1").arg(tap.ended);
    switch (role) {
    case PlaceRole:
        return tap.transport;
    case DetailRole:
        return tr("%1 · %2").arg(tap.transport, state);
    case Qt::AccessibleTextRole:
        return withHeld(
            tr("%1, tap, %2, %3").arg(shownName(tap.name), tap.transport, state), tap.held);
    case Qt::ToolTipRole:
        return QString(tap.name % u'\n' % tap.toolTip).trimmed();
    case IconNameRole:
        return live ? QStringLiteral("tap-on") : QStringLiteral("tap-off");
    case TextColorRole:
        return static_cast<int>(live ? ColorRole::Ok : ColorRole::Muted);
    case TapRole:
        return true;
    case HeldRole:
        return tap.held;
    default:
        return common(tap.name, role);
    }
}

QVariant ServerModel::server(const Server &server, int role) const
{
    switch (role) {
    case PlaceRole:
        return placeText(server);
    case DetailRole:
        return tr("%1 · %2").arg(placeText(server), stateText(server.live));
    case DetailIconRole:
        return server.host.isEmpty() ? QString() : QStringLiteral("globe");
    case Qt::AccessibleTextRole:
        return withHeld(spoken(server), server.held);
    case FlagRole: {
        const auto level = flagLevel(server.violated);
        return int(level ? levelSign(*level) : Sign::None);
    }
    case FlagCountRole: {
        const auto level = flagLevel(server.violated);
        return level ? countText(server.violated.of(*level)) : QString();
    }
    case Qt::ToolTipRole:
        return toolTip(server);
    case HeldRole:
        return server.held;
    case StateRole:
        return static_cast<int>(server.live.state);
    case IconNameRole:
        return iconName(server.live.state);
    case TextColorRole:
        return static_cast<int>(tone(server.live.state));
    default:
        return common(server.name, role);
    }
}

// What a server and a tap have in common.
QVariant ServerModel::common(const QString &name, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return shownName(name);
    case NameRole:
        return name;
    case Qt::FontRole: {
        QFont font;
        font.setBold(name == m_current);
        return font;
    }
    case SignColorRole:
        return static_cast<int>(m_marks->of(name));
    case CurrentRole:
        return name == m_current;
    default:
        return {};
    }
}

QString ServerModel::placeText(const Server &server)
{
    return server.isDemo ? tr("Sonde demo") : server.host.isEmpty() ? tr("stdio") : server.host;
}

QString ServerModel::stateText(const ServerLive &live)
{
    switch (live.state) {
    case ClientState::Stopped:
        return tr("stopped");
    case ClientState::Starting:
        return live.elapsed.isEmpty() ? tr("starting") : tr("starting %1").arg(live.elapsed);
    case ClientState::Ready:
        return live.revision;
    case ClientState::Stopping:
        return tr("stopping");
    case ClientState::Failed:
        if (live.end.isEmpty())
            return tr("start failed");
        return live.ago.isEmpty() ? tr("ended: %1").arg(live.end)
                                  : tr("ended %1: %2").arg(live.ago, live.end);
    }
    return {};
}

QString ServerModel::spoken(const Server &server) const
{
    const QString state = server.host.isEmpty()
        ? tr("%1, stdio, %2").arg(shownName(server.name), spokenState(server.live))
        : tr("%1, URL at %2, %3")
              .arg(shownName(server.name), server.host, spokenState(server.live));
    return flagLevel(server.violated)
        ? tr("%1, %2", "state, counts of findings").arg(state, countsText(server.violated))
        : state;
}

// Who sees the list knows from the sign that a server is connected; who hears it is not told each
// second that it is still starting.
QString ServerModel::spokenState(const ServerLive &live)
{
    switch (live.state) {
    case ClientState::Ready:
        return tr("connected, %1").arg(live.revision);
    case ClientState::Starting:
        return tr("starting");
    default:
        return stateText(live);
    }
}

QString ServerModel::toolTip(const Server &server) const
{
    QStringList lines{server.name};
    if (server.isDemo)
        lines << tr("The demo server, an example of everything that Sonde shows");
    lines << server.address;
    if (!server.live.failure.isEmpty())
        lines << server.live.failure;
    if (server.violated.all() > 0)
        lines << tr("Findings: %1").arg(countsText(server.violated));
    return lines.join(u'\n');
}

} // namespace sonde::models
