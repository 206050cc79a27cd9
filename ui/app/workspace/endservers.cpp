// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/endservers.h"

#include "app/workspace/furtherclients.h"
#include "app/workspace/workspace.h"

#include <QEventLoop>
#include <QTimer>

#include <algorithm>

namespace sonde::app {

namespace {

bool hasEnded(const Workspace &workspace, const QString &name)
{
    const mcp::Client *const client = workspace.client(name);
    return !client || client->state() == mcp::ClientState::Stopped
        || client->state() == mcp::ClientState::Failed;
}

} // namespace

void endServers(Workspace &workspace, std::chrono::milliseconds atMost)
{
    const QStringList names = workspace.profiles().namesExcept({});
    const auto haveEnded = [&] {
        return workspace.furtherClients().haveEnded()
            && std::all_of(names.begin(), names.end(),
                [&](const QString &name) { return hasEnded(workspace, name); });
    };
    for (const QString &name : names)
        workspace.stop(name);
    if (haveEnded())
        return;
    QEventLoop loop;
    const auto quitAtEnd = [&] {
        if (haveEnded())
            loop.quit();
    };
    QObject::connect(&workspace, &Workspace::clientStateChanged, &loop, quitAtEnd);
    QObject::connect(&workspace.furtherClients(), &FurtherClients::ended, &loop, quitAtEnd);
    QTimer::singleShot(atMost, &loop, &QEventLoop::quit);
    loop.exec();
}

} // namespace sonde::app
