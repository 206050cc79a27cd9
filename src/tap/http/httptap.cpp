// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/httptap.h"

#include "rpc/endreport.h"
#include "rpc/lifecycle.h"
#include "serve/httperror.h"
#include "tap/http/composedexchange.h"
#include "tap/http/metadatarewriter.h"
#include "tap/http/tapguard.h"
#include "tap/relay/taptr.h"
#include "wire/http/shownaddress.h"
#include "wire/link/challenge.h"

#include <QStringBuilder>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

#include <csignal>

namespace sonde::tap {

namespace {

namespace lifecycle = rpc::lifecycle;

constexpr int kOkStatus = 200;
constexpr int kFirstRedirect = 300;

wire::HttpLimits engineLimits()
{
    wire::HttpLimits limits;
    limits.maxBody = std::numeric_limits<std::uint64_t>::max(); // streams last for days
    return limits;
}

serve::HttpGate::Limits gateLimits()
{
    serve::HttpGate::Limits limits;
    limits.connections = HttpTap::kMaxConnections;
    limits.connection.maxBody = HttpTap::kMaxMessage;
    limits.waitingBodies = 2 * HttpTap::kMaxMessage;
    return limits;
}

// The host is told about the metadata of the server, or gets it.
bool needsLogin(
    const MetadataPaths &metadata, const TapExchange &exchange, const wire::HttpHead &head)
{
    if (head.status == 401) {
        const auto challenges = wire::parseChallenges(head.headers);
        return std::any_of(challenges.begin(), challenges.end(), [](const wire::Challenge &each) {
            return each.parameter("resource_metadata").has_value();
        });
    }
    return head.status == 200 && metadata.isFor(exchange.request());
}

bool isRunning(int process)
{
    return ::kill(process, 0) == 0 || errno == EPERM;
}

// "curl" of "curl/7.88.1" (RFC 9110 section 10.1.5).
QString userAgentProgram(const serve::ServedRequest &request)
{
    constexpr std::size_t kMaxProgram = 60;
    const std::string_view agent = request.value("user-agent").substr(0, kMaxProgram);
    const std::string_view program = agent.substr(0, agent.find_first_of("/ ("));
    return QString::fromUtf8(program.data(), qsizetype(program.size()));
}

} // namespace

Result<std::unique_ptr<HttpTap>> HttpTap::open(const std::string &address, Setup setup)
{
    Result<serve::ListeningSocket> socket =
        serve::ListeningSocket::open(address, QStringLiteral("--listen"));
    if (!socket)
        return socket.error();
    if (!socket->isOnLoopback())
        return Error{.domain = Domain::Usage,
            .sentence =
                Text::tr("A tap listens only on this computer: use --listen with a port, with "
                         "127.0.0.1:PORT or with [::1]:PORT, not with %1.")
                    .arg(QString::fromStdString(address))};
    return std::unique_ptr<HttpTap>(new HttpTap(std::move(socket).value(), std::move(setup)));
}

HttpTap::HttpTap(serve::ListeningSocket socket, Setup setup)
    : m_setup(std::move(setup))
    , m_place{m_setup.server, QByteArray::fromStdString(socket.authority())}
    , m_engine(std::make_unique<wire::HttpEngine>(m_setup.server.trust, m_setup.server.route,
          m_setup.server.connectTimeout, engineLimits()))
    , m_table(isRunning)
    , m_gate(
          std::move(socket),
          [this](serve::ServedRequest request, const serve::ReplyPointer &reply) {
              receive(std::move(request), reply);
          },
          gateLimits())
{
    if (m_setup.breakpoints)
        m_setup.breakpoints->setSender(this);
}

HttpTap::~HttpTap()
{
    close();
    qDeleteAll(findChildren<TapExchange *>(Qt::FindDirectChildrenOnly)); // those that have ended
}

void HttpTap::close()
{
    m_gate.close();
    m_session.reset();
    if (m_setup.breakpoints)
        m_setup.breakpoints->setSender(nullptr);
    for (const auto &[number, client] : m_clients)
        client->cancelPosts();
    const auto open = std::exchange(m_open, {});
    for (TapExchange *const exchange : open) {
        exchange->disconnect(this);
        exchange->cancel();
        delete exchange;
    }
    rpc::EndReport end;
    end.cause = rpc::EndReport::Cause::TapEnded;
    for (const auto &[number, client] : std::exchange(m_clients, {}))
        client->note(lifecycle::kConnectionEnded, end.recordedText());
}

void HttpTap::receive(serve::ServedRequest request, const serve::ReplyPointer &reply)
{
    if (const auto refusal = tapRefusal(request))
        return serve::respondWithError(*reply, refusal->status, refusal->sentence);
    PostedMessages messages;
    if (request.method == "POST")
        messages = PostedMessages::read(Bytes::copyOf(request.body));
    const bool opensStream =
        request.method == "GET" && request.lists("accept", "text/event-stream");
    sayHost(request, messages);
    TapClient &client = clientOf(request, messages, opensStream);
    const int number = client.number();
    const TapExchangeContext context{m_place, *m_engine, client, m_setup.authorizer,
        m_setup.breakpoints, m_setup.rewritesMetadata ? &m_metadata : nullptr};
    auto *const exchange =
        new TapExchange(context, std::move(request), std::move(messages), reply, this);
    connect(exchange, &TapExchange::responded, this,
        [this, exchange, number](
            const wire::HttpHead &head) { learnFromHead(*exchange, number, head); });
    connect(exchange, &TapExchange::endpointNamed, this, [this, number](const QByteArray &address) {
        const QUrl url = QUrl::fromEncoded(address);
        m_table.nameTarget(number,
            url.toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment)
                .toStdString());
    });
    connect(exchange, &TapExchange::ended, this,
        [this, exchange, number] { forget(*exchange, number); });
    m_open.push_back(exchange);
    exchange->start();
}

void HttpTap::sayHost(const serve::ServedRequest &request, const PostedMessages &messages)
{
    if (!messages.hostTitle.isEmpty())
        Q_EMIT hostSeen(messages.hostTitle);
    else if (!messages.ids.empty())
        Q_EMIT hostSeen(userAgentProgram(request));
}

TapClient &HttpTap::clientOf(
    const serve::ServedRequest &request, const PostedMessages &messages, bool opensStream)
{
    ClientTable::Request asked;
    asked.session = request.value("mcp-session-id");
    asked.target = request.query.empty() ? request.path : request.path + '?' + request.query;
    asked.begins = messages.begins;
    asked.opensStream = opensStream;
    asked.ids = messages.ids;
    asked.host = messages.hostName.toStdString();
    asked.agent = request.value("user-agent");
    asked.cancels = messages.cancels;
    asked.connection = request.connection;
    asked.process = asked.session.empty() ? processOf(request.connection) : 0;
    const int number = m_table.clientOf(asked);
    auto &client = m_clients[number];
    if (!client) {
        const TapClient::Setup setup{
            m_setup.traffic, m_setup.name, m_setup.server.headers, *m_engine, m_setup.authorizer};
        client = std::make_unique<TapClient>(setup, number);
        client->note(lifecycle::kTapStarted, m_setup.host);
        client->note(lifecycle::kConnected,
            QString::fromLatin1(m_place.address()) % QStringLiteral(" → ")
                % wire::shownAddress(m_setup.server.url));
    }
    if (!messages.hostName.isEmpty() && m_named.insert(number).second)
        client->note(lifecycle::kHostNamed, messages.hostName);
    if (m_table.isGuess() && m_guessed.insert(number).second)
        client->note(lifecycle::kClientGuessed,
            Text::tr("Several clients without a session use this tap, and nothing tells them "
                     "apart. Some requests may be recorded for the wrong one."));
    return *client;
}

// Looked up once for each connection.
int HttpTap::processOf(std::uint64_t connection)
{
    if (m_processes.size() > kMaxConnections)
        m_processes.erase(m_processes.begin()); // the oldest
    const auto [found, isNew] = m_processes.try_emplace(connection, 0);
    if (isNew)
        found->second = m_gate.processOf(connection);
    return found->second;
}

void HttpTap::learnFromHead(TapExchange &exchange, int client, const wire::HttpHead &head)
{
    const bool succeeded = head.status < kFirstRedirect;
    learnSession(exchange, client, head);
    if (exchange.request().method == "DELETE" && succeeded)
        m_table.endSession(exchange.session());
    if (exchange.messages().begins && succeeded) {
        const auto session = head.headers.value("Mcp-Session-Id");
        if (session)
            m_table.nameSession(client, session->toStdString());
        else
            m_table.nameNothing(client);
    }
    m_metadata.learn(head, m_place);
    if (needsLogin(m_metadata, exchange, head))
        warnOfLogin(client);
}

void HttpTap::learnSession(const TapExchange &exchange, int client, const wire::HttpHead &head)
{
    if (exchange.request().method == "DELETE" && client == (m_session ? m_session->client : 0))
        m_session.reset();
    if (!exchange.messages().isMessage || head.status >= kFirstRedirect)
        return;
    wire::HttpRequest request = exchange.request();
    const auto session = head.headers.value("Mcp-Session-Id");
    if (exchange.messages().begins && session)
        request.headers.add("Mcp-Session-Id", *session);
    m_clients.at(client)->learnPost(request);
    if (!exchange.messages().ids.empty())
        m_session = Session{client, request, head.status != kOkStatus};
}

bool HttpTap::canSend(rpc::Channel channel) const
{
    if (channel == rpc::Channel::Received)
        return carrierOfEvents(0) != nullptr;
    return m_session && (!m_session->respondsElsewhere || carrierOfEvents(m_session->client));
}

TapExchange *HttpTap::carrierOfEvents(int client) const
{
    TapExchange *found = nullptr;
    for (TapExchange *const exchange : m_open) {
        if (exchange->carriesEvents() && (client == 0 || exchange->client() == client)
            && (!found || exchange->opensStream() || !found->opensStream()))
            found = exchange;
    }
    return found;
}

void HttpTap::send(rpc::Channel channel, const Bytes &text)
{
    if (channel == rpc::Channel::Sent)
        sendToServer(text);
    else if (TapExchange *const carrier = carrierOfEvents(0))
        carrier->addEvent(text);
}

// Over HTTP+SSE the response comes as an event, where the breakpoints find it.
void HttpTap::sendToServer(const Bytes &text)
{
    if (!m_session)
        return;
    TapClient &client = *m_clients.at(m_session->client);
    const ComposedExchange *const exchange = client.post(text, &m_session->request);
    client.note(lifecycle::kMessageComposed, QStringLiteral("by you"), exchange->place());
    rpc::Message message;
    if (!m_setup.breakpoints || m_session->respondsElsewhere || !rpc::decodeOne(text, message))
        return;
    connect(exchange, &ComposedExchange::ended, m_setup.breakpoints,
        [breakpoints = m_setup.breakpoints, id = message.id] {
            breakpoints->forgetComposed(rpc::Channel::Sent, id);
        });
}

void HttpTap::warnOfLogin(int client)
{
    if (m_setup.authorizer || m_setup.rewritesMetadata || std::exchange(m_warned, true))
        return;
    const QString sentence = Text::tr(
        "The server requires a login. Its metadata is for %1, but the host uses %2, so the "
        "host will reject it (RFC 9728 section 3.3). With --authorize, Sonde logs in and "
        "adds the token; with --rewrite-metadata, the metadata is for the tap; with --stdio, a "
        "host starts Sonde in place of the server.")
                                 .arg(wire::shownAddress(m_setup.server.url), address());
    m_clients.at(client)->note(lifecycle::kAuthorizationRequired, sentence);
    Q_EMIT loginWillFail(sentence);
}

void HttpTap::forget(TapExchange &exchange, int client)
{
    m_table.finish(client, exchange.messages().ids);
    std::erase(m_open, &exchange);
    exchange.deleteLater(); // it is inside an event of its own
}

} // namespace sonde::tap
