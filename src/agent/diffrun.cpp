// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/diffrun.h"

#include "agent/connections.h"
#include "agent/difftext.h"

#include <utility>

namespace sonde::agent {

namespace {

mcp::CallOptions options()
{
    mcp::CallOptions options;
    options.idleTimeout = DiffRun::kTimeout;
    options.totalTimeout = DiffRun::kTimeout;
    return options;
}

} // namespace

DiffRun::DiffRun(Looks &looks, Inspected &server)
    : m_looks(looks)
    , m_handle(server.handle())
    , m_server(Connections::keyOf(server.profile()))
    , m_run(std::make_unique<changes::SnapshotRun>(server.client(), options()))
{
    connect(m_run.get(), &changes::SnapshotRun::finished, this, &DiffRun::finish);
    connect(&server.client(), &QObject::destroyed, this, &DiffRun::abandon);
}

void DiffRun::start(Looks::Look before, std::size_t skip, Done done)
{
    m_before = std::move(before);
    m_skip = skip;
    m_done = std::move(done);
    m_run->start();
}

void DiffRun::finish()
{
    m_looks.add(m_server, m_handle, m_run->snapshot());
    QString problem;
    if (!m_before)
        problem = QStringLiteral("This is the first look at the server: there is nothing to "
                                 "compare it with. The next diff or restart compares with it.");
    else if (m_run->failed())
        problem = m_run->failed()->sentence;
    const changes::Comparison comparison =
        changes::compareSnapshots(m_before ? *m_before : m_run->snapshot(), m_run->snapshot());
    m_done(diffResult(comparison, m_skip, problem));
}

void DiffRun::abandon()
{
    m_run.reset();
    m_done({});
}

} // namespace sonde::agent
