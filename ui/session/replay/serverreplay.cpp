// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/replay/serverreplay.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace sonde::session {

using mcp::ClientState;

namespace {

constexpr std::chrono::milliseconds kPatience{5000}; // with a notification that does not come

} // namespace

ServerReplay::Prepared::Prepared(const mock::MockScript &script, std::set<replay::Index> chosen)
    : responses(script)
    , plan(script, std::move(chosen))
    , capabilities(replay::recordedCapabilities(script))
{
}

ServerReplay::ServerReplay(const QString &recording, QObject *parent)
    : QObject(parent)
    , m_job(this)
{
    using Read = std::shared_ptr<Result<ReplayRecording>>;
    m_job.start<Read>(
        [recording](const std::stop_token &) {
            return std::make_shared<Result<ReplayRecording>>(readReplayRecording(recording));
        },
        [this](const Read &read) {
            if (!*read) {
                m_problem = read->error().sentence;
                return setState(State::Unreadable);
            }
            m_recording = std::make_shared<const ReplayRecording>(std::move(*read).value());
            m_destructive = m_recording->destructive;
            setState(State::NotStarted);
        });
}

ServerReplay::~ServerReplay() = default;

bool ServerReplay::canStart() const
{
    return m_state == State::NotStarted || m_state == State::Finished || m_state == State::Failed;
}

void ServerReplay::start(
    mcp::ClientConfig config, const std::set<std::string> &destructive, const QStringList &agreed)
{
    if (!canStart())
        return;
    m_run.reset();
    m_client.reset();
    m_destructive = destructiveCalls(*m_recording, destructive);
    m_withheld = m_destructive;
    std::erase_if(m_withheld, [&](replay::Index index) {
        const auto &call = m_recording->script.exchanges[index];
        return agreed.contains(QString::fromStdString(replay::targetOf(call)));
    });
    m_problem.clear();
    m_config = std::move(config);
    std::set<replay::Index> chosen = m_recording->sendable;
    std::erase_if(chosen, [this](replay::Index index) { return m_withheld.contains(index); });
    m_job.start<std::shared_ptr<Prepared>>(
        [recording = m_recording, chosen](const std::stop_token &) {
            return std::make_shared<Prepared>(recording->script, chosen);
        },
        [this](const std::shared_ptr<Prepared> &prepared) {
            m_prepared = prepared;
            connectServer();
        });
    setState(State::Running);
}

void ServerReplay::connectServer()
{
    mcp::ClientConfig config = *std::exchange(m_config, std::nullopt);
    config.capabilities = m_prepared->capabilities;
    config.serverRequests = this;
    config.listenForChanges = false;
    config.decorate = {}; // a breakpoint is not a part of the server
    m_client = std::make_unique<mcp::Client>(std::move(config));
    connect(m_client.get(), &mcp::Client::stateChanged, this, &ServerReplay::clientChanged,
        Qt::QueuedConnection); // it may be deleted then
    m_client->start();
}

void ServerReplay::handleRequest(const mcp::ServerRequest &request)
{
    const auto response = m_prepared->responses.responseTo(request.message());
    if (response.result.isEmpty())
        request.refuse(response.error);
    else
        request.respond(response.result);
}

void ServerReplay::clientChanged()
{
    if (m_state != State::Running || !m_client)
        return;
    const ClientState state = m_client->state();
    if (state == ClientState::Ready && !m_run)
        return run();
    if (state != ClientState::Failed && state != ClientState::Stopped)
        return;
    if (!m_run)
        return fail(m_client->failure().sentence);
    m_run->abandon(tr("The connection ended before the request was sent or had a response."));
    end();
}

void ServerReplay::run()
{
    m_revision = m_client->negotiated().revision;
    m_run = std::make_unique<replay::ReplayRun>(
        m_recording->script, std::move(m_prepared->plan), *m_client, mcp::CallOptions(), kPatience);
    connect(m_run.get(), &replay::ReplayRun::finished, this, &ServerReplay::end);
    m_run->start();
    Q_EMIT changed();
}

void ServerReplay::cancel()
{
    if (m_state != State::Running)
        return;
    if (!m_run)
        return fail(tr("The replay was stopped before the server was connected."));
    m_run->abandon(tr("The replay was stopped before the request had a response."));
    end();
}

void ServerReplay::drop()
{
    cancel();
    m_run.reset();
    m_client.reset();
}

void ServerReplay::fail(const QString &problem)
{
    m_problem = problem;
    m_job.stop(); // nothing is connected any more
    m_config.reset();
    if (m_client)
        m_client->stop();
    setState(State::Failed);
}

void ServerReplay::end()
{
    if (m_state != State::Running)
        return;
    replay::Outcomes live = m_run->outcomes();
    for (const replay::Index index : m_withheld) {
        replay::ReplayOutcome outcome;
        outcome.kind = replay::ReplayOutcome::Kind::NotSent;
        outcome.sentence = tr("The tool may be destructive, so it was not called.");
        live.requests.insert_or_assign(index, std::move(outcome));
    }
    m_live = std::make_shared<const replay::Outcomes>(std::move(live));
    m_client->stop();
    compare();
}

void ServerReplay::compare()
{
    m_state = State::Comparing;
    using Report = std::shared_ptr<replay::ReplayReport>;
    m_job.start<Report>(
        [recording = m_recording, live = m_live, rules = m_rules](const std::stop_token &) {
            return std::make_shared<replay::ReplayReport>(replay::compareOutcomes(
                recording->script, recording->outcomes, *live, rules, true));
        },
        [this](const Report &report) {
            m_report = std::move(*report);
            setState(State::Finished);
        });
    Q_EMIT changed();
}

void ServerReplay::ignore(const replay::ReplayRule &rule)
{
    m_rules.add(rule);
    if (m_state == State::Finished || m_state == State::Comparing)
        compare();
}

void ServerReplay::stopIgnoring(const replay::ReplayRule &rule)
{
    replay::ReplayRules rest;
    for (const replay::ReplayRule &each : m_rules.rules()) {
        if (each != rule)
            rest.add(each);
    }
    m_rules = std::move(rest);
    if (m_state == State::Finished || m_state == State::Comparing)
        compare();
}

QStringList ServerReplay::destructiveTools() const
{
    return m_recording ? toolsOf(*m_recording, m_destructive) : QStringList();
}

QString ServerReplay::otherRevision() const
{
    const QString recorded =
        m_recording ? replay::recordedRevision(m_recording->script) : QString();
    return recorded == m_revision || m_revision.isEmpty() ? QString() : recorded;
}

std::function<std::pair<Bytes, Bytes>()> ServerReplay::texts(const replay::ReportRow &row) const
{
    return [recording = m_recording, live = m_live, row] {
        return comparedTexts(*recording, *live, row);
    };
}

void ServerReplay::setState(State state)
{
    m_state = state;
    Q_EMIT changed();
}

} // namespace sonde::session
