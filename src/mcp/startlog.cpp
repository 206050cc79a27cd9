// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/startlog.h"

namespace sonde::mcp {

void StartLog::reset()
{
    m_steps.clear();
    for (const auto kind :
        {StartStep::Kind::FindProgram, StartStep::Kind::StartProcess, StartStep::Kind::SendFirst,
            StartStep::Kind::ReadFirst, StartStep::Kind::AgreeOnRevision})
        m_steps.push_back({kind, StartStep::Status::NotReached, {}, 0});
}

void StartLog::begin(StartStep::Kind kind, Stamp now)
{
    step(kind).status = StartStep::Status::Running;
    m_since = now.steady;
}

void StartLog::finish(StartStep &step, StartStep::Status status, const QString &detail, Stamp now)
{
    if (step.status == StartStep::Status::Running)
        step.ns = now.steady - m_since;
    step.status = status;
    step.detail = detail;
}

void StartLog::done(StartStep::Kind kind, const QString &detail, Stamp now)
{
    finish(step(kind), StartStep::Status::Done, detail, now);
}

void StartLog::done(StartStep::Kind kind, const QString &detail, std::int64_t ns)
{
    step(kind) = {kind, StartStep::Status::Done, detail, ns};
}

void StartLog::failed(StartStep::Kind kind, const QString &detail, Stamp now)
{
    finish(step(kind), StartStep::Status::Failed, detail, now);
}

void StartLog::failRunning(const QString &detail, Stamp now)
{
    for (const auto wanted : {StartStep::Status::Running, StartStep::Status::NotReached}) {
        for (StartStep &step : m_steps) {
            if (step.status == wanted)
                return finish(step, StartStep::Status::Failed, detail, now);
        }
    }
}

} // namespace sonde::mcp
