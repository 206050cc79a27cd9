// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mock/passingmock.h"

#include "cli/output/exitcode.h"

#include <utility>

namespace sonde::cli {

PassingMock::PassingMock(const Options &options, const mock::MockScript &script,
    mock::MockOptions play, rpc::TrafficSink *traffic, Output &out, Output &err)
    : m_server(options, traffic, err, [this] { m_mock.hear(); })
    , m_mock(script, std::move(play), &m_server, out, err)
{
    connect(&m_mock, &MockServer::finished, &m_server, &PassedServer::end);
    connect(&m_server, &PassedServer::finished, this, [this](int exitCode) {
        m_server.forgetMock();
        disconnect(&m_mock, nullptr, &m_server, nullptr);
        m_mock.hear(); // the errors that its last requests get
        Q_EMIT finished(exitCode);
    });
}

void PassingMock::interrupt(int signal)
{
    if (std::exchange(m_isEnding, true) || m_server.isEnding())
        Q_EMIT finished(kSignalBase + signal);
    else
        m_server.end(kSignalBase + signal);
}

} // namespace sonde::cli
