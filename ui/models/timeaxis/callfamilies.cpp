// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/timeaxis/callfamilies.h"

#include "rpc/lifecycle.h"
#include "trace/record/summary.h"
#include "json/document.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace sonde::models {

using trace::Number;
using trace::Record;

namespace {

constexpr qsizetype kTaskKey = 64; // characters of a task's id: a target may be cut

QLatin1String latin(std::string_view text)
{
    return {text.data(), qsizetype(text.size())};
}

} // namespace

void CallFamilies::clear()
{
    m_calls.clear();
    m_families.clear();
    m_tasks.clear();
    m_waiting.clear();
    m_running.clear();
    m_taskMethods.clear();
}

// 2026-07-28 basic/patterns/mrtr: a response that asks for input, and the request that brings it.
bool CallFamilies::needsText(const Record &record)
{
    if (record.length > kMaxRead)
        return false;
    if (record.kind == rpc::Kind::Request) {
        return record.channel == rpc::Channel::Sent && !isTaskMethod(record.method)
            && std::any_of(m_waiting.begin(), m_waiting.end(),
                [&](const Waiting &waiting) { return isWaiting(waiting, record); });
    }
    const Record *request =
        record.kind == rpc::Kind::Response && record.pair != 0 ? recordOf(record.pair) : nullptr;
    return request && request->channel == rpc::Channel::Sent && record.target != request->target
        && !isTaskMethod(request->method)
        && m_model.store().string(record.target).startsWith(latin(trace::kInputRequired));
}

CallFamilies::RoundText CallFamilies::read(
    const trace::Store &store, const Record &record, const std::stop_token &stop)
{
    RoundText text;
    const auto bytes = store.read(record);
    if (!bytes || stop.stop_requested())
        return text;
    const auto document = json::Document::parse(*bytes);
    const auto root = document.root();
    const auto part = root[record.kind == rpc::Kind::Request ? "params" : "result"];
    const auto state = part["requestState"];
    text.hasState = state.exists();
    text.state = std::hash<std::string>()(state.text());
    text.hasResponses = part["inputResponses"].exists();
    return text;
}

Number CallFamilies::take(Number number, const Record &record, const RoundText &text)
{
    if (record.kind == rpc::Kind::Response || record.kind == rpc::Kind::ErrorResponse) {
        if (record.pair != 0)
            answered(record, text);
        return 0;
    }
    if (!m_tasks.isEmpty() && record.kind == rpc::Kind::Notification)
        recordTask(record);
    else if (!m_tasks.isEmpty() && record.kind == rpc::Kind::Lifecycle)
        connectionOver(record);
    if (record.kind != rpc::Kind::Request)
        return 0;
    const bool ours = record.channel == rpc::Channel::Sent;
    const Number call = ours ? sent(number, record, text) : received(record);
    if (ours) {
        if (m_running.size() == kMaxRunning)
            m_running.erase(m_running.begin());
        m_running.push_back(number);
    }
    if (call == 0 || std::size_t(m_calls.size()) >= kMaxMembers)
        return 0;
    m_calls.insert(number, call);
    if (!ours)
        return call;
    Family &family = m_families[call];
    family.last = number;
    if (family.outcome == trace::State::Pending)
        family.over = 0; // it is asked for over a further connection
    if (family.result == 0 && m_model.store().string(record.method) == u"tasks/result")
        family.result = number;
    return call;
}

const CallFamilies::Family *CallFamilies::family(Number call) const
{
    const auto found = m_families.constFind(call);
    return found == m_families.cend() ? nullptr : &*found;
}

int CallFamilies::roundOf(Number request, Number call) const
{
    const Family *of = family(call);
    if (!of)
        return 0;
    const auto at = std::lower_bound(of->rounds.begin(), of->rounds.end(), request);
    return at == of->rounds.end() || *at != request ? 0 : int(at - of->rounds.begin()) + 1;
}

void CallFamilies::answered(const Record &response, const RoundText &text)
{
    const auto running = std::find(m_running.rbegin(), m_running.rend(), response.pair);
    if (running != m_running.rend())
        m_running.erase(std::next(running).base());
    const Record *request = recordOf(response.pair);
    if (!request || request->channel != rpc::Channel::Sent)
        return;
    if (isTaskMethod(request->method)) {
        recordTask(*request, response);
        return;
    }
    if (response.target == request->target)
        return;
    const QString instead = m_model.store().string(response.target);
    if (instead.startsWith(latin(trace::kTask))) {
        if (std::size_t(m_tasks.size()) >= kMaxMembers)
            return;
        const Number call = rootOf(response.pair);
        m_families[call].isTask = true;
        m_families[call].outcome = trace::State::Pending;
        m_tasks.insert(taskKey(*request, instead.mid(qsizetype(trace::kTask.size()))), call);
    } else if (instead.startsWith(latin(trace::kInputRequired))) {
        wait(response.pair, text);
    }
}

void CallFamilies::end(Family &task, trace::State outcome, std::int64_t steadyNs)
{
    if (outcome == trace::State::None || task.outcome != trace::State::Pending)
        return;
    task.outcome = outcome;
    if (outcome != trace::State::Pending)
        task.over = steadyNs;
}

void CallFamilies::recordTask(const Record &request, const Record &response)
{
    const auto found = m_families.find(m_calls.value(response.pair));
    if (found == m_families.end())
        return;
    if (response.pair == found->result) { // comes when the task is over
        end(*found, response.state, response.steadyNs);
        if (response.state == trace::State::ToolError)
            found->outcome = response.state;
        return;
    }
    const auto told = trace::taskState(m_model.store().string(response.target).toStdString());
    end(*found, told, response.steadyNs);
    if (m_model.store().string(request.method) != u"tasks/get" || told != trace::State::None)
        return;
    // 2025-11-25 basic/utilities/tasks, errors: the server knows of no such task (any more).
    if (response.errorCode == rpc::kInvalidParams)
        end(*found, trace::State::NoResponse, response.steadyNs);
    else
        found->isSilent = response.kind == rpc::Kind::Response;
}

void CallFamilies::recordTask(const Record &notification)
{
    if (!isTaskMethod(notification.method))
        return;
    const QString target = m_model.store().string(notification.target);
    const QString id = target.mid(target.indexOf(u' ') + 1);
    const auto found = m_families.find(m_tasks.value(taskKey(notification, id)));
    if (found != m_families.end())
        end(*found, trace::taskState(target.toStdString()), notification.steadyNs);
}

// How a task goes on is not seen any longer; over HTTP a further connection may ask again.
void CallFamilies::connectionOver(const Record &line)
{
    if (!rpc::lifecycle::endsConnection(
            rpc::lifecycle::idOf(m_model.store().string(line.method).toStdString())))
        return;
    const auto &info = m_model.stream(line.stream);
    for (const Number call : std::as_const(m_tasks)) {
        Family &family = m_families[call];
        const Record *last = recordOf(family.last == 0 ? call : family.last);
        if (last && family.goesOn() && m_model.stream(last->stream).connection == info.connection)
            family.over = line.steadyNs;
    }
}

// 2026-07-28 basic/patterns/mrtr: the next round brings the requestState back as it was.
void CallFamilies::wait(Number request, const RoundText &text)
{
    const Record *asked = recordOf(request);
    Waiting waiting;
    waiting.call = rootOf(request);
    waiting.method = asked->method;
    waiting.target = asked->target;
    waiting.server = m_model.stream(asked->stream).server;
    waiting.text = text;
    if (m_waiting.size() == kMaxWaiting)
        m_waiting.erase(m_waiting.begin());
    m_waiting.push_back(std::move(waiting));
}

Number CallFamilies::sent(Number number, const Record &record, const RoundText &text)
{
    if (isTaskMethod(record.method)) {
        const QString id = m_model.store().string(record.target);
        return id.isEmpty() ? 0 : m_tasks.value(taskKey(record, id));
    }
    const Number call = m_waiting.empty() ? 0 : nextRound(record, text);
    if (call != 0) {
        auto &rounds = m_families[call].rounds;
        if (rounds.empty())
            rounds.push_back(call);
        rounds.push_back(number);
    }
    return call;
}

bool CallFamilies::isWaiting(const Waiting &waiting, const Record &record) const
{
    return waiting.method == record.method && waiting.target == record.target
        && waiting.server == m_model.stream(record.stream).server;
}

Number CallFamilies::nextRound(const Record &record, const RoundText &text)
{
    if (!text.hasState && !text.hasResponses)
        return 0; // another call of the same tool
    const auto same = [&](const Waiting &waiting) { return isWaiting(waiting, record); };
    const auto fits = [&](const Waiting &waiting) {
        return same(waiting) && waiting.text.hasState == text.hasState
            && waiting.text.state == text.state;
    };
    auto found = std::find_if(m_waiting.begin(), m_waiting.end(), fits);
    // A state that was changed, or left out, on purpose: it can only be that call.
    if (found == m_waiting.end() && std::count_if(m_waiting.begin(), m_waiting.end(), same) == 1)
        found = std::find_if(m_waiting.begin(), m_waiting.end(), same);
    if (found == m_waiting.end())
        return 0;
    const Number call = found->call;
    m_waiting.erase(found);
    return call;
}

Number CallFamilies::received(const Record &record) const
{
    const Number carrier = trace::carrierOf(record);
    if (carrier == 0)
        return onlyRunning(record);
    const Number opened = m_model.firstCarried(carrier);
    const Record *request = recordOf(opened);
    const bool ours =
        request && request->kind == rpc::Kind::Request && request->channel == rpc::Channel::Sent;
    return ours ? rootOf(opened) : 0;
}

// 2025-11-25: what a server requests, it requests in association with one of the client's.
Number CallFamilies::onlyRunning(const Record &record) const
{
    const auto &info = m_model.stream(record.stream);
    Number found = 0;
    for (const Number number : m_running) {
        const Record *running = recordOf(number);
        if (!running || (running->pair == 0 && running->state != trace::State::Pending))
            continue; // it was given up
        const auto &other = m_model.stream(running->stream);
        if (other.connection != info.connection || other.server != info.server)
            continue;
        if (found != 0)
            return 0;
        found = number;
    }
    return found == 0 ? 0 : rootOf(found);
}

Number CallFamilies::rootOf(Number request) const
{
    return m_calls.value(request, request);
}

bool CallFamilies::isTaskMethod(std::uint32_t method)
{
    if (const auto known = m_taskMethods.constFind(method); known != m_taskMethods.cend())
        return *known;
    if (m_taskMethods.size() >= kMaxMethods)
        m_taskMethods.clear();
    const QString name = m_model.store().string(method);
    const bool task = name.startsWith(u"tasks/") || name.startsWith(u"notifications/tasks");
    m_taskMethods.insert(method, task);
    return task;
}

QString CallFamilies::taskKey(const Record &record, const QString &id) const
{
    return m_model.stream(record.stream).server % QLatin1Char('\n') % id.left(kTaskKey);
}

const Record *CallFamilies::recordOf(Number number) const
{
    const int row = m_model.rowOf(number);
    return row < 0 ? nullptr : &m_model.record(row);
}

} // namespace sonde::models
