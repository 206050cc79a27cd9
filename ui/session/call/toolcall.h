// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/call/request.h"

#include <QMetaObject>
#include <QPointer>

#include <optional>

namespace sonde::mcp {
class TaskMachine;
}

namespace sonde::session {

// The newest call of one tool of one server: its arguments, its progress and its late response.
class ToolCall : public Request {
    Q_OBJECT
public:
    explicit ToolCall(QString tool, QObject *parent);

    // Only one at a time: while one is pending nothing happens.
    void call(mcp::Client *client, const Bytes &arguments, const mcp::CallOptions &options);
    // As a task of 2025-11-25 (basic/utilities/tasks): the response is the task.
    void callAsTask(mcp::Client *client, const Bytes &arguments, const mcp::CallOptions &options);
    // What callAsTask() sends.
    static Bytes taskParams(const QString &tool, const Bytes &arguments);
    // The line as it was typed, with these headers over HTTP or with those of its method.
    void callRaw(mcp::Client *client, const Bytes &line,
        const std::optional<wire::HttpHeaders> &headers, const mcp::CallOptions &options);

    const QString &tool() const { return m_tool; }
    QString target() const override { return m_tool; }
    const Bytes &arguments() const { return params(); } // of the newest call
    // Of a call that has timed out or was cancelled: a response has come since.
    const std::optional<mcp::GivenUpCall> &late() const { return m_late; }
    // Of a call that runs as a task: how far it is, and what came of it. Null for others, and when
    // the task has been removed from the list; changed() tells.
    const mcp::TaskMachine *task() const;
    int progressCount() const { return m_progressCount; }
    const QString &progressText() const { return m_progressText; } // the newest report

Q_SIGNALS:
    void sentUnanswered(); // a typed line that no response can be paired with

protected:
    State stateOf(const mcp::Response &response) const override;
    void adopt(const mcp::Response &response) override;

private:
    void start(mcp::Client *client, const QString &method, const Bytes &arguments);
    mcp::CallOptions watched(const mcp::CallOptions &options);
    void progressed(const rpc::Message &message);
    void followTask();

    QPointer<mcp::Client> m_client; // that was called
    QMetaObject::Connection m_taskChanged;
    QString m_tool;
    std::optional<mcp::GivenUpCall> m_late;
    quint64 m_task = 0; // in the client's TaskStore; 0: none
    int m_calls = 0;
    int m_progressCount = 0;
    QString m_progressText;
};

} // namespace sonde::session
