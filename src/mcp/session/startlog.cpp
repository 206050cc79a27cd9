// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/startlog.h"

#include "wire/endpoint/endpoint.h"

#include <algorithm>

namespace sonde::mcp {

namespace {

using Kind = StartStep::Kind;

} // namespace

const StartLog::Kinds StartLog::kProcess{
    Kind::FindProgram, Kind::StartProcess, Kind::SendFirst, Kind::ReadFirst, Kind::AgreeOnRevision};
const StartLog::Kinds StartLog::kHttp{
    Kind::ResolveName, Kind::Connect, Kind::SendFirst, Kind::ReadFirst, Kind::AgreeOnRevision};
const StartLog::Kinds StartLog::kHttps{Kind::ResolveName, Kind::Connect, Kind::SecureConnection,
    Kind::SendFirst, Kind::ReadFirst, Kind::AgreeOnRevision};

const StartLog::Kinds &StartLog::kindsOf(const wire::Endpoint &endpoint)
{
    if (endpoint.hasProcess())
        return kProcess;
    return endpoint.url().scheme() == QLatin1String("https") ? kHttps : kHttp;
}

void StartLog::reset(Kinds kinds)
{
    m_steps.clear();
    for (const Kind kind : kinds)
        m_steps.push_back({kind, StartStep::Status::NotReached, {}, 0});
}

StartStep *StartLog::step(StartStep::Kind kind)
{
    const auto at = std::find_if(m_steps.begin(), m_steps.end(),
        [kind](const StartStep &candidate) { return candidate.kind == kind; });
    return at == m_steps.end() ? nullptr : &*at;
}

void StartLog::begin(StartStep::Kind kind, Stamp now)
{
    if (StartStep *const found = step(kind)) {
        found->status = StartStep::Status::Running;
        m_since = now.steady;
    }
}

void StartLog::finish(StartStep *step, StartStep::Status status, const QString &detail, Stamp now)
{
    if (!step)
        return;
    if (step->status == StartStep::Status::Running)
        step->ns = now.steady - m_since;
    step->status = status;
    step->detail = detail;
}

bool StartLog::wait(StartStep::Kind kind, const QString &detail)
{
    StartStep *const found = step(kind);
    if (!found || found->status != StartStep::Status::Running || found->detail == detail)
        return false;
    found->detail = detail;
    return true;
}

void StartLog::done(StartStep::Kind kind, const QString &detail, Stamp now)
{
    finish(step(kind), StartStep::Status::Done, detail, now);
}

void StartLog::done(StartStep::Kind kind, const QString &detail, std::int64_t ns)
{
    if (StartStep *const found = step(kind))
        *found = {kind, StartStep::Status::Done, detail, ns};
}

void StartLog::doneBefore(StartStep::Kind kind)
{
    for (StartStep &before : m_steps) {
        if (before.kind == kind)
            return;
        if (before.status != StartStep::Status::Done)
            before = {before.kind, StartStep::Status::Done, {}, 0};
    }
}

void StartLog::failed(StartStep::Kind kind, const QString &detail, Stamp now)
{
    finish(step(kind), StartStep::Status::Failed, detail, now);
}

void StartLog::failRunning(const QString &detail, Stamp now)
{
    for (const auto wanted : {StartStep::Status::Running, StartStep::Status::NotReached}) {
        for (StartStep &candidate : m_steps) {
            if (candidate.status == wanted)
                return finish(&candidate, StartStep::Status::Failed, detail, now);
        }
    }
}

} // namespace sonde::mcp
