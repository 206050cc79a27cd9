// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/session/servermodel.h"

#include "config/commandline.h"
#include "models/signs/sign.h"

#include <QFileInfo>
#include <QFont>
#include <QUrl>

#include <algorithm>

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
    if (!profile.http)
        return {};
    const QUrl url(profile.http->url);
    QString host = url.host();
    if (host.isEmpty())
        return profile.http->url.isEmpty() ? ServerModel::tr("no URL") : profile.http->url;
    if (host.contains(u':')) // an address of IPv6
        host = u'[' % host % u']';
    return url.port() < 0 ? host : QString(host % u':' % QString::number(url.port()));
}

// The server that comes with Sonde, wherever it is installed.
bool isDemo(const config::Profile &profile)
{
    return !profile.http
        && QFileInfo(profile.program).fileName() == QLatin1String("sonde-demo-server");
}

QString addressOf(const config::Profile &profile)
{
    if (profile.http)
        return profile.http->url;
    return config::joinCommandLine(QStringList{profile.program} + profile.arguments);
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
        servers.push_back({profile.name, hostOf(profile), addressOf(profile), isDemo(profile),
            live(profile.name)});
    }
    beginResetModel();
    m_servers = std::move(servers);
    endResetModel();
}

void ServerModel::setLive(const QString &name, const ServerLive &live)
{
    const int row = rowOf(name);
    if (row < 0)
        return;
    m_servers[std::size_t(row)].live = live;
    changed(row);
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

int ServerModel::rowOf(const QString &name) const
{
    const auto it = std::find_if(m_servers.begin(), m_servers.end(),
        [&](const Server &server) { return server.name == name; });
    return it == m_servers.end() ? -1 : static_cast<int>(it - m_servers.begin());
}

ServerLive ServerModel::live(const QString &name) const
{
    const int row = rowOf(name);
    return row < 0 ? ServerLive() : m_servers[std::size_t(row)].live;
}

int ServerModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_servers.size());
}

QVariant ServerModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Server &server = m_servers[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case NameRole:
        return server.name;
    case DetailRole:
        return tr("%1 · %2").arg(server.isDemo ? tr("Sonde demo")
                : server.host.isEmpty()        ? tr("stdio")
                                               : server.host,
            stateText(server.live));
    case DetailIconRole:
        return server.host.isEmpty() ? QString() : QStringLiteral("globe");
    case Qt::AccessibleTextRole:
        return server.host.isEmpty()
            ? tr("%1, stdio, %2").arg(server.name, spokenState(server.live))
            : tr("%1, URL at %2, %3").arg(server.name, server.host, spokenState(server.live));
    case Qt::ToolTipRole:
        return toolTip(server);
    case Qt::FontRole: {
        QFont font;
        font.setBold(server.name == m_current);
        return font;
    }
    case StateRole:
        return static_cast<int>(server.live.state);
    case IconNameRole:
        return iconName(server.live.state);
    case SignColorRole:
        return static_cast<int>(m_marks->of(server.name));
    case TextColorRole:
        return static_cast<int>(tone(server.live.state));
    case CurrentRole:
        return server.name == m_current;
    default:
        return {};
    }
}

QString ServerModel::stateText(const ServerLive &live)
{
    switch (live.state) {
    case ClientState::Stopped:
        return tr("stopped");
    case ClientState::Starting:
        return tr("starting");
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

// Who sees the list knows from the sign that a server is connected.
QString ServerModel::spokenState(const ServerLive &live)
{
    return live.state == ClientState::Ready ? tr("connected, %1").arg(live.revision)
                                            : stateText(live);
}

QString ServerModel::toolTip(const Server &server) const
{
    QStringList lines{server.address};
    if (server.isDemo)
        lines.prepend(tr("The demo server, an example of everything that Sonde shows"));
    if (!server.live.failure.isEmpty())
        lines << server.live.failure;
    return lines.join(u'\n');
}

} // namespace sonde::models
