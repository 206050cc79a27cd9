// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/own/ownlink.h"

#include "tap/own/breakpointport.h"
#include "tap/own/breakpointtransport.h"

#include <utility>

namespace sonde::tap {

namespace {

// Its last owner may be on either thread, and may outlive the wire thread.
void retire(BreakpointPort *port)
{
    const QThread *const thread = port->thread();
    if (thread && thread != QThread::currentThread() && thread->isRunning())
        port->deleteLater();
    else
        delete port;
}

} // namespace

OwnLink::OwnLink(QThread *wire, QObject *parent)
    : ControlLink(parent)
    , m_port(new BreakpointPort, &retire)
{
    if (wire)
        m_port->moveToThread(wire);
    connect(m_port.get(), &BreakpointPort::opened, this, [this] {
        m_isOpen = true;
        Q_EMIT opened();
    });
    connect(m_port.get(), &BreakpointPort::closed, this, [this] {
        m_isOpen = false;
        Q_EMIT closed();
    });
    connect(m_port.get(), &BreakpointPort::kept, this, &OwnLink::kept);
    connect(m_port.get(), &BreakpointPort::told, this, [this](const QByteArray &told) {
        const QByteArray text = told.trimmed();
        const auto line = parseTapLine({text.data(), static_cast<std::size_t>(text.size())});
        if (line)
            report(*line);
    });
}

OwnLink::~OwnLink() = default;

wire::DecorateTransport OwnLink::decorator(TapTransport transport)
{
    m_transport = transport;
    return [port = m_port, transport](std::unique_ptr<wire::MessageTransport> inner,
               const wire::TransportContext &context) {
        return std::make_unique<BreakpointTransport>(std::move(inner), context, transport, port);
    };
}

void OwnLink::say(const std::string &line)
{
    if (m_port->post(QByteArray::fromStdString(line)))
        QMetaObject::invokeMethod(m_port.get(), &BreakpointPort::hearAll);
}

} // namespace sonde::tap
