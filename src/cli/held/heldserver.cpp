// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/held/heldserver.h"

#include "base/clock.h"
#include "cli/held/heldplace.h"
#include "cli/output/clitr.h"
#include "cli/output/output.h"
#include "review/requestedinput.h"
#include "tap/announce/tapsocket.h"
#include "json/builder.h"

#include <QCoreApplication>
#include <QFile>
#include <QStringBuilder>

#include <algorithm>
#include <chrono>
#include <string>

#include <unistd.h>

namespace sonde::cli {

namespace {

// The number of the server request that a command means.
quint64 requestIn(const rpc::Message &message)
{
    return quint64(message.params()["request"].toInt64().value_or(0));
}

Bytes errorResponse(std::string_view id, int code, const QString &sentence)
{
    return rpc::errorResponse(id, code, sentence.toStdString());
}

// A line that fits into the buffer of a socket that nothing was written to.
void writeAtOnce(const tap::Inlet &socket, const Bytes &message)
{
    const std::string line = std::string(message.view()) + '\n';
    if (::write(socket.descriptor(), line.data(), line.size()) < 0)
        return; // its command has ended already
}

} // namespace

HeldServer::HeldServer(Setup setup, const Options &options, rpc::TrafficSink *traffic,
    KeeperProcess &process, Output &out, Output &err)
    : m_setup(std::move(setup))
    , m_process(process)
    , m_out(out)
    , m_since(SystemClock::instance().now().steady)
    , m_calls([this](int peer, std::string_view message) { deliver(peer, message); })
    , m_requests(
          m_setup.name, options.responses, m_calls,
          [this](int number, const review::RequestedInput &question) {
              return std::any_of(m_peers.begin(), m_peers.end(), [&](const auto &peer) {
                  return peer->number() == number && !peer->isGone()
                      && !review::undeclared(question, peer->capabilities(), false);
              });
          },
          [this](int peer, std::string_view message) { deliver(peer, message); })
    , m_link(options, traffic, err, nullptr,
          [this](mcp::ClientConfig &config) { m_requests.declare(config); })
{
    m_calls.setClient(m_link.client());
    m_idle.setSingleShot(true);
    connect(&m_idle, &QTimer::timeout, this, &HeldServer::endWhenIdle);
    connect(&m_link, &ServerLink::ready, this, &HeldServer::open);
    connect(&m_link, &ServerLink::closing, this, [this] {
        m_accepts.reset();
        if (m_listening.isOpen())
            QFile::remove(heldPath(m_setup.name)); // its own: the name is locked
        m_listening.close();
    });
    connect(&m_link, &ServerLink::finished, this, &HeldServer::finished);
    connect(&m_link.client(), &mcp::Client::notificationReceived, this, &HeldServer::hear);
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
    m_requests.setRevision(m_link.client().negotiated().revision);
    Result<tap::Inlet> listening = tap::listenAt(heldPath(m_setup.name));
    if (!listening)
        return m_link.fail(listening.error());
    m_listening = std::move(listening.value());
    m_accepts = std::make_unique<QSocketNotifier>(m_listening.descriptor(), QSocketNotifier::Read);
    connect(m_accepts.get(), &QSocketNotifier::activated, this, &HeldServer::accept);
    awaitUse();
    m_out.write(QString(
        Text::tr("%1 is open. Use it with sonde-cli --on %1, and end it with sonde-cli close %1.")
            .arg(m_setup.name)
        % u'\n'));
    // Who was ended while it waited for this wants no server.
    if (!m_process.detach())
        close();
}

void HeldServer::accept()
{
    tap::Inlet socket = tap::acceptOwn(m_listening.descriptor());
    if (!socket.isOpen())
        return;
    const std::string_view unreadId =
        rpc::unreadId(m_link.client().negotiated().revision.toStdString());
    if (m_peers.size() >= kMaxPeers) {
        // Before its request is read, and so without its id.
        writeAtOnce(socket, refusal(unreadId));
        return;
    }
    auto peer = std::make_unique<HeldPeer>(std::move(socket), ++m_last, unreadId);
    connect(peer.get(), &HeldPeer::received, this,
        [this, peer = peer.get()](const rpc::Message &message) { receive(*peer, message); });
    // Queued: it is still in the middle of its own signal.
    connect(peer.get(), &HeldPeer::left, this, &HeldServer::drop, Qt::QueuedConnection);
    m_peers.push_back(std::move(peer));
}

Bytes HeldServer::refusal(std::string_view id) const
{
    return errorResponse(id, kFullCode,
        Text::tr("As many commands use the open server %1 as can at the same time (%2). Wait until "
                 "one of them ends, or end one of them.")
            .arg(m_setup.name)
            .arg(kMaxClients));
}

void HeldServer::drop()
{
    for (const auto &peer : m_peers) {
        if (!peer->isGone())
            continue;
        m_requests.leave(peer->number());
        m_calls.leave(peer->number());
        if (peer->isClient())
            awaitUse();
    }
    std::erase_if(m_peers, [](const auto &peer) { return peer->isGone(); });
}

void HeldServer::close()
{
    m_link.end(kFine);
}

// Begins the idle time anew.
void HeldServer::awaitUse()
{
    if (m_setup.idle)
        m_idle.start(*m_setup.idle);
}

void HeldServer::endWhenIdle()
{
    const bool isUsed = m_calls.isWaitedFor()
        || std::any_of(m_peers.begin(), m_peers.end(),
            [](const auto &peer) { return peer->isClient() && !peer->isGone(); });
    if (isUsed)
        awaitUse();
    else
        close();
}

void HeldServer::deliver(int number, std::string_view message)
{
    for (const auto &peer : m_peers) {
        if (peer->number() == number)
            return peer->send(message);
    }
}

void HeldServer::receive(HeldPeer &peer, const rpc::Message &message)
{
    if (message.kind == rpc::Kind::Request)
        request(peer, message);
    else if (message.kind == rpc::Kind::Notification)
        notification(peer, message);
    else
        m_requests.answer(peer.number(), message);
}

void HeldServer::request(HeldPeer &peer, const rpc::Message &message)
{
    if (message.method == "initialize" || message.method == "server/discover")
        return greet(peer, message);
    if (message.method == keeper::kState)
        return peer.send(rpc::response(message.id, state()).view());
    if (message.method == keeper::kRequests)
        return peer.send(
            rpc::response(message.id, R"({"requests":)" + m_requests.list() + '}').view());
    if (message.method == keeper::kRespond)
        return respond(peer, message);
    if (message.method == keeper::kCancelCall)
        return cancelCall(peer, message);
    if (message.method == keeper::kClose) {
        peer.send(rpc::response(message.id, "{}").view());
        QMetaObject::invokeMethod(this, &HeldServer::close, Qt::QueuedConnection);
        return;
    }
    awaitUse();
    m_calls.send(peer.number(), message);
}

// The server is open already, in its era: a client that tries the other one falls back.
void HeldServer::greet(HeldPeer &peer, const rpc::Message &message)
{
    const auto clients = std::count_if(m_peers.begin(), m_peers.end(),
        [](const auto &each) { return each->isClient() && !each->isGone(); });
    if (!peer.isClient() && clients >= kMaxClients)
        return peer.send(refusal(message.id).view());
    const mcp::Negotiated &negotiated = m_link.client().negotiated();
    const bool isModern = negotiated.era == mcp::Era::Modern;
    if (message.method != (isModern ? "server/discover" : "initialize"))
        return peer.send(
            rpc::errorResponse(message.id, rpc::kMethodNotFound, "Method not found").view());
    peer.setCapabilities(message.params()["capabilities"]);
    awaitUse();
    peer.send(rpc::response(message.id, negotiated.response.result().raw()).view());
}

// Ends with the response to the call that the server request belongs to, if there is one.
void HeldServer::respond(HeldPeer &peer, const rpc::Message &message)
{
    const json::Value result = message.params()["result"];
    const quint64 number = requestIn(message);
    const HeldCalls::Number call = m_requests.callOf(number);
    awaitUse();
    const Result<void> done =
        m_requests.respond(number, result ? Bytes::copyOf(result.raw()) : Bytes());
    if (!done && !m_calls.isOver(call))
        return peer.send(errorResponse(message.id, kParkedCode, done.error().sentence).view());
    if (!m_calls.adopt(call, peer.number(), message.id))
        return peer.send(rpc::response(message.id, "{}").view());
    if (const quint64 other = m_requests.waitsFor(call); other != 0)
        m_requests.park(call, other);
}

void HeldServer::cancelCall(HeldPeer &peer, const rpc::Message &message)
{
    awaitUse();
    if (const Result<void> done = m_requests.cancelCall(requestIn(message)); !done)
        return peer.send(errorResponse(message.id, kParkedCode, done.error().sentence).view());
    peer.send(rpc::response(message.id, "{}").view());
}

void HeldServer::notification(const HeldPeer &peer, const rpc::Message &message)
{
    if (message.method == "notifications/cancelled")
        m_calls.cancel(peer.number(), rpc::Id(message.params()["requestId"].raw()));
    else if (message.method != "notifications/initialized")
        m_link.client().sendRaw(message.bytes(), std::nullopt, {}, this, [](const auto &) {});
}

void HeldServer::hear(const rpc::Message &notification)
{
    if (m_calls.hear(notification))
        return;
    for (const auto &peer : m_peers) {
        if (peer->isClient())
            peer->send(notification.bytes().view());
    }
}

std::string HeldServer::state()
{
    const mcp::Negotiated &negotiated = m_link.client().negotiated();
    const std::int64_t age = SystemClock::instance().now().steady - m_since;
    json::Builder out;
    out.beginObject()
        .member("name", QStringView(m_setup.name))
        .member(
            "server", QStringView(QString(negotiated.serverName % u' ' % negotiated.serverVersion)))
        .member("target", QStringView(m_setup.target))
        .member("revision", QStringView(negotiated.revision))
        .member("seconds",
            std::int64_t(
                std::chrono::duration_cast<std::chrono::seconds>(std::chrono::nanoseconds(age))
                    .count()))
        .member("calls", m_calls.count())
        .member("requests", m_requests.count())
        .member("recording", QStringView(m_setup.recording))
        .member("pid", std::int64_t(QCoreApplication::applicationPid()))
        .endObject();
    return out.takeString();
}

} // namespace sonde::cli
