// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/endpointcall.h"

#include "review/responseerror.h"
#include "json/document.h"

namespace sonde::review {

namespace {

constexpr std::chrono::milliseconds kConnectTimeout{10'000};
constexpr auto kPath = "/chat/completions";

QUrl urlOf(QString base)
{
    while (base.endsWith(u'/'))
        base.chop(1);
    if (!base.endsWith(QLatin1String(kPath)))
        base += QLatin1String(kPath);
    return QUrl(base, QUrl::StrictMode);
}

wire::HttpLimits limits(const ModelEndpoint &endpoint)
{
    wire::HttpLimits limits;
    limits.maxBody = ModelEndpoint::kMaxResponse;
    limits.idleTimeout = endpoint.timeout;
    return limits;
}

} // namespace

RequestHandle askEndpoint(const ModelEndpoint &endpoint, const Bytes &params, QObject *context,
    std::function<void(Result<Bytes>)> done, std::function<void(const QString &)> text)
{
    auto *call = new EndpointCall(endpoint, context, std::move(done), std::move(text));
    call->start(params);
    return RequestHandle([call = QPointer<EndpointCall>(call)] {
        if (call)
            call->cancel();
    });
}

EndpointCall::EndpointCall(ModelEndpoint endpoint, QObject *context,
    std::function<void(Result<Bytes>)> done, std::function<void(const QString &)> text)
    : m_endpoint(std::move(endpoint))
    , m_context(context)
    , m_done(std::move(done))
    , m_text(std::move(text))
{
    // The context that waits for it is gone: the result is not needed.
    connect(context, &QObject::destroyed, this, [this] { finish(Bytes()); });
}

EndpointCall::~EndpointCall() = default;

void EndpointCall::start(const Bytes &params)
{
    const json::Document document = json::Document::parse(params);
    wire::HttpRequest request;
    request.method = "POST";
    request.url = urlOf(m_endpoint.baseUrl);
    if (!request.url.isValid() || request.url.host().isEmpty())
        return finish(responseError(Domain::Usage,
            tr("%1 is not a valid endpoint URL.").arg(m_endpoint.baseUrl.left(200))));
    if (!document.isValid())
        return finish(responseError(Domain::Json, tr("The request for the endpoint is not JSON.")));
    request.headers.add("Content-Type", "application/json");
    request.headers.add(
        "Accept", m_endpoint.stream ? "text/event-stream, application/json" : "application/json");
    if (!m_endpoint.key.isEmpty())
        request.headers.add({"Authorization", "Bearer " + m_endpoint.key.reveal().toUtf8(), true});
    request.body = chatRequest(document.root(), m_endpoint.model, m_endpoint.stream);
    request.hasBody = true;
    m_engine = std::make_unique<wire::HttpEngine>(
        wire::TlsTrust(), wire::HttpRoute(), kConnectTimeout, limits(m_endpoint));
    m_exchange = m_engine->start(request, this);
}

void EndpointCall::cancel()
{
    finish(responseError(Domain::Cancelled, tr("Cancelled.")));
}

void EndpointCall::head(const wire::HttpHead &head, Stamp)
{
    m_head = head;
    m_streams = head.status == 200 && head.headers.mediaType() == "text/event-stream";
}

void EndpointCall::body(const Bytes &part, Stamp)
{
    if (m_streams)
        m_events.feed(part, [this](const rpc::SseEvent &event) { handleEvent(event); });
    else
        m_body += part.view(); // HttpLimits bounds it
}

void EndpointCall::handleEvent(const rpc::SseEvent &event)
{
    if (m_result || !event.hasData)
        return;
    const std::size_t before = m_stream.text().size();
    if (!m_stream.receive(event.data.view()))
        finish(m_stream.result(m_endpoint.model));
    else if (m_text && m_context && m_stream.text().size() > before)
        m_text(QString::fromStdString(m_stream.text()));
}

void EndpointCall::finished(const wire::HttpOutcome &outcome)
{
    // Some close the connection behind the last event without ending the body.
    if (outcome.error && !(m_streams && m_stream.isDone()))
        finish(*outcome.error);
    else if (m_head.status != 200)
        finish(refusal());
    else
        finish(result());
}

Result<Bytes> EndpointCall::result() const
{
    if (m_streams)
        return m_stream.result(m_endpoint.model);
    const json::Document document = json::Document::parse(m_body);
    if (!document.isValid())
        return responseError(Domain::Json, tr("The response of the endpoint is not JSON."));
    return samplingResult(document.root(), m_endpoint.model);
}

Error EndpointCall::refusal() const
{
    Error error = responseError(Domain::Server,
        tr("The endpoint responded with status %1: %2")
            .arg(m_head.status)
            .arg(chatErrorText(m_body)));
    if (const auto after = m_head.headers.value("Retry-After"))
        error.sentence += u' ' + tr("Retry after %1 s.").arg(QString::fromUtf8(*after).left(40));
    error.code = m_head.status;
    return error;
}

// The exchange must outlive what reports of it, so the rest waits for the event loop.
void EndpointCall::finish(Result<Bytes> result)
{
    if (m_result)
        return;
    m_result = std::move(result);
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_exchange.reset();
            m_engine.reset();
            deleteLater();
            if (m_context)
                m_done(*std::move(m_result));
        },
        Qt::QueuedConnection);
}

} // namespace sonde::review
