// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "models/findings/acceptedfindings.h"
#include "models/findings/lastfindings.h"
#include "session/restart/restarthistory.h"

#include <QString>

class QSettings;

namespace sonde::app {

// What is kept for each server outside its profile: its starts, the findings that were accepted,
// those of its last connection, and its saved calls.
class KeptForServers {
public:
    // In the folder, and in the settings, which outlive it.
    KeptForServers(const QString &folder, QSettings &settings);

    session::RestartHistory &restarts() { return m_restarts; }
    models::AcceptedFindings &acceptedFindings() { return m_acceptedFindings; }
    models::LastFindings &lastFindings() { return m_lastFindings; }

    // The server has another name from now on, and keeps all of it. Each part is tried; the error
    // is the first one.
    Result<void> rename(const QString &server, const QString &newName);

private:
    QSettings &m_settings;
    models::AcceptedFindings m_acceptedFindings;
    models::LastFindings m_lastFindings;
    session::RestartHistory m_restarts;
};

} // namespace sonde::app
