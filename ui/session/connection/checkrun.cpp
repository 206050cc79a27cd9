// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/connection/checkrun.h"

#include "findings/context/probes.h"
#include "mcp/message/revision.h"
#include "rpc/lifecycle.h"
#include "session/catalog/resourcestore.h"

#include <utility>

namespace sonde::session {

using mcp::ClientState;

CheckRun::CheckRun(mcp::Client *client, QObject *parent)
    : QObject(parent)
    , m_client(client)
{
    m_news.setSingleShot(true);
    m_news.setInterval(kNews);
    connect(&m_news, &QTimer::timeout, this, &CheckRun::changed);
    connect(client, &mcp::Client::stateChanged, this, &CheckRun::clientChanged);
    connect(client, &QObject::destroyed, this, &CheckRun::clientChanged);
    connect(client, &mcp::Client::requestNumbered, this, [this] {
        if (isRunning() && !m_news.isActive())
            m_news.start();
    });
}

// Who closes the window does not want the rest of the check.
CheckRun::~CheckRun()
{
    disconnect();
    cancel();
}

bool CheckRun::canProbeHttp(const mcp::Client &client)
{
    return client.state() == ClientState::Ready && client.config().endpoint.hasExchanges()
        && !client.httpState().sse && mcp::eraOf(client.negotiated().revision);
}

bool CheckRun::canConnectAgain(const mcp::Client &client)
{
    const mcp::EraPolicy &era = client.config().era;
    return era.mode != mcp::EraPolicy::Mode::Modern && mcp::eraOf(era.pinned) != mcp::Era::Modern;
}

bool CheckRun::canStart() const
{
    return m_client && m_client->state() == ClientState::Ready && !isRunning();
}

void CheckRun::start(Plan plan)
{
    m_plan = std::move(plan);
    for (const QString &uri : ResourceStore::of(m_client)->watched())
        m_plan.walk.watched.insert(uri.toStdString());
    m_unanswered.clear();
    m_unlisted.clear();
    m_state = State::Running;
    m_client->logLifecycle(QString::fromLatin1(rpc::lifecycle::kCheckStarted), {});
    walk();
    Q_EMIT changed();
}

void CheckRun::walk()
{
    m_walk = std::make_unique<check::CheckWalk>(m_plan.walk, *m_client);
    connect(m_walk.get(), &check::CheckWalk::unanswered, this, [this](const QString &what) {
        if (!m_unanswered.contains(what))
            m_unanswered << what;
    });
    connect(m_walk.get(), &check::CheckWalk::unlisted, this,
        [this](const QString &tool) { m_unlisted << tool; });
    // Later: it is inside its own step.
    connect(m_walk.get(), &check::CheckWalk::finished, this, &CheckRun::probeHttp,
        Qt::QueuedConnection);
    m_walk->start();
}

// Its requests carry no token.
void CheckRun::probeHttp()
{
    if (!isRunning())
        return;
    if (!m_plan.probesHttp || !canProbeHttp(*m_client))
        return connectAgain();
    const mcp::ClientConfig &config = m_client->config();
    m_httpWalk = std::make_unique<check::HttpWalk>(
        *config.endpoint.target(), config.name, m_client->negotiated().revision, config.traffic);
    connect(m_httpWalk.get(), &check::HttpWalk::finished, this, &CheckRun::connectAgain,
        Qt::QueuedConnection);
    m_httpWalk->start();
    Q_EMIT changed();
}

// How the server negotiates is in the trace then; that it fails is none of the check.
void CheckRun::connectAgain()
{
    if (!isRunning())
        return;
    if (!m_plan.connectsAgain || !canConnectAgain(*m_client))
        return end(State::Finished);
    mcp::ClientConfig config = m_client->config();
    config.era.pinned = QString::fromLatin1(findings::probe::kRevision.data());
    config.era.mode = mcp::EraPolicy::Mode::Legacy;
    config.known.reset();
    config.origin = rpc::Origin::Check;
    config.listenForChanges = false;
    config.serverRequests = nullptr;
    m_again = std::make_unique<mcp::Client>(std::move(config));
    connect(m_again.get(), &mcp::Client::stateChanged, this, &CheckRun::againChanged,
        Qt::QueuedConnection);
    m_again->start();
    Q_EMIT changed();
}

void CheckRun::againChanged()
{
    if (!m_again || !isRunning())
        return;
    if (m_again->state() == ClientState::Ready)
        m_again->stop();
    else if (m_again->state() == ClientState::Failed || m_again->state() == ClientState::Stopped)
        end(State::Finished);
}

void CheckRun::end(State state)
{
    m_state = state;
    m_begun = m_walk ? m_walk->steps().begun() : m_begun;
    if (m_walk && m_client && m_client->state() == ClientState::Ready)
        m_walk->abandon();
    m_walk.reset();
    m_httpWalk.reset();
    m_again.reset();
    if (m_client)
        m_client->logLifecycle(QString::fromLatin1(rpc::lifecycle::kCheckEnded), {});
    m_news.stop();
    Q_EMIT changed();
    Q_EMIT finished();
}

void CheckRun::cancel()
{
    if (isRunning())
        end(State::Cancelled);
}

void CheckRun::clientChanged()
{
    const bool isReady = m_client && m_client->state() == ClientState::Ready;
    if (isRunning() && !isReady)
        return end(State::Lost);
    Q_EMIT changed();
}

int CheckRun::stepsBegun() const
{
    return m_walk ? m_walk->steps().begun() : m_begun;
}

int CheckRun::stepsKnown() const
{
    return m_walk ? m_walk->steps().begun() + m_walk->steps().waiting() : m_begun;
}

} // namespace sonde::session
