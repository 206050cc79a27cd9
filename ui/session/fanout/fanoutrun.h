// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "fanout/fanreport.h"
#include "session/call/toolcall.h"

#include <QObject>
#include <QPointer>

#include <memory>
#include <vector>

namespace sonde::session {

// The same call of a tool on several connected servers: up to fanout::kMaxAtWork of them at the
// same time. When all have responded or failed, their responses are compared.
class FanOutRun : public QObject {
    Q_OBJECT
public:
    enum class State { NotStarted, Running, Comparing, Finished };
    struct Server {
        QString name;
        QPointer<mcp::Client> client; // without one, or before it is ready, it gets no call
    };

    explicit FanOutRun(QObject *parent = nullptr);
    ~FanOutRun() override; // cancels the calls that are pending

    // Does nothing while calls are pending, and without servers. Those beyond fanout::kMaxColumns
    // get none.
    void start(std::vector<Server> servers, const QString &tool, const Bytes &arguments);
    // Cancels the calls that are pending, and begins no further ones. What came is compared.
    void cancel();

    State state() const { return m_state; }
    bool isBusy() const { return m_state == State::Running || m_state == State::Comparing; }
    std::size_t ended() const; // how many servers have responded or failed
    std::size_t all() const { return m_results.size(); }
    // When it has finished; its results are in the order of the servers.
    const fanout::FanReport &report() const { return *m_report; }
    // Of the server of a result; null: it got no call.
    const ToolCall *call(std::size_t result) const { return m_columns[result].call.get(); }

Q_SIGNALS:
    void changed();

private:
    struct Column {
        Server server;
        std::unique_ptr<ToolCall> call;
        bool hasEnded = false;
    };

    void startNext();
    void begin(std::size_t column);
    void callChanged(std::size_t column);
    void end(std::size_t column);
    void fail(std::size_t column, const QString &sentence);
    void compare();

    BackgroundJob m_job;
    State m_state = State::NotStarted;
    QString m_tool;
    Bytes m_arguments;
    std::vector<Column> m_columns;
    fanout::FanResults m_results; // of the columns
    std::shared_ptr<const fanout::FanReport> m_report;
};

} // namespace sonde::session
