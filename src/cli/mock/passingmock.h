// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/mock/mockserver.h"
#include "cli/mock/passedserver.h"

#include <QObject>

namespace sonde::cli {

// A mock on stdio that passes on what it has no recorded response for.
class PassingMock : public QObject {
    Q_OBJECT
public:
    // All of them outlive it.
    PassingMock(const Options &options, const mock::MockScript &script, mock::MockOptions play,
        rpc::TrafficSink *traffic, Output &out, Output &err);

    void start() { m_mock.start(); }
    // The first signal stops the server; the second one ends at once.
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    PassedServer m_server;
    MockServer m_mock;
    bool m_isEnding = false;
};

} // namespace sonde::cli
