// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "rpc/trafficsink.h"
#include "trace/record/record.h"

#include <QObject>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace sonde::session {
class Request;
}

namespace sonde::models {
class TraceModel;
struct HeldRow;
} // namespace sonde::models

namespace sonde::widgets {
class LogsPanel;
class ToolsPanel;
class TraceWorkbench;
} // namespace sonde::widgets

namespace sonde::app {

// The way from a call, and from other places of the panels, to the message in the trace.
class CallsInTrace : public QObject {
    Q_OBJECT
public:
    CallsInTrace(widgets::TraceWorkbench &trace, widgets::ToolsPanel &tools,
        widgets::LogsPanel &logs, QObject *parent); // all outlive it

    void showMessage(qint64 steadyNs, rpc::Channel channel);
    // A message that a breakpoint holds, of that server or tap.
    void showHeld(const QString &server, const models::HeldRow &held);
    void showCall(); // the newest call of the chosen tool
    void showCallLog(); // what the server logged during that call
    // The bytes of the newest message of a request, as recorded; none if it is not in the trace.
    std::optional<Bytes> sentBytes(const session::Request &request);
    // The newest message of a request, and its response; those that are in the trace. It looks
    // through the trace from its end.
    std::vector<trace::Number> messagesOf(const session::Request &request);
    // What the server violated in these messages, as far as they were checked.
    std::vector<findings::Finding> findingsIn(const std::vector<trace::Number> &messages) const;

Q_SIGNALS:
    void said(const QString &sentence);

private:
    // The newest row of the request that matches; 0 without one.
    trace::Number findSince(
        const session::Request &request, const std::function<bool(const trace::Record &)> &matches);
    trace::Number findNewest(const std::function<bool(const trace::Record &)> &matches);
    // The response to the chosen tool's newest call, or the request while there is no response; 0:
    // neither is in the trace.
    trace::Number findCall();
    trace::Number findOutcome(const session::Request &request);

    widgets::TraceWorkbench &m_trace;
    widgets::ToolsPanel &m_tools;
    widgets::LogsPanel &m_logs;
    models::TraceModel &m_model;
};

} // namespace sonde::app
