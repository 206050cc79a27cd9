// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/mock/realserver.h"
#include "cli/output/output.h"
#include "rpc/lineframer.h"

#include <QObject>
#include <QSocketNotifier>
#include <QTimer>

#include <optional>
#include <string>

namespace sonde::cli {

// The surroundings of a mock session: a client on standard input and output, standard error, and
// the clock. Ends with the client's input.
class MockServer : public QObject {
    Q_OBJECT
public:
    // `server`: where requests are passed on to; outlives it. nullptr: nowhere.
    MockServer(const mock::MockScript &script, mock::MockOptions options, RealServer *server,
        Output &out, Output &err);

    void start();
    void interrupt(int signal);
    void hear(); // the server has something to deliver

Q_SIGNALS:
    void finished(int exitCode);

private:
    void readInput();
    void receive(const rpc::Frame &frame);
    void endInput();
    void carryOut(const mock::Action &action);
    void goOn(); // carries out what the session wants, and waits for what comes next
    bool isDone() const;
    void awaitNext();

    mock::MockSession m_session;
    RealServer *const m_server;
    Output &m_out;
    Output &m_err;
    rpc::LineFramer m_lines{mock::MockSession::kMaxMessage};
    QSocketNotifier m_input;
    QTimer m_timer;
    bool m_isClosed = false; // by a fault
    std::optional<mock::Nanoseconds> m_end; // once the input has ended
};

} // namespace sonde::cli
