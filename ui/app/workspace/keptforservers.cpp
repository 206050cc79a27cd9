// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/keptforservers.h"

#include "session/call/savedcallstore.h"

namespace sonde::app {

KeptForServers::KeptForServers(const QString &folder, QSettings &settings)
    : m_settings(settings)
    , m_acceptedFindings(folder)
    , m_lastFindings(folder)
{
    m_restarts.setFolder(folder);
}

Result<void> KeptForServers::rename(const QString &server, const QString &newName)
{
    m_restarts.rename(server, newName);
    m_lastFindings.rename(server, newName);
    auto calls = session::SavedCallStore::renameServer(m_settings, server, newName);
    auto findings = m_acceptedFindings.rename(server, newName);
    return calls ? findings : calls;
}

} // namespace sonde::app
