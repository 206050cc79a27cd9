// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/output/output.h"
#include "mock/mocksession.h"
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
    MockServer(const mock::MockScript &script, mock::MockOptions options, Output &out, Output &err);

    void start();
    void interrupt(int signal);
    // The response to a request that was passed on, with its id.
    void respondPassed(const std::string &id, const Bytes &response);
    // As for MockSession.
    void progressPassed(const std::string &id, const rpc::Message &progress);
    void notifyPassed(const Bytes &notification);

Q_SIGNALS:
    // With MockOptions::passesOn: a request, and the id of one that its client has cancelled.
    void passOnRequested(const sonde::Bytes &request);
    void abandonRequested(const sonde::Bytes &id);
    void finished(int exitCode);

private:
    void readInput();
    void receive(const rpc::Frame &frame);
    void endInput();
    void carryOut(const mock::Action &action);
    void goOn(); // carries out what the session wants, and waits for what comes next

    mock::MockSession m_session;
    Output &m_out;
    Output &m_err;
    rpc::LineFramer m_lines{mock::MockSession::kMaxMessage};
    QSocketNotifier m_input;
    QTimer m_timer;
    bool m_isClosed = false; // by a fault
    std::optional<mock::Nanoseconds> m_end; // once the input has ended
};

} // namespace sonde::cli
