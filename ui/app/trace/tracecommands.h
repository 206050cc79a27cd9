// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"
#include "trace/record/record.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <optional>

class QDockWidget;
class QMenu;

namespace sonde::session {
class Request;
}

namespace sonde::models {
class TraceModel;
}

namespace sonde::widgets {
class LogsPanel;
class MessageDetail;
class StatisticsWindow;
class ToolsPanel;
class TracePanel;
} // namespace sonde::widgets

namespace sonde::app {

class Actions;

// The Trace menu, and the way from a call or another place of the window to its message in the
// trace.
class TraceCommands : public QObject {
    Q_OBJECT
public:
    struct Parts {
        widgets::TracePanel &trace;
        widgets::MessageDetail &detail;
        widgets::ToolsPanel &tools;
        widgets::LogsPanel &logs;
        QDockWidget &dock; // of the trace
    };

    TraceCommands(Actions &actions, const Parts &parts, QWidget *window); // all outlive it

    void showMessage(qint64 steadyNs, rpc::Channel channel);
    void showNumber(trace::Number number); // 0: says that the message is gone
    void showCall(); // the newest call of the chosen tool
    void showCallLog(); // what the server logged during that call
    void showStatistics();
    // The bytes of the newest message of a request, as recorded; none if it is not in the trace.
    std::optional<Bytes> sentBytes(const session::Request &request);

Q_SIGNALS:
    void succeeded(const QString &sentence);

private:
    void connectActions(Actions &actions);
    void connectParts();
    void fillColumns(QMenu *menu);
    // The newest row of the request that matches; 0 without one.
    trace::Number findSince(
        const session::Request &request, const std::function<bool(const trace::Record &)> &matches);
    trace::Number findNewest(const std::function<bool(const trace::Record &)> &matches);
    // The response to the chosen tool's newest call, or the request while there is no response; 0:
    // neither is in the trace.
    trace::Number findCall();
    trace::Number findOutcome(const session::Request &request);

    Parts m_parts;
    models::TraceModel &m_model;
    QWidget *m_window;
    QPointer<widgets::StatisticsWindow> m_statistics; // while it is open
};

} // namespace sonde::app
