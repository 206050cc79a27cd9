// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mock/passedserver.h"

#include "cli/output/clitr.h"
#include "cli/output/output.h"
#include "cli/server/callwatch.h"
#include "json/builder.h"
#include "json/edit.h"
#include "json/singleline.h"

#include <algorithm>
#include <string>

namespace sonde::cli {

namespace {

// Names in _meta that MCP defines: from 2026-07-28 on those that describe a request, in 2025-11-25
// the related task.
constexpr std::string_view kReserved = "io.modelcontextprotocol/";

rpc::Message decoded(const Bytes &text)
{
    rpc::Message message;
    rpc::decodeOne(text, message);
    return message;
}

// Without what says nothing to a server of the other era: what describes a request of the modern
// one, and the task of a client of the legacy one.
Bytes withoutReserved(Bytes params)
{
    for (bool isFound = true; isFound;) {
        isFound = false;
        const json::Document document = json::Document::parse(params);
        for (const json::Value member : document.root()["_meta"]) {
            if (!member.key().starts_with(kReserved))
                continue;
            const Result<Bytes> rest = json::removeValue(member);
            if (rest)
                params = *rest;
            isFound = bool(rest);
            break;
        }
    }
    return params;
}

// The client has tasks of its own for what it is asked, whose ids say nothing to the server.
std::string passedCapabilities(const std::string &declared)
{
    const json::Document document = json::Document::parse(Bytes::copyOf(declared));
    const json::Value tasks = document.root()["tasks"];
    if (!tasks.exists())
        return declared;
    const Result<Bytes> rest = json::removeValue(tasks);
    return rest ? std::string(rest->view()) : declared;
}

} // namespace

PassedServer::PassedServer(
    const Options &options, rpc::TrafficSink *traffic, Output &err, std::function<void()> wake)
    : m_options(options)
    , m_traffic(traffic)
    , m_err(err)
    , m_wake(std::move(wake))
{
}

PassedServer::~PassedServer() = default;

void PassedServer::open(const mock::ClientFacts &client)
{
    m_facts = client;
    connectToServer();
}

// Also again, once the server was lost.
void PassedServer::connectToServer()
{
    m_link.reset();
    m_isOver = false;
    m_isEarlyFull = false;
    m_link = std::make_unique<ServerLink>(m_options, m_traffic, m_err, nullptr,
        [this](mcp::ClientConfig &config) { adjust(config); });
    m_calls = std::make_unique<HeldCalls>(
        [this](int passage, std::string_view message) { hand(passage, message); }, timeouts());
    m_calls->setClient(m_link->client());
    connect(m_link.get(), &ServerLink::ready, this, &PassedServer::sendWaiting);
    connect(m_link.get(), &ServerLink::finished, this, &PassedServer::over);
    connect(&m_link->client(), &mcp::Client::notificationReceived, this, &PassedServer::hear);
    m_link->start();
}

// What the person chose stays.
void PassedServer::adjust(mcp::ClientConfig &config)
{
    config.era.preferred = QString::fromStdString(m_facts.revision);
    if (m_options.responses.any() || m_facts.revision.empty() || isClientModern())
        return;
    config.capabilities = passedCapabilities(m_facts.capabilities);
    config.serverRequests = this;
}

// The configuration of a host says nothing of timeouts, and neither does a command line without
// --timeout: there the client has timeouts of its own, and cancels.
mcp::CallOptions PassedServer::timeouts() const
{
    mcp::CallOptions timeouts = CallWatch::timeouts(m_options);
    const bool isSaved = !m_options.serverName.isEmpty() && m_options.configFile.isEmpty();
    if (isSaved && !timeouts.totalTimeout) {
        timeouts.idleTimeout = m_link->client().config().timeouts.idle;
        timeouts.totalTimeout = m_link->client().config().timeouts.total;
    }
    return timeouts;
}

bool PassedServer::isClientModern() const
{
    return mcp::isModernRevision(m_facts.revision);
}

bool PassedServer::speaksRevisionOfClient() const
{
    return m_link->client().negotiated().revision == QString::fromStdString(m_facts.revision);
}

void PassedServer::noteRevision()
{
    const config::Profile &chosen = m_options.server;
    const bool isChosen = chosen.era != config::EraMode::Auto || !chosen.revision.isEmpty();
    if (isChosen || m_facts.revision.empty() || speaksRevisionOfClient())
        return;
    const QString wanted = QString::fromStdString(m_facts.revision);
    const mcp::Negotiated &negotiated = m_link->client().negotiated();
    const bool isOtherEra = (negotiated.era == mcp::Era::Modern) != isClientModern();
    m_err.note(isOtherEra
            ? Text::tr("The server does not speak the client's revision %1, so requests are passed "
                       "on in revision %2, without server requests and subscriptions.")
                  .arg(wanted, negotiated.revision)
            : Text::tr("The server does not speak the client's revision %1, so requests are passed "
                       "on in revision %2.")
                  .arg(wanted, negotiated.revision));
}

void PassedServer::sendWaiting()
{
    noteRevision();
    for (const auto &[passage, message] : takeWaiting()) {
        if (passage == 0)
            notify(message);
        else
            send(passage, message);
    }
}

std::vector<std::pair<mock::Passage, rpc::Message>> PassedServer::takeWaiting()
{
    m_earlyRoom.clear();
    return std::exchange(m_waiting, {});
}

void PassedServer::passOn(mock::Passage passage, const Bytes &request)
{
    if (m_link->isReady())
        return send(passage, decoded(request));
    m_waiting.emplace_back(passage, decoded(request));
    if (m_isOver)
        connectToServer();
}

void PassedServer::send(mock::Passage passage, const rpc::Message &request)
{
    const mcp::Negotiated &negotiated = m_link->client().negotiated();
    if (request.method == "subscriptions/listen" && negotiated.era == mcp::Era::Legacy)
        return refuse(passage, request.id, rpc::kMethodNotFound,
            Text::tr("The server speaks revision %1, which has no subscriptions/listen.")
                .arg(negotiated.revision));
    // A body over HTTP may have several lines, which a server on stdio would take for messages.
    m_calls->send(passage, decoded(json::singleLine(inRevisionOfServer(request))));
}

// A client of another era can be asked for nothing in the middle of a request.
Bytes PassedServer::inRevisionOfServer(const rpc::Message &request) const
{
    mcp::Client &client = m_link->client();
    const mcp::Negotiated &negotiated = client.negotiated();
    const bool isModern = negotiated.era == mcp::Era::Modern;
    const json::Value revision = request.params()["_meta"][mcp::kProtocolVersionMeta];
    if (isModern ? revision.toString() == negotiated.revision : !revision.exists())
        return request.bytes();
    const Bytes params = withoutReserved(Bytes::copyOf(request.params().raw()));
    if (!isModern)
        return json::replaceValueOr(request.params(), params.view(), request.bytes());
    const json::Document sent = json::Document::parse(
        client.previewRequest(QString::fromStdString(request.method.toStdString()), params));
    const json::Document asking = json::Document::parse(json::replaceValueOr(
        sent.root()["params"]["_meta"][mcp::kClientCapabilitiesMeta], "{}", sent.bytes()));
    return json::replaceValueOr(asking.root()["id"], request.id, asking.bytes());
}

void PassedServer::abandon(mock::Passage passage)
{
    if (passage == 0) // of notifications, which nothing takes back
        return;
    std::erase_if(m_waiting, [&](const auto &each) { return each.first == passage; });
    m_calls->leave(passage);
}

void PassedServer::tell(const Bytes &message)
{
    const rpc::Message told = decoded(message);
    if (told.kind == rpc::Kind::Notification)
        return notify(told);
    const auto asked = m_asked.extract(told.id);
    if (!asked)
        return;
    if (told.kind == rpc::Kind::Response)
        asked.mapped().respond(Bytes::copyOf(json::singleLine(told.result().raw())));
    else
        asked.mapped().refuse(Bytes::copyOf(json::singleLine(told.error().raw())));
}

// The two eras have no notifications in common.
void PassedServer::notify(const rpc::Message &notification)
{
    if (m_isOver || m_link->isEnding())
        return;
    if (!m_link->isReady()) {
        if (m_earlyRoom.add(notification.bytes().size()))
            m_waiting.emplace_back(0, notification);
        else if (!std::exchange(m_isEarlyFull, true))
            m_err.note(Text::tr("The client sent too many notifications before the server was "
                                "open. Those that the mock cannot hold are left out."));
        return;
    }
    if ((m_link->client().negotiated().era == mcp::Era::Modern) == isClientModern())
        m_link->client().sendRaw(
            json::singleLine(notification.bytes()), std::nullopt, {}, this, [](const auto &) {});
}

void PassedServer::handleRequest(const mcp::ServerRequest &request)
{
    const rpc::Id id = "\"server-" + std::to_string(++m_lastAsked) + '"';
    const Result<Bytes> text = json::replaceValue(request.message().root()["id"], id);
    if (!text)
        return request.refuse(rpc::kInternalError, QStringLiteral("Cannot pass it on"));
    m_asked.emplace(id, request);
    hand(m_calls->peerOf(m_calls->causeOf(request.cause())), text->view());
}

void PassedServer::withdrawRequest(const rpc::Id &id, const QString &why)
{
    const auto asked = std::find_if(m_asked.begin(), m_asked.end(),
        [&](const auto &each) { return each.second.message().id == id; });
    if (asked == m_asked.end())
        return;
    const Bytes params = json::Builder()
                             .beginObject()
                             .rawMember("requestId", asked->first)
                             .member("reason", QStringView(why))
                             .endObject()
                             .take();
    m_asked.erase(asked);
    hand(0, rpc::notification("notifications/cancelled", params.view()).view());
}

void PassedServer::hear(const rpc::Message &notification)
{
    if (!m_calls->hear(notification))
        hand(0, notification.bytes().view());
}

void PassedServer::refuse(
    mock::Passage passage, const rpc::Id &id, int code, const QString &sentence)
{
    hand(passage, rpc::errorResponse(id, code, sentence.toStdString()).view());
}

// The mock looks for it in an event of its own: it may be in the middle of an action.
void PassedServer::hand(mock::Passage passage, std::string_view text)
{
    if (!m_wake)
        return;
    rpc::Message message = decoded(Bytes::copyOf(text));
    if (message.kind == rpc::Kind::ErrorResponse && message.errorCode() == kLostCode)
        message = decoded(
            rpc::errorResponse(message.id, rpc::kInternalError, message.error()["message"].text()));
    deliver(passage, std::move(message));
    if (std::exchange(m_isWoken, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_isWoken = false;
            if (const std::function<void()> wake = m_wake) // which may be forgotten by what it does
                wake();
        },
        Qt::QueuedConnection);
}

void PassedServer::end(int exitCode)
{
    if (m_link && !m_isOver)
        m_link->end(exitCode);
    else
        Q_EMIT finished(exitCode);
}

// What waited for it gets an error.
void PassedServer::over(int exitCode)
{
    m_isOver = true;
    for (const auto &[passage, message] : takeWaiting()) {
        if (passage != 0)
            refuse(passage, message.id, rpc::kInternalError,
                Text::tr("The server of the mock cannot be reached."));
    }
    m_asked.clear();
    Q_EMIT finished(exitCode);
}

} // namespace sonde::cli
