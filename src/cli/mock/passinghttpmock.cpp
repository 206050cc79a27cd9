// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mock/passinghttpmock.h"

#include "cli/output/exitcode.h"

#include <utility>

namespace sonde::cli {

PassingHttpMock::PassingHttpMock(const Options &options, const mock::MockScript &script,
    mock::MockOptions play, serve::ListeningSocket socket, rpc::TrafficSink *traffic, Output &out,
    Output &err)
    : m_servers(options, traffic, err, [this] { m_mock.hear(); })
    , m_mock(
          script, std::move(play), [this] { return m_servers.add(); }, std::move(socket), out, err)
{
    connect(&m_mock, &MockHttpServer::finished, &m_servers, &PassedServers::end);
    connect(&m_servers, &PassedServers::ended, this,
        [this] { Q_EMIT finished(kSignalBase + m_signal); });
}

void PassingHttpMock::interrupt(int signal)
{
    if (m_signal != 0) {
        Q_EMIT finished(kSignalBase + signal);
        return;
    }
    m_signal = signal;
    m_mock.interrupt(signal);
}

} // namespace sonde::cli
