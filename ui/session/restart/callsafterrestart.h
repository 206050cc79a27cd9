// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/callrun.h"
#include "config/savedcalls.h"
#include "mcp/client/client.h"

#include <QObject>

#include <deque>
#include <functional>
#include <map>

namespace sonde::session {

class RestartHistory;

// Runs the saved calls that are marked for it after each restart of their server, one after the
// other. What the panels show of other calls stays as it is; the trace has the new ones. A tool
// that may change something, because its definition does not say readOnlyHint, is called only if
// the user has confirmed it for that call. A read-only one is called twice the first time: what
// differs between both results is no change.
class CallsAfterRestart : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMostCalls = 50; // of a server; the others are left out

    // What came of the calls of a restart.
    struct Summary {
        int ok = 0;
        int different = 0; // of these: another result than after the start before
        QStringList failed; // sentences
        int leftOut = 0;
        int unconfirmed = 0; // were not run: their tools may change something
    };
    struct Setup {
        std::function<std::vector<config::SavedCall>(const QString &)> calls; // of a server
        std::function<mcp::Client *(const QString &)> client;
        // Whether the user has confirmed that the call of that server runs by itself.
        std::function<bool(const QString &, const config::SavedCall &)> isConfirmed;
    };
    // The history outlives it.
    CallsAfterRestart(RestartHistory &history, Setup setup, QObject *parent = nullptr);

Q_SIGNALS:
    // Not if the server was restarted again, or ended, before.
    void finished(const QString &server, const sonde::session::CallsAfterRestart::Summary &summary);

private:
    struct Run {
        int number = 0; // of the restart: the responses of an earlier one do not count
        std::vector<config::SavedCall> calls;
        changes::CallRuns runs; // of each
        std::vector<Bytes> seconds; // the results of their second runs; empty without one
        std::deque<std::size_t> waiting; // calls
        std::size_t at = 0; // the one that runs
        Summary summary;
    };
    void start(const QString &server, int number);
    void runNext(const QString &server);
    void runAgain(const QString &server);
    void goOn(const QString &server);
    void adopt(const QString &server, const Result<mcp::Response> &response);
    void conclude(const QString &server, int number);

    RestartHistory &m_history;
    Setup m_setup;
    std::map<QString, Run> m_runs;
};

} // namespace sonde::session
