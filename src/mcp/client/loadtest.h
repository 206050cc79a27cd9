// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "mcp/client/loadrun.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <memory>
#include <unordered_map>

namespace sonde::mcp {

// A LoadRun at work: calls one tool with the same arguments, or sends another request, again and
// again. Everything it sends goes the ordinary way and is in the trace.
class LoadTest : public QObject {
    Q_OBJECT
public:
    // How often changed() comes while responses do.
    static constexpr std::chrono::milliseconds kNews{100};

    LoadTest(Client *client, QString tool, Bytes arguments, QObject *parent = nullptr);
    ~LoadTest() override;

    // The timeouts of each call.
    void setTimeouts(const CallOptions &options) { m_options = options; }
    // Sends this request, with the arguments as its params, instead of calling the tool.
    void setMethod(const QString &method) { m_method = method; }
    // Only while none is running; the numbers begin anew. Not without a connection.
    void start(LoadRun::Plan plan);
    // Sends no more, and cancels what is under way.
    void cancel();

    const QString &tool() const { return m_tool; }
    const Bytes &arguments() const { return m_arguments; }
    bool canStart() const;
    bool isRunning() const { return m_run && !m_run->isOver(); }
    const LoadRun *run() const { return m_run.get(); } // nullptr before the first start
    // What went wrong first, as a sentence; empty while nothing has.
    const QString &firstProblem() const { return m_firstProblem; }
    static std::int64_t now(); // steady nanoseconds, as the run counts them

Q_SIGNALS:
    void changed(); // bundled while it runs
    void finished();

private:
    void send();
    void call(std::int64_t waited); // since it was due
    void finishIfOver();
    void over(int call, std::int64_t sentAt, std::int64_t waited, const Result<Response> &result);
    void connectionChanged();
    void recordProblem(const QString &sentence);

    QPointer<Client> m_client;
    const QString m_tool;
    QString m_method; // empty: the tool is called
    const Bytes m_arguments;
    CallOptions m_options;
    std::unique_ptr<LoadRun> m_run;
    std::unordered_map<int, RequestHandle> m_underWay;
    int m_number = 0; // of the newest call, over all runs
    QString m_firstProblem;
    QTimer m_news;
    QTimer m_next; // when the run has more to send, by its rate
};

} // namespace sonde::mcp
