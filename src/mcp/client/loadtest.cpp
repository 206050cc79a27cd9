// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/loadtest.h"

#include "base/clock.h"
#include "mcp/message/mcptext.h"

#include <algorithm>
#include <chrono>

namespace sonde::mcp {

using Outcome = LoadRun::Outcome;

namespace {

constexpr qsizetype kMaxProblem = 300; // characters of what a server says

Outcome outcomeOf(const Result<Response> &result)
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
        return Outcome::NoResponse;
    }
}

QString problemOf(const Result<Response> &result)
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
    m_next.setSingleShot(true);
    m_next.setTimerType(Qt::PreciseTimer);
    connect(&m_next, &QTimer::timeout, this, [this] {
        send();
        finishIfOver();
    });
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
    const std::int64_t at = now();
    for (const std::int64_t countsFrom : m_run->startCalls(at))
        call(at - countsFrom);
    const auto next = m_run->nextAt();
    if (!next)
        return m_next.stop();
    const std::chrono::nanoseconds left(std::max<std::int64_t>(*next - now(), 0));
    m_next.start(std::chrono::ceil<std::chrono::milliseconds>(left));
}

void LoadTest::call(std::int64_t waited)
{
    const int number = ++m_number;
    CallOptions options = m_options;
    options.origin = rpc::Origin::LoadTest;
    const auto done = [this, number, sentAt = now(), waited](
                          const Result<Response> &result) { over(number, sentAt, waited, result); };
    m_underWay[number] = m_method.isEmpty()
        ? m_client->callTool(m_tool, m_arguments, options, this, done)
        : m_client->request(m_method, m_arguments, options, this, done);
}

void LoadTest::over(
    int call, std::int64_t sentAt, std::int64_t waited, const Result<Response> &result)
{
    if (m_underWay.erase(call) == 0)
        return; // of a connection that is gone
    const std::int64_t at = now();
    const Outcome outcome = outcomeOf(result);
    // Measured on this thread only where the wire has no time stamps.
    const std::int64_t took = result.ok() ? result->tookNs() : result.error().took.count();
    m_run->over(outcome, waited + (took < 0 ? at - sentAt : took), at);
    if (outcome != Outcome::Ok && outcome != Outcome::Cancelled)
        recordProblem(problemOf(result));
    if (m_client && m_client->state() == ClientState::Ready)
        send();
    finishIfOver();
}

void LoadTest::finishIfOver()
{
    if (m_run->isOver()) {
        m_next.stop();
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
    m_next.stop();
    for (auto &[call, handle] : m_underWay)
        handle.cancel();
    if (m_run->isOver()) // none was under way, between two calls of a rate
        finishIfOver();
}

// Responses will not come any more, and another connection is another measurement.
void LoadTest::connectionChanged()
{
    const bool ready = m_client && m_client->state() == ClientState::Ready;
    if (isRunning() && !ready) {
        recordProblem(Text::tr("The connection was lost."));
        m_run->cancel();
        while (m_run->underWay() > 0)
            m_run->over(Outcome::NoResponse, 0, now());
        m_underWay.clear();
        m_news.stop();
        m_next.stop();
        Q_EMIT finished();
    }
    Q_EMIT changed();
}

} // namespace sonde::mcp
