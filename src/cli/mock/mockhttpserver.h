// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/mock/mockendpoint.h"
#include "cli/output/output.h"
#include "serve/httpgate.h"

#include <QObject>
#include <QTimer>

namespace sonde::cli {

// The surroundings of a mock endpoint: sockets, standard error, and the clock. Ends with a signal.
class MockHttpServer : public QObject {
    Q_OBJECT
public:
    // The real servers outlive it.
    MockHttpServer(const mock::MockScript &script, mock::MockOptions options,
        RealServer::Make makeServer, serve::ListeningSocket socket, Output &out, Output &err);

    void start();
    void interrupt(int signal);
    void hear(); // the time has come for something, or a real server has something to deliver

Q_SIGNALS:
    void finished(int exitCode);

private:
    void goOn(); // says what the endpoint wants to say, and waits for what comes next

    MockEndpoint m_endpoint;
    bool m_isOver = false; // the real servers end, and may be gone already
    Output &m_out;
    Output &m_err;
    serve::HttpGate m_gate;
    QTimer m_timer;
};

} // namespace sonde::cli
