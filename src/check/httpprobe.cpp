// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "check/httpprobe.h"

#include "rpc/sseparser.h"
#include "wire/streamable/exchangerecord.h"

namespace sonde::check {

namespace {

// Behind the numbers of the connections of the client.
constexpr int kFirstConnection = 1'000'000;

int nextProbe()
{
    static int last = kFirstConnection;
    return ++last;
}

wire::TransportContext contextOf(
    const QString &name, rpc::TrafficSink *traffic, wire::LifecycleLog &lifecycle)
{
    wire::TransportContext context;
    context.traffic = traffic;
    context.server = name;
    context.connection = nextProbe();
    context.lifecycle = &lifecycle;
    return context;
}

wire::HttpLimits probeLimits()
{
    wire::HttpLimits limits;
    limits.idleTimeout = HttpProbe::kPatience;
    return limits;
}

Stamp probeTime()
{
    return SystemClock::instance().now();
}

} // namespace

// One request and its response.
class HttpProbe::Exchange final : public wire::HttpSink {
public:
    Exchange(HttpProbe &probe, const wire::HttpRequest &request)
        : m_probe(probe)
        , m_request(request)
        , m_record(probe.m_log, request,
              request.method == "GET"          ? "standing stream"
                  : request.method == "DELETE" ? "session end"
                                               : "message")
    {
    }

    void start() { m_exchange = m_probe.m_engine.start(m_request, this); }

private:
    void sentHead(const Bytes &raw, Stamp at) override { m_record.sentHead(raw, at); }
    void sentBody(const Bytes &part, Stamp at) override
    {
        m_record.sentBody(part, at);
        if (m_record.sentBodySize() == m_request.body.size())
            recordMessages(m_request.body, at, [this](std::uint64_t offset, std::uint64_t length) {
                return m_record.sentPlace(offset, length);
            });
    }
    void receivedHead(const Bytes &raw, Stamp at) override { m_record.receivedHead(raw, at); }
    void head(const wire::HttpHead &head, Stamp at) override
    {
        m_record.head(head, at);
        m_response = {head.status, head.headers, {}};
        if (m_request.method == "GET" && head.headers.mediaType() == "text/event-stream")
            m_exchange->abort();
    }
    void body(const Bytes &part, Stamp at) override
    {
        m_record.body(part, at);
        if (m_body.size() + part.size() <= kMaxBody)
            m_body.append(part.view());
        else
            m_isTooLong = true;
    }
    void trailers(const Bytes &raw, Stamp at) override { m_record.trailers(raw, at); }
    void finished(const wire::HttpOutcome &outcome) override
    {
        if (!m_isTooLong && m_request.method == "POST")
            recordResponse();
        m_record.finished(outcome);
        m_probe.ended(m_response);
    }

    template <typename PlaceOf>
    void recordMessages(const Bytes &text, Stamp at, PlaceOf placeOf)
    {
        if (text.isEmpty() || !m_probe.m_traffic)
            return;
        for (const rpc::Message &message : rpc::decode(text, true)) {
            const auto offset = static_cast<std::uint64_t>(message.bytes().data() - text.data());
            m_probe.m_traffic->message(placeOf(offset, message.bytes().size()), at, message);
        }
    }

    void recordResponse()
    {
        const Bytes text = Bytes::copyOf(m_body);
        const QByteArray type = m_response.headers.mediaType();
        if (type == "application/json")
            return recordMessages(
                text, probeTime(), [this](std::uint64_t offset, std::uint64_t length) {
                    return m_record.place(offset, length);
                });
        if (type != "text/event-stream")
            return;
        rpc::SseParser parser; // the stream is whole
        parser.feed(text, [this](const rpc::SseEvent &event) {
            if (!event.hasData || event.data.isEmpty())
                return;
            recordMessages(
                event.data, probeTime(), [&](std::uint64_t offset, std::uint64_t length) {
                    return event.folded ? m_record.place(event.dataOffset, event.dataLength, true)
                                        : m_record.place(event.dataOffset + offset, length);
                });
        });
        m_response.lastEventId = QByteArray::fromStdString(parser.lastEventId());
    }

    HttpProbe &m_probe;
    const wire::HttpRequest m_request;
    wire::ExchangeRecord m_record;
    std::unique_ptr<wire::RunningExchange> m_exchange;
    Response m_response;
    std::string m_body;
    bool m_isTooLong = false;
};

HttpProbe::HttpProbe(
    const wire::HttpTarget &target, const QString &name, rpc::TrafficSink *traffic, QObject *parent)
    : QObject(parent)
    , m_target(target)
    , m_traffic(traffic)
    , m_context(contextOf(name, traffic, m_lifecycle))
    , m_log(m_context, target.headers)
    , m_engine(target.trust, target.route, target.connectTimeout, probeLimits())
{
}

HttpProbe::~HttpProbe() = default;

void HttpProbe::send(
    const QByteArray &method, const wire::HttpHeaders &headers, const std::string &body, Done done)
{
    wire::HttpRequest request;
    request.method = method;
    request.url = m_target.url;
    request.headers = headers;
    request.headers.add("User-Agent", "sonde/" SONDE_VERSION);
    request.headers.append(m_target.headers);
    request.hasBody = method == "POST";
    request.body = Bytes::copyOf(body);
    request.origin = rpc::Origin::Check;
    request.freshConnection = true; // an idle one may be closed in this moment
    m_done = std::move(done);
    m_exchange = std::make_unique<Exchange>(*this, request);
    m_exchange->start();
}

// The exchange is on the stack still.
void HttpProbe::ended(const Response &response)
{
    QMetaObject::invokeMethod(
        this,
        [this, response] {
            m_exchange.reset();
            const Done done = std::move(m_done);
            done(response);
        },
        Qt::QueuedConnection);
}

} // namespace sonde::check
