// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/tapviews.h"

#include "app/window/panels.h"
#include "app/window/statusline.h"
#include "app/window/toolbar.h"
#include "app/workspace/taps.h"
#include "app/workspace/workspace.h"
#include "models/session/servermodel.h"

namespace sonde::app {

using session::Observation;

TapViews::TapViews(Workspace &workspace, const Parts &parts, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_parts(parts)
{
    connect(&workspace.taps(), &Taps::listChanged, this, &TapViews::listChanged);
    connect(&workspace.taps(), &Taps::changed, this, [this](const QString &name) {
        showList();
        if (name == m_workspace.current())
            showState();
    });
}

QStringList TapViews::allNames() const
{
    QStringList names;
    for (const config::Profile &profile : m_workspace.profiles().profiles())
        names += profile.name;
    return names + m_workspace.taps().names();
}

void TapViews::showList()
{
    std::vector<models::TapRow> rows;
    const QStringList names = m_workspace.taps().names();
    for (const QString &name : names) {
        const Observation &observation = *m_workspace.taps().find(name);
        const Observation::Ends &ends = observation.ends();
        const QString parties = ends.isHttp()
            ? ends.addresses()
            : tr("%1, PID %2 → PID %3").arg(ends.program).arg(ends.host).arg(ends.server);
        const auto *const breakpoints = m_workspace.taps().breakpoints(name);
        rows.push_back({name,
            observation.isLive() ? QString()
                                 : observation.ended().toString(QStringLiteral("HH:mm:ss")),
            parties + u'\n' + ends.recording,
            breakpoints ? static_cast<int>(breakpoints->held().size()) : 0, ends.transport()});
    }
    m_parts.servers.setTaps(std::move(rows));
}

bool TapViews::showCurrent()
{
    const QString &name = m_workspace.current();
    Observation *const observation = m_workspace.taps().find(name);
    if (!observation)
        return false;
    m_parts.tabs.setObservation(name, observation);
    showState();
    return true;
}

bool TapViews::showState()
{
    const QString &name = m_workspace.current();
    const Observation *const observation = m_workspace.taps().find(name);
    if (!observation)
        return false;
    m_parts.toolBar.setObservation(*observation);
    m_parts.status.setObservation(name, *observation);
    return true;
}

} // namespace sonde::app
