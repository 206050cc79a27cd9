// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/loadtest.h"

#include "base/clock.h"
#include "mcp/message/mcptext.h"

namespace sonde::mcp {

using Outcome = LoadRun::Outcome;

namespace {

constexpr qsizetype kMaxProblem = 300; // characters of what a server says

Outcome outcomeOf(const Result<Answer> &result)
{
    if (result.ok())
        return result->result()["isError"].toBool().value_or(false) ? Outcome::ToolError
                                                                    : Outcome::Ok;
    switch (result.error().domain) {
    case Domain::Server:
        return Outcome::ServerError;
    case Domain::Cancelled:
        return Outcome::Cancelled;
    case Domain::Timeout:
        return Outcome::TimedOut;
    default:
        return Outcome::NoAnswer;
    }
}

QString problemOf(const Result<Answer> &result)
{
    const QString text = result.ok() ? result->result()["content"].first()["text"].toString()
                                     : result.error().sentence;
    return text.left(kMaxProblem).simplified();
}

} // namespace

LoadTest::LoadTest(Client *client, QString tool, Bytes arguments, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_tool(std::move(tool))
    , m_arguments(std::move(arguments))
{
    m_news.setSingleShot(true);
    m_news.setInterval(kNews);
    connect(&m_news, &QTimer::timeout, this, &LoadTest::changed);
    connect(client, &Client::stateChanged, this, &LoadTest::connectionChanged);
    connect(client, &QObject::destroyed, this, &LoadTest::connectionChanged);
}

// Who closes the window does not want the rest of the calls.
LoadTest::~LoadTest()
{
    for (auto &[call, handle] : m_underWay)
        handle.cancel();
}

std::int64_t LoadTest::now()
{
    return SystemClock::instance().now().steady;
}

bool LoadTest::canStart() const
{
    return m_client && m_client->state() == ClientState::Ready && !isRunning();
}

void LoadTest::start(LoadRun::Plan plan)
{
    if (!canStart())
        return;
    m_run = std::make_unique<LoadRun>(plan);
    m_firstProblem.clear();
    send();
    Q_EMIT changed();
}

void LoadTest::send()
{
    const std::int64_t sentAt = now();
    CallOptions options;
    options.origin = rpc::Origin::LoadTest;
    for (int left = m_run->startCalls(sentAt); left > 0; --left) {
        const int call = ++m_number;
        m_underWay[call] = m_client->callTool(m_tool, m_arguments, options, this,
            [this, call, sentAt](
                const Result<Answer> &result) { over(call, sentAt, result); });
    }
}

void LoadTest::over(int call, std::int64_t sentAt, const Result<Answer> &result)
{
    if (m_underWay.erase(call) == 0)
        return; // of a connection that is gone
    const std::int64_t at = now();
    const Outcome outcome = outcomeOf(result);
    // Measured on this thread only where the wire has no time stamps.
    const std::int64_t took = result.ok() ? result->tookNs() : result.error().took.count();
    const std::int64_t duration = took < 0 ? at - sentAt : took;
    m_run->over(outcome, duration, at);
    if (outcome != Outcome::Ok && outcome != Outcome::Cancelled)
        recordProblem(problemOf(result));
    if (m_client && m_client->state() == ClientState::Ready)
        send();
    if (m_run->isOver()) {
        m_news.stop();
        Q_EMIT changed();
        Q_EMIT finished();
    } else if (!m_news.isActive()) {
        m_news.start();
    }
}

void LoadTest::recordProblem(const QString &sentence)
{
    if (m_firstProblem.isEmpty())
        m_firstProblem = sentence;
}

void LoadTest::cancel()
{
    if (!isRunning())
        return;
    m_run->cancel();
    for (auto &[call, handle] : m_underWay)
        handle.cancel();
}

// Answers will not come any more, and another connection is another measurement.
void LoadTest::connectionChanged()
{
    const bool ready = m_client && m_client->state() == ClientState::Ready;
    if (isRunning() && !ready) {
        recordProblem(Text::tr("The connection was lost."));
        m_run->cancel();
        while (m_run->underWay() > 0)
            m_run->over(Outcome::NoAnswer, 0, now());
        m_underWay.clear();
        m_news.stop();
        Q_EMIT finished();
    }
    Q_EMIT changed();
}

} // namespace sonde::mcp
