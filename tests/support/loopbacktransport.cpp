// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/loopbacktransport.h"

namespace sonde::wire {

LoopbackTransport::LoopbackTransport(Peer peer, QObject *parent)
    : Transport(parent)
    , m_peer(std::move(peer))
{
}

void LoopbackTransport::start()
{
    StartReport report;
    report.program = QStringLiteral("loopback");
    queue(report);
}

void LoopbackTransport::send(const Bytes &bytes)
{
    if (m_ended)
        return;
    m_sink->sent(bytes, SystemClock::instance().now());
    m_peer(*this, bytes);
}

void LoopbackTransport::stop()
{
    ExitReport report;
    report.exitCode = 0;
    report.requested = true;
    end(report);
}

void LoopbackTransport::setReading(bool reading)
{
    m_reading = reading;
    if (reading)
        QMetaObject::invokeMethod(this, &LoopbackTransport::deliver, Qt::QueuedConnection);
}

void LoopbackTransport::respond(const Bytes &bytes)
{
    queue(Response{bytes});
}

void LoopbackTransport::diagnose(const Bytes &bytes)
{
    queue(Diagnosis{bytes});
}

void LoopbackTransport::end(const ExitReport &report)
{
    if (std::exchange(m_ended, true))
        return;
    queue(report);
}

void LoopbackTransport::queue(Event event)
{
    m_events.push_back(std::move(event));
    QMetaObject::invokeMethod(this, &LoopbackTransport::deliver, Qt::QueuedConnection);
}

void LoopbackTransport::deliver()
{
    while (m_reading && !m_events.empty()) {
        const Event event = std::move(m_events.front());
        m_events.pop_front();
        if (const auto *report = std::get_if<StartReport>(&event))
            m_sink->started(*report);
        else if (const auto *answered = std::get_if<Response>(&event))
            m_sink->received(answered->bytes, SystemClock::instance().now());
        else if (const auto *diagnosis = std::get_if<Diagnosis>(&event))
            m_sink->diagnostics(diagnosis->bytes, SystemClock::instance().now());
        else
            m_sink->ended(std::get<ExitReport>(event));
    }
}

} // namespace sonde::wire
