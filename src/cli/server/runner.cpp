// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/runner.h"

namespace sonde::cli {

Runner::Runner(const Options &options, Bytes payload, rpc::TrafficSink *traffic, Output &out,
    Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_link(m_options, traffic, err)
    , m_command(m_options, std::move(payload), m_link.client(), out, err)
{
    connect(&m_link, &ServerLink::ready, &m_command, &ServerCommand::start);
    connect(&m_link, &ServerLink::closing, &m_command, &ServerCommand::abandon);
    connect(&m_link, &ServerLink::finished, this, &Runner::finished);
    connect(&m_command, &ServerCommand::finished, this,
        [this](int code) { m_link.end(m_signal == 0 ? code : kSignalBase + m_signal); });
    connect(&m_command, &ServerCommand::failed, &m_link, &ServerLink::fail);
    connect(&m_command, &ServerCommand::refused, &m_link, &ServerLink::failAfterEnd);
}

void Runner::start()
{
    m_link.start();
}

void Runner::interrupt(int signal)
{
    const bool inFlight = m_link.isReady();
    if (m_signal != 0 || m_link.isEnding()) // impatient: only the stop is still under way
        return m_link.abandon(kSignalBase + signal);
    m_signal = signal;
    if (!inFlight || !m_command.cancel())
        m_link.end(kSignalBase + signal);
}

} // namespace sonde::cli
