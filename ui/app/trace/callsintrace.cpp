// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/trace/callsintrace.h"

#include "models/document/tracedocument.h"
#include "models/findings/findinglist.h"
#include "models/tap/heldmodel.h"
#include "models/trace/tracemodel.h"
#include "session/call/toolcall.h"
#include "widgets/activity/logspanel.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/traceworkbench.h"

#include <cstdlib>
#include <limits>
#include <utility>

namespace sonde::app {

using findings::Party;

namespace {

// The rows of a server are in the order of recording, and their times differ from it by less.
constexpr std::int64_t kSlackNs = 1'000'000'000;

} // namespace

CallsInTrace::CallsInTrace(widgets::TraceWorkbench &trace, widgets::ToolsPanel &tools,
    widgets::LogsPanel &logs, QObject *parent)
    : QObject(parent)
    , m_trace(trace)
    , m_tools(tools)
    , m_logs(logs)
    , m_model(trace.document().model())
{
    connect(&tools, &widgets::ToolsPanel::callRequestedInTrace, this, &CallsInTrace::showCall);
    connect(&tools, &widgets::ToolsPanel::logRequested, this, &CallsInTrace::showCallLog);
    connect(
        &logs, &widgets::LogsPanel::numberRequested, &trace, &widgets::TraceWorkbench::showNumber);
}

void CallsInTrace::showMessage(qint64 steadyNs, rpc::Channel channel)
{
    m_trace.showNumber(findNewest([=](const trace::Record &record) {
        return record.steadyNs == steadyNs && record.channel == channel;
    }));
}

// The clients of a tap over HTTP number their requests alike, and an id may come again: of those
// that are alike it is the one that came when the message was held.
void CallsInTrace::showHeld(const QString &server, const models::HeldRow &held)
{
    const auto isOfServer = [&](const trace::Record &record) {
        return m_model.stream(record.stream).server == server;
    };
    const auto isLike = [&](const trace::Record &record) {
        return record.kind == held.kind && record.channel == held.message.channel
            && isOfServer(record)
            && (held.method.isEmpty() || m_model.store().string(record.method) == held.method)
            && m_model.store().idText(record) == held.id;
    };
    const auto distance = [&held](const trace::Record &record) {
        return std::abs(record.wallNs - held.message.sinceNs);
    };
    m_model.drainNow();
    trace::Number nearest = 0;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (int row = m_model.rowCount() - 1; row >= 0; --row) {
        const trace::Record &record = m_model.record(row);
        if (record.wallNs < held.message.sinceNs - kSlackNs && isOfServer(record))
            break;
        if (distance(record) < least && isLike(record)) {
            least = distance(record);
            nearest = m_model.number(row);
        }
    }
    m_trace.showNumber(nearest);
}

void CallsInTrace::showCall()
{
    if (m_tools.currentCall())
        m_trace.showNumber(findCall());
}

void CallsInTrace::showCallLog()
{
    trace::Number number = findCall();
    const int row = m_model.rowOf(number);
    if (row >= 0 && m_model.record(row).kind != rpc::Kind::Request)
        number = m_model.record(row).pair;
    if (m_model.rowOf(number) < 0) {
        Q_EMIT said(tr("The message is no longer in the trace."));
        return;
    }
    Q_EMIT m_logs.showRequested();
    m_logs.showCall(number);
}

trace::Number CallsInTrace::findNewest(const std::function<bool(const trace::Record &)> &matches)
{
    m_model.drainNow();
    for (int row = m_model.rowCount() - 1; row >= 0; --row) {
        if (matches(m_model.record(row)))
            return m_model.number(row);
    }
    return 0;
}

trace::Number CallsInTrace::findSince(
    const session::Request &request, const std::function<bool(const trace::Record &)> &matches)
{
    m_model.drainNow();
    for (int row = m_model.rowCount() - 1; row >= 0; --row) {
        const trace::Record &record = m_model.record(row);
        if (record.steadyNs < request.begunNs() - kSlackNs)
            return 0;
        if (matches(record))
            return m_model.number(row);
    }
    return 0;
}

trace::Number CallsInTrace::findOutcome(const session::Request &request)
{
    if (request.response()) {
        return findSince(request, [place = request.response()->place](const trace::Record &record) {
            return record.stream == place.stream && record.offset == place.offset
                && record.kind != rpc::Kind::Exchange;
        });
    }
    if (request.number() == session::Request::kUnsent)
        return 0;
    // Another call of the tool may have been sent since.
    const auto isNumbered = [this, number = request.number()](const trace::Record &record) {
        return number == 0 || m_model.store().idText(record) == QString::number(number);
    };
    return findSince(request, [&](const trace::Record &record) {
        return record.kind == rpc::Kind::Request && record.channel == rpc::Channel::Sent
            && record.steadyNs >= request.begunNs()
            && m_model.stream(record.stream).server == request.server()
            && m_model.store().string(record.method) == request.method()
            && (request.target().isEmpty()
                || m_model.store().string(record.target) == request.target())
            && isNumbered(record);
    });
}

trace::Number CallsInTrace::findCall()
{
    const session::ToolCall *call = m_tools.currentCall();
    return call ? findOutcome(*call) : 0;
}

std::vector<trace::Number> CallsInTrace::messagesOf(const session::Request &request)
{
    const trace::Number outcome = findOutcome(request);
    const int row = m_model.rowOf(outcome);
    if (row < 0)
        return {};
    return {m_model.record(row).pair, outcome};
}

std::vector<findings::Finding> CallsInTrace::findingsIn(
    const std::vector<trace::Number> &messages) const
{
    std::vector<findings::Finding> found;
    for (const trace::Number number : messages) {
        for (const findings::Finding *finding : m_trace.document().findings().about(number)) {
            if (finding->party != Party::Client && finding->party != Party::Host)
                found.push_back(*finding);
        }
    }
    return found;
}

std::optional<Bytes> CallsInTrace::sentBytes(const session::Request &request)
{
    int row = m_model.rowOf(findOutcome(request));
    if (row >= 0 && m_model.record(row).kind != rpc::Kind::Request)
        row = m_model.rowOf(m_model.record(row).pair);
    if (row < 0)
        return {};
    auto bytes = m_model.store().read(m_model.record(row));
    return bytes ? std::optional(std::move(bytes).value()) : std::nullopt;
}

} // namespace sonde::app
