// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/fanout/fanoutrun.h"

#include "fanout/fanlimits.h"

#include <algorithm>
#include <utility>

namespace sonde::session {

using fanout::FanReport;
using fanout::FanResult;

FanOutRun::FanOutRun(QObject *parent)
    : QObject(parent)
    , m_job(this)
    , m_report(std::make_shared<const FanReport>())
{
}

FanOutRun::~FanOutRun()
{
    for (const Column &column : m_columns) {
        if (column.call && !column.hasEnded)
            column.call->cancel();
    }
}

void FanOutRun::start(std::vector<Server> servers, const QString &tool, const Bytes &arguments)
{
    if (isBusy() || servers.empty())
        return;
    servers.resize(std::min(servers.size(), fanout::kMaxColumns));
    m_tool = tool;
    m_arguments = arguments;
    m_columns.clear();
    m_columns.reserve(servers.size());
    m_results.clear();
    m_results.reserve(servers.size());
    for (Server &server : servers) {
        m_results.emplace_back().title = server.name;
        m_columns.push_back({std::move(server), nullptr, false});
    }
    m_state = State::Running;
    startNext();
    Q_EMIT changed();
}

void FanOutRun::startNext()
{
    const auto atWork = [this] {
        return std::count_if(m_columns.begin(), m_columns.end(),
            [](const Column &column) { return column.call && !column.hasEnded; });
    };
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (std::size_t(atWork()) >= fanout::kMaxAtWork)
            return;
        if (!m_columns[i].call && !m_columns[i].hasEnded)
            begin(i);
    }
    if (ended() == m_columns.size())
        compare();
}

void FanOutRun::begin(std::size_t index)
{
    Column &column = m_columns[index];
    mcp::Client *const client = column.server.client;
    if (!client || client->state() != mcp::ClientState::Ready)
        return fail(index, tr("%1 is not connected any more.").arg(column.server.name));
    const mcp::Negotiated &negotiated = client->negotiated();
    FanResult &result = m_results[index];
    result.outcome = FanResult::Outcome::NoResponse;
    result.serverName = negotiated.serverName;
    result.serverVersion = negotiated.serverVersion;
    result.revision = negotiated.revision;
    column.call = std::make_unique<ToolCall>(m_tool, nullptr);
    connect(column.call.get(), &Request::changed, this, [this, index] { callChanged(index); });
    // A deleted client says nothing more of its requests.
    connect(client, &QObject::destroyed, column.call.get(), [this, index] {
        if (!m_columns[index].hasEnded) {
            fail(index, tr("The connection ended before the response."));
            startNext();
            Q_EMIT changed();
        }
    });
    column.call->call(client, m_arguments, {});
}

void FanOutRun::callChanged(std::size_t index)
{
    const Column &column = m_columns[index];
    if (column.hasEnded || column.call->isPending() || m_state != State::Running)
        return;
    end(index);
    startNext();
    Q_EMIT changed();
}

void FanOutRun::end(std::size_t index)
{
    Column &column = m_columns[index];
    column.hasEnded = true;
    if (column.call->response())
        m_results[index].adopt(*column.call->response());
    else if (column.call->error())
        m_results[index].adopt(*column.call->error());
}

void FanOutRun::fail(std::size_t index, const QString &sentence)
{
    m_columns[index].hasEnded = true;
    m_results[index].sentence = sentence;
}

void FanOutRun::cancel()
{
    if (m_state != State::Running)
        return;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (m_columns[i].call || m_columns[i].hasEnded)
            continue;
        m_results[i].outcome = FanResult::Outcome::NoResponse; // it may well be connected
        fail(i, tr("Cancelled before the call was sent."));
    }
    // Each says later that it was cancelled.
    for (const Column &column : m_columns) {
        if (!column.hasEnded)
            column.call->cancel();
    }
    startNext();
    Q_EMIT changed();
}

std::size_t FanOutRun::ended() const
{
    return std::size_t(std::count_if(
        m_columns.begin(), m_columns.end(), [](const Column &column) { return column.hasEnded; }));
}

void FanOutRun::compare()
{
    if (m_state != State::Running)
        return;
    m_state = State::Comparing;
    using Report = std::shared_ptr<const FanReport>;
    m_job.start<Report>(
        [results = m_results](const std::stop_token &) {
            return std::make_shared<const FanReport>(fanout::reportOf(results));
        },
        [this](const Report &report) {
            m_report = report;
            m_state = State::Finished;
            Q_EMIT changed();
        });
}

} // namespace sonde::session
