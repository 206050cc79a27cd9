// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/serverrequestqueue.h"

#include "mcp/message/revision.h"
#include "mcp/task/task.h"
#include "json/builder.h"

#include <algorithm>

namespace sonde::review {

namespace {

// Modes of elicitation are told since 2025-11-25.
bool knowsModes(const QString &revision)
{
    return revision >= QLatin1String("2025-11-25");
}

bool onlyRoots(const QueuedRequest &ask)
{
    return !ask.questions.empty()
        && std::all_of(ask.questions.begin(), ask.questions.end(),
            [](const RequestedInput &question) { return question.kind == Kind::Roots; });
}

Bytes sameForAll(const std::vector<RequestedInput> &questions, const Bytes &answer)
{
    json::Builder responses;
    responses.beginObject();
    for (const RequestedInput &question : questions)
        responses.rawMember(question.key, answer.view());
    return Bytes::copyOf(responses.endObject().takeString());
}

} // namespace

ServerRequestQueue::ServerRequestQueue(const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
{
}

void ServerRequestQueue::setStanding(const QString &server, Standing standing)
{
    m_standings[server] = std::move(standing);
}

const Standing &ServerRequestQueue::standing(const QString &server) const
{
    static const Standing none;
    const auto found = m_standings.find(server);
    return found == m_standings.end() ? none : found->second;
}

QueuedRequest ServerRequestQueue::begin(const QString &server)
{
    QueuedRequest ask{++m_last, server, standing(server).revision, mcp::InputRound(), {}, {}, 0, 0,
        State::Waiting, {}};
    ask.since = m_clock.now().steady;
    return ask;
}

void ServerRequestQueue::take(const QString &server, const mcp::ServerRequest &request)
{
    if (m_waiting >= kMaxWaiting)
        return request.refuse(
            rpc::kInternalError, QStringLiteral("Too many requests wait for an answer"));
    QueuedRequest ask = begin(server);
    ask.source = request;
    const QString method = json::toQString(request.message().method);
    const json::Value params = ask.request().message().params();
    ask.questions = {{{}, method, kindOf(method, params), params}};
    ask.cause = request.cause();
    ask.task = mcp::relatedTask(params);
    if (!answerByItself(ask))
        ++m_waiting;
    add(std::move(ask));
}

void ServerRequestQueue::take(const QString &server, const mcp::InputRound &round)
{
    if (m_waiting >= kMaxWaiting)
        return round.stop();
    QueuedRequest ask = begin(server);
    ask.source = round;
    for (const mcp::InputRequest &request : round.questions())
        ask.questions.push_back(questionOf(request));
    ask.cause = {{}, round.facts().method.toStdString(), round.facts().target, true};
    ask.task = round.facts().task;
    if (!answerByItself(ask))
        ++m_waiting;
    add(std::move(ask));
}

// The folders, when a person switched that on, and an error for what was never offered.
bool ServerRequestQueue::answerByItself(QueuedRequest &ask)
{
    const Standing &known = standing(ask.server);
    const auto over = [&](const QString &outcome) {
        ask.state = State::Automatic;
        ask.outcome = outcome;
        ask.until = m_clock.now().steady;
        return true;
    };
    if (!ask.isRound() && known.capabilities) {
        const auto refusal =
            undeclared(ask.questions[0], known.capabilities->root(), knowsModes(known.revision));
        if (refusal) {
            ask.logAutomatic(refusal->message);
            ask.request().refuse(refusal->code, refusal->message);
            return over(tr("not offered: %1").arg(refusal->message));
        }
    }
    if (!known.answersRoots || !onlyRoots(ask))
        return false;
    ask.logAutomatic(ask.questions[0].method);
    if (!ask.isRound()) {
        ask.request().answer(known.folders);
    } else if (!ask.round().goOn(sameForAll(ask.questions, known.folders))) {
        return false;
    }
    return over(tr("the roots in this server's settings"));
}

void ServerRequestQueue::add(QueuedRequest ask)
{
    const quint64 number = ask.number;
    m_asks.push_back(std::make_shared<const QueuedRequest>(std::move(ask)));
    Q_EMIT added(number);
    forgetOld();
}

void ServerRequestQueue::forgetOld()
{
    while (m_asks.size() - m_waiting > kMaxOver) {
        const auto oldest = std::find_if(
            m_asks.begin(), m_asks.end(), [](const auto &ask) { return !ask->waits(); });
        const quint64 number = (*oldest)->number;
        m_asks.erase(oldest);
        Q_EMIT forgotten(number);
    }
}

std::size_t ServerRequestQueue::indexOf(quint64 number) const
{
    const auto at = std::lower_bound(m_asks.begin(), m_asks.end(), number,
        [](const auto &ask, quint64 wanted) { return ask->number < wanted; });
    return at != m_asks.end() && (*at)->number == number ? std::size_t(at - m_asks.begin())
                                                         : m_asks.size();
}

std::shared_ptr<const QueuedRequest> ServerRequestQueue::find(quint64 number) const
{
    const std::size_t index = indexOf(number);
    return index < m_asks.size() ? m_asks[index] : nullptr;
}

std::vector<std::shared_ptr<const QueuedRequest>> ServerRequestQueue::of(
    const QString &server) const
{
    std::vector<std::shared_ptr<const QueuedRequest>> found;
    for (const auto &ask : m_asks) {
        if (ask->server == server)
            found.push_back(ask);
    }
    return found;
}

int ServerRequestQueue::waitingCount() const
{
    return int(m_waiting);
}

void ServerRequestQueue::end(quint64 number, State state, const QString &outcome)
{
    const std::size_t index = indexOf(number);
    if (index == m_asks.size() || !m_asks[index]->waits())
        return;
    QueuedRequest over = *m_asks[index];
    const bool isDone =
        state == State::Answered || state == State::Refused || state == State::Stopped;
    const bool isAutomatic = isDone && !m_by.isEmpty();
    over.state = isAutomatic ? State::Automatic : state;
    over.outcome = isAutomatic ? tr("%1: %2").arg(m_by, outcome) : outcome;
    over.until = m_clock.now().steady;
    m_asks[index] = std::make_shared<const QueuedRequest>(std::move(over));
    --m_waiting;
    Q_EMIT changed(number);
    forgetOld();
}

void ServerRequestQueue::withdraw(const QString &server, const rpc::Id &id, const QString &why)
{
    const auto found = std::find_if(m_asks.begin(), m_asks.end(), [&](const auto &ask) {
        return ask->waits() && !ask->isRound() && ask->server == server
            && ask->request().message().id == id;
    });
    if (found != m_asks.end())
        end((*found)->number, State::Withdrawn, why);
}

void ServerRequestQueue::withdraw(const mcp::InputRound &round, const QString &why)
{
    const auto found = std::find_if(m_asks.begin(), m_asks.end(), [&](const auto &ask) {
        return ask->waits() && ask->isRound() && ask->round().isSame(round);
    });
    if (found != m_asks.end())
        end((*found)->number, State::Withdrawn, why);
}

void ServerRequestQueue::lose(const QString &server, const QString &why)
{
    const auto present = m_asks;
    for (const auto &ask : present) {
        if (ask->waits() && ask->server == server)
            end(ask->number, State::Lost, why);
    }
}

Result<std::shared_ptr<const QueuedRequest>> ServerRequestQueue::waiting(quint64 number) const
{
    std::shared_ptr<const QueuedRequest> ask = find(number);
    const bool waits =
        ask && ask->waits() && (ask->isRound() ? ask->round().waits() : ask->request().waits());
    if (waits)
        return ask;
    Error error;
    error.domain = Domain::Usage;
    error.sentence = ask && !ask->outcome.isEmpty()
        ? tr("The request is not waiting any more: %1").arg(ask->outcome)
        : tr("The request is not waiting any more.");
    return error;
}

Result<void> ServerRequestQueue::answer(quint64 number, const Bytes &result, const QString &outcome)
{
    const auto ask = waiting(number);
    if (!ask)
        return ask.error();
    (*ask)->request().answer(result);
    end(number, State::Answered, outcome.isEmpty() ? tr("answered") : outcome);
    return {};
}

Result<void> ServerRequestQueue::refuse(quint64 number, const Refusal &refusal)
{
    const auto ask = waiting(number);
    if (!ask)
        return ask.error();
    (*ask)->request().refuse(refusal.code, refusal.message);
    end(number, State::Refused, tr("refused with %1: %2").arg(refusal.code).arg(refusal.message));
    return {};
}

Result<void> ServerRequestQueue::decline(quint64 number)
{
    const auto ask = waiting(number);
    if (!ask)
        return ask.error();
    if ((*ask)->isRound())
        return stop(number);
    switch ((*ask)->questions[0].kind) {
    case Kind::Form:
    case Kind::Url:
        return answer(number, Bytes::copyOf("{\"action\":\"decline\"}"), tr("declined"));
    case Kind::Sampling:
        return refuse(number, rejectedSampling());
    case Kind::Roots:
    case Kind::Other:
        break;
    }
    return refuse(
        number, {rpc::kMethodNotFound, QStringLiteral("The person does not want to answer this")});
}

Result<void> ServerRequestQueue::goOn(
    quint64 number, const Bytes &responses, const mcp::StateEcho &echo)
{
    const auto ask = waiting(number);
    if (!ask)
        return ask.error();
    if (auto sent = (*ask)->round().goOn(responses, echo); !sent)
        return sent;
    using Mode = mcp::StateEcho::Mode;
    if ((*ask)->isOfTask()) {
        end(number, State::Answered, tr("responses sent to the task"));
        return {};
    }
    end(number, State::Answered,
        echo.mode == Mode::AsGiven       ? tr("sent again with the responses")
            : echo.mode == Mode::Changed ? tr("sent again with a changed requestState (experiment)")
                                         : tr("sent again without requestState (experiment)"));
    return {};
}

Result<void> ServerRequestQueue::stop(quint64 number)
{
    const auto ask = waiting(number);
    if (!ask)
        return ask.error();
    // The call's own end tells of it as well; what a person did comes first.
    end(number, State::Stopped,
        (*ask)->isOfTask() ? tr("task cancelled instead") : tr("stopped here"));
    (*ask)->round().stop();
    return {};
}

Result<void> ServerRequestQueue::automatically(
    const QString &by, const std::function<Result<void>()> &act)
{
    m_by = by;
    auto done = act();
    m_by.clear();
    return done;
}

} // namespace sonde::review
