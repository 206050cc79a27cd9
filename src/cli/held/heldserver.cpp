// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/held/heldserver.h"

#include "cli/held/heldplace.h"
#include "cli/output/output.h"
#include "cli/output/text.h"
#include "tap/announce/tapsocket.h"

#include <QFile>
#include <QStringBuilder>

namespace sonde::cli {

HeldServer::HeldServer(QString name, std::chrono::milliseconds idle, const Options &options,
    rpc::TrafficSink *traffic, KeeperProcess &process, Output &out, Output &err)
    : m_name(std::move(name))
    , m_process(process)
    , m_out(out)
    , m_link(options, traffic, err)
{
    m_idle.setSingleShot(true);
    m_idle.setInterval(idle);
    connect(&m_idle, &QTimer::timeout, this, &HeldServer::close);
    connect(&m_link, &ServerLink::ready, this, &HeldServer::open);
    connect(&m_link, &ServerLink::closing, this, [this] {
        m_accepts.reset();
        if (m_listening.isOpen())
            QFile::remove(heldPath(m_name));
        m_listening.close();
    });
    connect(&m_link, &ServerLink::finished, this, &HeldServer::finished);
    connect(&m_link.client(), &mcp::Client::notificationReceived, this, &HeldServer::pass);
}

HeldServer::~HeldServer() = default;

void HeldServer::start()
{
    m_link.start();
}

void HeldServer::interrupt(int signal)
{
    if (m_link.isEnding())
        return m_link.abandon(kSignalBase + signal);
    m_link.end(kSignalBase + signal);
}

void HeldServer::open()
{
    Result<tap::Inlet> listening = tap::listenAt(heldPath(m_name));
    if (!listening)
        return m_link.fail(listening.error());
    m_listening = std::move(listening.value());
    m_accepts = std::make_unique<QSocketNotifier>(m_listening.descriptor(), QSocketNotifier::Read);
    connect(m_accepts.get(), &QSocketNotifier::activated, this, &HeldServer::accept);
    m_idle.start();
    m_out.write(QString(
        Text::tr("%1 is open. Use it with sonde-cli --on %1, and end it with sonde-cli close %1.")
            .arg(m_name)
        % u'\n'));
    m_process.detach();
}

void HeldServer::accept()
{
    tap::Inlet socket = tap::acceptOwn(m_listening.descriptor());
    if (!socket.isOpen() || m_peers.size() >= kMaxPeers)
        return;
    m_idle.stop();
    auto peer = std::make_unique<HeldPeer>(std::move(socket), ++m_last, m_link.client(), nullptr);
    // Queued: it is still in the middle of its own signal.
    connect(peer.get(), &HeldPeer::left, this, &HeldServer::drop, Qt::QueuedConnection);
    connect(peer.get(), &HeldPeer::closeRequested, this, &HeldServer::close, Qt::QueuedConnection);
    m_peers.push_back(std::move(peer));
}

void HeldServer::drop()
{
    std::erase_if(m_peers, [](const auto &peer) { return peer->isGone(); });
    if (m_peers.empty())
        m_idle.start();
}

void HeldServer::close()
{
    m_link.end(kFine);
}

void HeldServer::pass(const rpc::Message &notification)
{
    for (const auto &peer : m_peers)
        peer->send(notification.bytes().view());
}

} // namespace sonde::cli
