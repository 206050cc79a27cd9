// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>

#include <memory>
#include <optional>

namespace sonde::session {

// One tool of one server, and its newest call: what was asked, what has come, how it ended.
class ToolCall : public QObject {
    Q_OBJECT
public:
    enum class State { Idle, Pending, Ok, ToolError, ProtocolError, Cancelled, TimedOut, Failed };

    explicit ToolCall(QString tool, QObject *parent);

    // Only one at a time: while one is pending nothing happens.
    void call(mcp::Client *client, const Bytes &arguments, const mcp::CallOptions &options);
    // As a task of 2025-11-25 (basic/utilities/tasks): the answer is the task.
    void callAsTask(mcp::Client *client, const Bytes &arguments, const mcp::CallOptions &options);
    // The line as it was typed, with these headers over HTTP or with those of its method.
    void callRaw(mcp::Client *client, const Bytes &line,
        const std::optional<wire::HttpHeaders> &headers, const mcp::CallOptions &options);
    void cancel();

    const QString &tool() const { return m_tool; }
    State state() const { return m_state; }
    bool isPending() const { return m_state == State::Pending; }
    const Bytes &arguments() const { return m_arguments; } // of the newest call
    const std::shared_ptr<const mcp::Answer> &answer() const { return m_answer; } // or null
    const std::optional<Error> &error() const { return m_error; }
    // Of a call that has timed out or was cancelled: an answer has come since.
    const std::optional<mcp::GivenUpCall> &late() const { return m_late; }
    int progressCount() const { return m_progressCount; }
    const QString &progressText() const { return m_progressText; } // the newest report
    qint64 elapsedNs() const;

Q_SIGNALS:
    void changed();
    void sentUnanswered(); // a typed line that no answer can be paired with

private:
    void begin();
    mcp::CallOptions watched(const mcp::CallOptions &options);
    void progressed(const rpc::Message &message);
    void finished(Result<mcp::Answer> result);

    QPointer<mcp::Client> m_client; // that was called
    QString m_tool;
    State m_state = State::Idle;
    Bytes m_arguments;
    std::shared_ptr<const mcp::Answer> m_answer;
    std::optional<Error> m_error;
    std::optional<mcp::GivenUpCall> m_late;
    int m_calls = 0;
    int m_progressCount = 0;
    QString m_progressText;
    QElapsedTimer m_running;
    qint64 m_elapsedNs = 0;
    RequestHandle m_handle;
};

} // namespace sonde::session
