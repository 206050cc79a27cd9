// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/serverrequestqueue.h"

#include "mcp/message/revision.h"
#include "mcp/task/task.h"
#include "json/builder.h"

#include <algorithm>

namespace sonde::review {

namespace {

// Elicitation has modes since 2025-11-25.
bool knowsModes(const QString &revision)
{
    return revision >= QLatin1String("2025-11-25");
}

bool onlyRoots(const QueuedRequest &queued)
{
    return !queued.questions.empty()
        && std::all_of(queued.questions.begin(), queued.questions.end(),
            [](const RequestedInput &question) { return question.kind == Kind::Roots; });
}

Bytes sameForAll(const std::vector<RequestedInput> &questions, const Bytes &response)
{
    json::Builder responses;
    responses.beginObject();
    for (const RequestedInput &question : questions)
        responses.rawMember(question.key, response.view());
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
    QueuedRequest queued{++m_last, server, standing(server).revision, mcp::InputRound(), {}, {}, 0,
        0, State::Waiting, {}};
    queued.since = m_clock.now().steady;
    return queued;
}

void ServerRequestQueue::receive(const QString &server, const mcp::ServerRequest &request)
{
    if (m_waiting >= kMaxWaiting)
        return request.refuse(
            rpc::kInternalError, QStringLiteral("Too many requests are waiting for a response"));
    QueuedRequest queued = begin(server);
    queued.source = request;
    const QString method = json::toQString(request.message().method);
    const json::Value params = queued.request().message().params();
    queued.questions = {{{}, method, kindOf(method, params), params}};
    queued.cause = request.cause();
    queued.task = mcp::relatedTask(params);
    if (!respondByItself(queued))
        ++m_waiting;
    add(std::move(queued));
}

void ServerRequestQueue::receive(const QString &server, const mcp::InputRound &round)
{
    if (m_waiting >= kMaxWaiting)
        return round.stop();
    QueuedRequest queued = begin(server);
    queued.source = round;
    for (const mcp::InputRequest &request : round.questions())
        queued.questions.push_back(questionOf(request));
    queued.cause = {{}, round.facts().method.toStdString(), round.facts().target, true};
    queued.task = round.facts().task;
    if (!respondByItself(queued))
        ++m_waiting;
    add(std::move(queued));
}

// The folders, when a person switched that on, and an error for what was never offered.
bool ServerRequestQueue::respondByItself(QueuedRequest &queued)
{
    const Standing &known = standing(queued.server);
    const auto over = [&](const QString &outcome) {
        queued.state = State::Automatic;
        queued.outcome = outcome;
        queued.until = m_clock.now().steady;
        return true;
    };
    if (!queued.isRound() && known.capabilities) {
        const auto refusal =
            undeclared(queued.questions[0], known.capabilities->root(), knowsModes(known.revision));
        if (refusal) {
            queued.logAutomatic(refusal->message);
            queued.request().refuse(refusal->code, refusal->message);
            return over(tr("not offered: %1").arg(refusal->message));
        }
    }
    if (!known.respondsToRoots || !onlyRoots(queued))
        return false;
    queued.logAutomatic(queued.questions[0].method);
    if (!queued.isRound()) {
        queued.request().respond(known.folders);
    } else if (!queued.round().goOn(sameForAll(queued.questions, known.folders))) {
        return false;
    }
    return over(tr("the roots in this server's settings"));
}

void ServerRequestQueue::add(QueuedRequest queued)
{
    const quint64 number = queued.number;
    m_requests.push_back(std::make_shared<const QueuedRequest>(std::move(queued)));
    Q_EMIT added(number);
    forgetOld();
}

void ServerRequestQueue::forgetOld()
{
    while (m_requests.size() - m_waiting > kMaxOver) {
        const auto oldest = std::find_if(m_requests.begin(), m_requests.end(),
            [](const auto &queued) { return !queued->waits(); });
        const quint64 number = (*oldest)->number;
        m_requests.erase(oldest);
        Q_EMIT forgotten(number);
    }
}

std::size_t ServerRequestQueue::indexOf(quint64 number) const
{
    const auto at = std::lower_bound(m_requests.begin(), m_requests.end(), number,
        [](const auto &queued, quint64 wanted) { return queued->number < wanted; });
    return at != m_requests.end() && (*at)->number == number ? std::size_t(at - m_requests.begin())
                                                             : m_requests.size();
}

std::shared_ptr<const QueuedRequest> ServerRequestQueue::find(quint64 number) const
{
    const std::size_t index = indexOf(number);
    return index < m_requests.size() ? m_requests[index] : nullptr;
}

std::vector<std::shared_ptr<const QueuedRequest>> ServerRequestQueue::of(
    const QString &server) const
{
    std::vector<std::shared_ptr<const QueuedRequest>> found;
    for (const auto &queued : m_requests) {
        if (queued->server == server)
            found.push_back(queued);
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
    if (index == m_requests.size() || !m_requests[index]->waits())
        return;
    QueuedRequest over = *m_requests[index];
    const bool isDone =
        state == State::Answered || state == State::Refused || state == State::Stopped;
    const bool isAutomatic = isDone && !m_by.isEmpty();
    over.state = isAutomatic ? State::Automatic : state;
    over.outcome = isAutomatic ? tr("%1: %2").arg(m_by, outcome) : outcome;
    over.until = m_clock.now().steady;
    m_requests[index] = std::make_shared<const QueuedRequest>(std::move(over));
    --m_waiting;
    Q_EMIT changed(number);
    forgetOld();
}

void ServerRequestQueue::withdraw(const QString &server, const rpc::Id &id, const QString &why)
{
    const auto found = std::find_if(m_requests.begin(), m_requests.end(), [&](const auto &queued) {
        return queued->waits() && !queued->isRound() && queued->server == server
            && queued->request().message().id == id;
    });
    if (found != m_requests.end())
        end((*found)->number, State::Withdrawn, why);
}

void ServerRequestQueue::withdraw(const mcp::InputRound &round, const QString &why)
{
    const auto found = std::find_if(m_requests.begin(), m_requests.end(), [&](const auto &queued) {
        return queued->waits() && queued->isRound() && queued->round().isSame(round);
    });
    if (found != m_requests.end())
        end((*found)->number, State::Withdrawn, why);
}

void ServerRequestQueue::lose(const QString &server, const QString &why)
{
    const auto present = m_requests;
    for (const auto &queued : present) {
        if (queued->waits() && queued->server == server)
            end(queued->number, State::Lost, why);
    }
}

Result<std::shared_ptr<const QueuedRequest>> ServerRequestQueue::waiting(quint64 number) const
{
    std::shared_ptr<const QueuedRequest> queued = find(number);
    const bool waits = queued && queued->waits()
        && (queued->isRound() ? queued->round().waits() : queued->request().waits());
    if (waits)
        return queued;
    Error error;
    error.domain = Domain::Usage;
    error.sentence = queued && !queued->outcome.isEmpty()
        ? tr("The request is not waiting any more: %1").arg(queued->outcome)
        : tr("The request is not waiting any more.");
    return error;
}

Result<void> ServerRequestQueue::respond(
    quint64 number, const Bytes &result, const QString &outcome)
{
    const auto queued = waiting(number);
    if (!queued)
        return queued.error();
    (*queued)->request().respond(result);
    end(number, State::Answered, outcome.isEmpty() ? tr("answered") : outcome);
    return {};
}

Result<void> ServerRequestQueue::refuse(quint64 number, const Refusal &refusal)
{
    const auto queued = waiting(number);
    if (!queued)
        return queued.error();
    (*queued)->request().refuse(refusal.code, refusal.message);
    end(number, State::Refused, tr("refused with %1: %2").arg(refusal.code).arg(refusal.message));
    return {};
}

Result<void> ServerRequestQueue::decline(quint64 number)
{
    const auto queued = waiting(number);
    if (!queued)
        return queued.error();
    if ((*queued)->isRound())
        return stop(number);
    switch ((*queued)->questions[0].kind) {
    case Kind::Form:
    case Kind::Url:
        return respond(number, Bytes::copyOf("{\"action\":\"decline\"}"), tr("declined"));
    case Kind::Sampling:
        return refuse(number, rejectedSampling());
    case Kind::Roots:
    case Kind::Other:
        break;
    }
    return refuse(number, {rpc::kMethodNotFound, QStringLiteral("The user declined this request")});
}

Result<void> ServerRequestQueue::goOn(
    quint64 number, const Bytes &responses, const mcp::StateEcho &echo)
{
    const auto queued = waiting(number);
    if (!queued)
        return queued.error();
    if (auto sent = (*queued)->round().goOn(responses, echo); !sent)
        return sent;
    using Mode = mcp::StateEcho::Mode;
    if ((*queued)->isOfTask()) {
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
    const auto queued = waiting(number);
    if (!queued)
        return queued.error();
    // The call's own end tells of it as well; what a person did comes first.
    end(number, State::Stopped,
        (*queued)->isOfTask() ? tr("task cancelled instead") : tr("stopped here"));
    (*queued)->round().stop();
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
