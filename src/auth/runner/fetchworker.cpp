// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/runner/fetchworker.h"

#include "auth/base/authtext.h"

namespace sonde::auth {

namespace {

bool isForm(const wire::HttpRequest &request)
{
    return request.headers.mediaType() == "application/x-www-form-urlencoded";
}

Bytes recordable(const wire::HttpRequest &request)
{
    if (!isForm(request))
        return redactedResponse(request.body);
    const auto form = Parameters::parse(request.body.toByteArray());
    return form ? Bytes::fromByteArray(form->redacted()) : Bytes();
}

std::vector<QByteArray> secretNames(const wire::HttpRequest &request)
{
    std::vector<QByteArray> names;
    for (const wire::HttpHeader &field : request.headers.fields()) {
        if (field.secret)
            names.push_back(field.name);
    }
    return names;
}

} // namespace

// One exchange. Its bodies reach the recording whole, when they are known not to hold a secret.
class FetchWorker::Exchange final : public wire::HttpSink {
public:
    Exchange(FetchWorker &worker, quint32 key, const wire::HttpRequest &request, bool publicOnly)
        : m_worker(worker)
        , m_key(key)
        , m_publicOnly(publicOnly)
        , m_request(request)
        , m_record(*worker.m_log, request, "authorization")
    {
    }

    void start(wire::HttpClient &client) { m_exchange = client.start(m_request, this); }
    quint32 key() const { return m_key; }

private:
    void sentHead(const Bytes &raw, Stamp at) override
    {
        m_record.sentHead(raw, at);
        m_response.sentHead =
            Bytes::fromByteArray(wire::redactedHead(raw.view(), secretNames(m_request)));
        m_response.exactSentHead = Secret(QString::fromLatin1(raw.toByteArray()));
        if (m_request.hasBody)
            m_record.sentBody(recordable(m_request), at);
    }
    void sentBody(const Bytes &, Stamp) override { }
    void receivedHead(const Bytes &raw, Stamp at) override
    {
        m_record.receivedHead(raw, at);
        m_heads += wire::redactedHead(raw.view(), {}).toStdString();
    }
    void head(const wire::HttpHead &head, Stamp at) override
    {
        m_record.head(head, at);
        m_response.status = head.status;
        m_response.headers = head.headers;
    }
    void body(const Bytes &part, Stamp) override
    {
        const std::size_t left = kMaxBody - m_body.size();
        m_body.append(part.slice(0, left).view());
        m_tooLong = m_tooLong || part.size() > left;
    }
    void trailers(const Bytes &, Stamp) override { }
    void finished(const wire::HttpOutcome &outcome) override
    {
        m_response.body = Bytes::copyOf(m_body);
        m_response.receivedHead = Bytes::copyOf(m_heads);
        const auto sent =
            isForm(m_request) ? secretsOfForm(m_request.body.toByteArray()) : std::vector<Secret>();
        m_record.body(redactedResponse(m_response.body, sent), SystemClock::instance().now());
        m_record.finished(outcome);
        if (const auto again = wire::repetitionOf(m_request, outcome))
            return m_worker.repeat(m_key, *again, m_publicOnly);
        m_response.exchange = m_record.id();
        m_response.error = outcome.error;
        if (m_tooLong && !m_response.error)
            m_response.error = Error{.domain = Domain::Transport,
                .sentence = AuthText::tr("The response is longer than %1 bytes.").arg(kMaxBody)};
        if (m_response.error)
            m_response.status = 0;
        m_worker.ended(this, m_response);
    }

    FetchWorker &m_worker;
    const quint32 m_key;
    const bool m_publicOnly;
    const wire::HttpRequest m_request;
    wire::ExchangeRecord m_record;
    std::unique_ptr<wire::RunningExchange> m_exchange;
    FetchResponse m_response;
    std::string m_heads; // the engine bounds how many and how long
    std::string m_body;
    bool m_tooLong = false;
};

FetchWorker::FetchWorker(const FetchRoute &route)
    : m_route(route)
{
    qRegisterMetaType<FetchResponse>();
}

FetchWorker::~FetchWorker() = default;

// On the wire thread, which is the traffic's.
void FetchWorker::prepare()
{
    if (m_log)
        return;
    wire::TransportContext context;
    context.traffic = m_route.traffic;
    context.server = m_route.name;
    context.connection = m_route.connection;
    context.lifecycle = &m_lifecycle;
    if (m_route.traffic)
        m_lifecycle.open(m_route.traffic, context.openStream(rpc::Channel::Lifecycle));
    m_log = std::make_unique<wire::ExchangeLog>(context, wire::HttpHeaders());
}

// What was set up for the MCP server alone (a pinned key, our certificate, a socket) is not for
// others; authorities and the proxy are for all.
wire::HttpClient &FetchWorker::clientFor(const QUrl &url, bool publicOnly)
{
    const wire::HttpTarget &target = m_route.target;
    wire::HttpLimits limits;
    limits.idleTimeout = kMaxSilence;
    const auto make = [&](std::unique_ptr<wire::HttpEngine> &engine, const wire::TlsTrust &trust,
                          const wire::HttpRoute &route) -> wire::HttpClient & {
        if (!engine)
            engine =
                std::make_unique<wire::HttpEngine>(trust, route, target.connectTimeout, limits);
        return *engine;
    };
    if (wire::sameOrigin(url, target.url))
        return make(m_own, target.trust, target.route);
    wire::TlsTrust trust;
    trust.caFile = target.trust.caFile;
    wire::HttpRoute route;
    route.proxy = target.route.proxy;
    route.proxyUrl = target.route.proxyUrl;
    route.publicOnly = publicOnly;
    return make(publicOnly ? m_public : m_any, trust, route);
}

void FetchWorker::fetch(quint32 key, const wire::HttpRequest &request, bool publicOnly)
{
    prepare();
    wire::HttpRequest own = request;
    own.repeatable = request.method == "GET"; // metadata; tokens and registrations are POSTed
    begin(key, own, publicOnly);
}

void FetchWorker::begin(quint32 key, const wire::HttpRequest &request, bool publicOnly)
{
    auto exchange = std::make_unique<Exchange>(*this, key, request, publicOnly);
    exchange->start(clientFor(request.url, publicOnly));
    m_exchanges.insert_or_assign(key, std::move(exchange));
}

// The first exchange is on the stack still.
void FetchWorker::repeat(quint32 key, const wire::HttpRequest &request, bool publicOnly)
{
    QMetaObject::invokeMethod(
        this, [this, key, request, publicOnly] { begin(key, request, publicOnly); },
        Qt::QueuedConnection);
}

void FetchWorker::logLifecycle(const QString &what, const QString &detail)
{
    prepare();
    m_lifecycle.record(what, detail);
}

void FetchWorker::ended(Exchange *exchange, const FetchResponse &response)
{
    const quint32 key = exchange->key();
    // It is on the stack still.
    QMetaObject::invokeMethod(
        this, [this, key] { m_exchanges.erase(key); }, Qt::QueuedConnection);
    Q_EMIT fetched(key, response);
}

} // namespace sonde::auth
