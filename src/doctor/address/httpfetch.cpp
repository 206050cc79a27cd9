// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/httpfetch.h"

#include "base/clock.h"
#include "base/utf8.h"
#include "doctor/base/delivery.h"
#include "doctor/base/doctortr.h"
#include "rpc/sseparser.h"
#include "wire/http/httpengine.h"

#include <QPointer>
#include <QTimer>

#include <memory>
#include <utility>

namespace sonde::doctor {

namespace {

using std::chrono::nanoseconds;

constexpr std::size_t kMaxEvent = std::size_t(4) << 20;

wire::HttpLimits fetchLimits()
{
    wire::HttpLimits limits;
    limits.maxBody = std::uint64_t(16) << 20;
    return limits;
}

class Fetch final : public QObject, public wire::HttpSink {
public:
    Fetch(const FetchWay &way, const wire::HttpRequest &request, QObject *parent,
        Delivery<Fetched>::Done done)
        : QObject(parent)
        , m_delivery(this, std::move(done))
        , m_request(request)
        , m_patience(way.patience)
        , m_onlyHead(way.onlyHead)
        , m_engine(way.trust, way.route, way.connectTimeout, fetchLimits())
        , m_parser(kMaxEvent)
    {
        m_request.freshConnection = true;
        m_fetched.method = request.method;
        m_fetched.url = request.url;
        m_timer.setSingleShot(true);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_fetched.timedOut = true;
            m_exchange->abort();
        });
    }

    void start()
    {
        m_began = m_clock.now().steady;
        m_timer.start(m_patience);
        m_exchange = m_engine.start(m_request, this);
    }

    void cancel() { m_delivery.cancel(); }

private:
    void sentHead(const Bytes & /*raw*/, Stamp /*at*/) override { }
    void sentBody(const Bytes & /*part*/, Stamp /*at*/) override { }
    void receivedHead(const Bytes & /*raw*/, Stamp /*at*/) override { }
    void trailers(const Bytes & /*raw*/, Stamp /*at*/) override { }

    void head(const wire::HttpHead &head, Stamp at) override
    {
        m_fetched.head = head;
        m_fetched.headAt = nanoseconds(at.steady - m_began);
        m_timer.start(m_patience);
        m_fetched.hasSeenEnough = m_onlyHead;
        if (m_onlyHead)
            m_exchange->abort();
    }

    void body(const Bytes &part, Stamp at) override
    {
        const auto room = Fetched::kMaxBody - m_fetched.body.size();
        m_fetched.body +=
            QByteArray(part.data(), std::min(qsizetype(part.size()), std::max<qsizetype>(room, 0)));
        if (!m_fetched.isStream() || m_fetched.hasSeenEnough)
            return;
        m_parser.feed(part, [&](const rpc::SseEvent &event) {
            if (!event.hasData || event.data.isEmpty() || m_fetched.eventAt.count() > 0)
                return;
            m_fetched.eventAt = nanoseconds(at.steady - m_began);
            m_fetched.eventType = event.type;
            m_fetched.eventData = std::string(event.data.view().substr(0, Fetched::kMaxBody));
            m_fetched.hasSeenEnough = true;
        });
        if (m_fetched.hasSeenEnough)
            m_exchange->abort();
    }

    void finished(const wire::HttpOutcome &outcome) override
    {
        m_timer.stop();
        m_fetched.outcome = outcome;
        m_delivery.give(m_fetched);
    }

    Delivery<Fetched> m_delivery;
    wire::HttpRequest m_request;
    const std::chrono::milliseconds m_patience;
    const bool m_onlyHead;
    SystemClock m_clock;
    std::int64_t m_began = 0;
    QTimer m_timer;
    wire::HttpEngine m_engine; // outlives the exchange
    rpc::SseParser m_parser;
    Fetched m_fetched;
    std::unique_ptr<wire::RunningExchange> m_exchange;
};

} // namespace

QByteArray Fetched::header(const char *name) const
{
    return head ? head->headers.value(name).value_or(QByteArray()) : QByteArray();
}

bool Fetched::isStream() const
{
    return head && head->headers.mediaType() == "text/event-stream";
}

bool Fetched::hasMark() const
{
    return !isStream() && body.startsWith(kByteOrderMark.data());
}

std::optional<rpc::Message> Fetched::message() const
{
    const auto mark = hasMark() ? qsizetype(kByteOrderMark.size()) : 0;
    const std::string text = isStream() ? eventData : body.mid(mark).toStdString();
    if (text.empty())
        return {};
    for (rpc::Message &message : rpc::decode(Bytes::copyOf(text), true)) {
        if (message.kind == rpc::Kind::Response || message.kind == rpc::Kind::ErrorResponse)
            return std::move(message);
    }
    return {};
}

RequestHandle fetch(const FetchWay &way, const wire::HttpRequest &request, QObject *context,
    std::function<void(Result<Fetched>)> done)
{
    auto *run = new Fetch(way, request, context, std::move(done));
    run->start();
    return RequestHandle([run = QPointer<Fetch>(run)] {
        if (run)
            run->cancel();
    });
}

} // namespace sonde::doctor
