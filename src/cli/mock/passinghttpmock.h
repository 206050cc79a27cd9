// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/mock/mockhttpserver.h"
#include "cli/mock/passedservers.h"

#include <QObject>

namespace sonde::cli {

// A mock over HTTP that passes on what it has no recorded response for.
class PassingHttpMock : public QObject {
    Q_OBJECT
public:
    // All of them outlive it.
    PassingHttpMock(const Options &options, const mock::MockScript &script, mock::MockOptions play,
        serve::ListeningSocket socket, rpc::TrafficSink *traffic, Output &out, Output &err);

    void start() { m_mock.start(); }
    // The first signal stops the servers; the second one ends at once.
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    PassedServers m_servers;
    MockHttpServer m_mock;
    int m_signal = 0;
};

} // namespace sonde::cli
