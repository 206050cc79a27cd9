// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/hosts/hostaddition.h"

#include "hosts/files/entrychange.h"
#include "session/hosts/hoststore.h"

#include <stop_token>
#include <utility>

namespace sonde::session {

using models::AdditionPlan;

HostAddition::HostAddition(Setup setup, config::Profile server, QObject *parent)
    : QObject(parent)
    , m_setup(std::move(setup))
    , m_server(std::move(server))
    , m_planning(this)
    , m_performing(this)
{
}

void HostAddition::plan(const hosts::Host &host)
{
    m_plan = {};
    m_planning.start<AdditionPlan>(
        [&host, surroundings = m_setup.surroundings, server = m_server](
            const std::stop_token &) { return models::planAddition(host, surroundings, server); },
        [this](AdditionPlan plan) {
            m_plan = std::move(plan);
            Q_EMIT planned();
        });
}

void HostAddition::perform()
{
    if (!m_plan.isPossible())
        return;
    m_performing.start<Result<void>>(
        [change = hosts::additionOf(m_plan.change, m_server), folder = m_setup.backups](
            const std::stop_token &) { return writeShown(change, folder); },
        [this, server = m_server.name, host = QString(m_plan.change.host->name)](
            const Result<void> &done) {
            if (done)
                Q_EMIT succeeded(tr("Added “%1” to %2. Restart %2, or load its servers again.")
                                     .arg(server, host));
            else
                Q_EMIT refused(done.error().sentence);
        });
}

} // namespace sonde::session
