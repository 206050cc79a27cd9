// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/curlengine.h"

#include "base/overloaded.h"
#include "wire/http/curlmulti.h"
#include "wire/http/httptransfer.h"
#include "wire/http/wiretr.h"

#include <iterator>
#include <map>

namespace sonde::wire {

namespace {

using Failure = HttpOutcome::Failure;

void report(HttpSink &sink, const HttpEvent &event)
{
    const Stamp at = event.at;
    std::visit(
        Overloaded{
            [&](const HttpEvent::SentHead &sent) { sink.sentHead(sent.raw, at); },
            [&](const HttpEvent::SentBody &sent) { sink.sentBody(sent.part, at); },
            [&](const HttpEvent::ReceivedHead &received) { sink.receivedHead(received.raw, at); },
            [&](const HttpHead &head) { sink.head(head, at); },
            [&](const HttpEvent::Body &body) { sink.body(body.part, at); },
            [&](const HttpEvent::Trailers &trailers) { sink.trailers(trailers.raw, at); },
            [&](const HttpOutcome &outcome) { sink.finished(outcome); },
        },
        event.what);
}

} // namespace

struct CurlEngine::Private {
    using Transfer = std::shared_ptr<HttpTransfer>;
    class Exchange;
    struct Running {
        Transfer transfer;
        std::unique_ptr<QTimer> idle;
    };

    Private(TlsTrust whom, HttpRoute way, std::chrono::milliseconds timeout, HttpLimits bounds,
        const Clock &watch);
    ~Private();

    void begin(const Transfer &transfer);
    void watchIdle(HttpTransfer &transfer, QTimer &timer);
    void ended(CURL *easy, CURLcode code);
    // Removes the transfer from libcurl. It lives as long as events or an exchange refer to it.
    void takeOff(HttpTransfer &transfer);
    void handOn();
    bool hold(HttpEvent &event);
    void release(HttpTransfer &transfer);
    void drop(HttpTransfer &transfer);
    void abort(HttpTransfer &transfer, Failure failure, const rpc::Sentence &said);

    TlsTrust trust;
    HttpRoute route;
    std::chrono::milliseconds connectTimeout;
    HttpLimits limits;
    const Clock &clock;

    HttpEvents events; // outlives the running transfers
    KeepAlive keepAlive; // outlives the running transfers, too
    std::map<HttpTransfer *, HttpEvents> held; // events queued while reading is off
    std::map<CURL *, Running> running;
    QTimer later; // delivers events that did not come from a run of libcurl
    CurlMulti multi;
    // Held weakly by exchanges; it expires with the engine.
    std::shared_ptr<Private *> self = std::make_shared<Private *>(this);
};

class CurlEngine::Private::Exchange final : public RunningExchange {
public:
    Exchange(std::weak_ptr<Private *> engine, Transfer transfer)
        : m_engine(std::move(engine))
        , m_transfer(std::move(transfer))
    {
    }
    ~Exchange() override
    {
        if (const auto engine = m_engine.lock())
            (*engine)->drop(*m_transfer);
    }
    Exchange(const Exchange &) = delete;
    Exchange &operator=(const Exchange &) = delete;

    void abort() override
    {
        if (const auto engine = m_engine.lock())
            (*engine)->abort(*m_transfer, Failure::Aborted,
                told(QT_TRANSLATE_NOOP("sonde::wire", "The request was cancelled.")));
    }
    void setReading(bool reading) override
    {
        const auto engine = m_engine.lock();
        if (!engine)
            return;
        m_transfer->setReading(reading);
        if (reading)
            (*engine)->release(*m_transfer);
    }

private:
    std::weak_ptr<Private *> m_engine;
    Transfer m_transfer;
};

CurlEngine::Private::Private(TlsTrust whom, HttpRoute way, std::chrono::milliseconds timeout,
    HttpLimits bounds, const Clock &watch)
    : trust(std::move(whom))
    , route(std::move(way))
    , connectTimeout(timeout)
    , limits(bounds)
    , clock(watch)
    , multi([this](CURL *easy, CURLcode code) { ended(easy, code); },
          [this](CURL *easy, curl_socket_t socket) {
              if (const auto found = running.find(easy); found != running.end())
                  found->second.transfer->rememberSocket(socket);
          })
{
    later.setSingleShot(true);
    connect(&later, &QTimer::timeout, &later, [this] { handOn(); });
    connect(&multi, &CurlMulti::advanced, &multi, [this] { handOn(); });
}

CurlEngine::Private::~Private()
{
    for (const auto &[easy, entry] : running) {
        entry.transfer->dropSink();
        multi.remove(easy);
    }
}

void CurlEngine::Private::begin(const Transfer &transfer)
{
    if (!transfer->prepare(trust, route, connectTimeout)) {
        later.start();
        return;
    }
    Running &entry = running[transfer->easy()];
    entry.transfer = transfer;
    if (limits.idleTimeout.count() > 0) {
        entry.idle = std::make_unique<QTimer>();
        entry.idle->setSingleShot(true);
        connect(entry.idle.get(), &QTimer::timeout, entry.idle.get(),
            [this, watched = transfer.get(), timer = entry.idle.get()] {
                watchIdle(*watched, *timer);
            });
        entry.idle->start(limits.idleTimeout);
    }
    multi.add(transfer->easy());
}

void CurlEngine::Private::watchIdle(HttpTransfer &transfer, QTimer &timer)
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(transfer.idleTimeLeft());
    if (left.count() > 0) {
        timer.start(left);
        return;
    }
    abort(transfer, Failure::TimedOut,
        told(QT_TRANSLATE_NOOP("sonde::wire", "The server sent nothing for %1 seconds."),
            {QString::number(static_cast<double>(limits.idleTimeout.count()) / 1000)}));
}

void CurlEngine::Private::ended(CURL *easy, CURLcode code)
{
    const auto found = running.find(easy);
    if (found == running.end())
        return;
    const Transfer transfer = found->second.transfer;
    transfer->finish(code); // reads the handle, so it comes before the removal
    takeOff(*transfer);
}

void CurlEngine::Private::takeOff(HttpTransfer &transfer)
{
    const auto found = running.find(transfer.easy());
    if (found == running.end())
        return;
    multi.remove(transfer.easy());
    // Not deleted here, because this may be the timer's own signal.
    if (QTimer *idle = found->second.idle.release()) {
        idle->stop();
        idle->deleteLater();
    }
    running.erase(found);
}

void CurlEngine::Private::handOn()
{
    const std::weak_ptr<Private *> alive = self; // a sink may destroy the engine
    while (!alive.expired() && !events.empty()) {
        HttpEvent event = std::move(events.front());
        events.pop_front();
        HttpSink *const sink = event.transfer->sink();
        if (!sink || hold(event))
            continue;
        if (std::holds_alternative<HttpOutcome>(event.what))
            event.transfer->dropSink(); // after its last event
        report(*sink, event);
    }
}

// One run of libcurl may produce the head, the body and the end: a sink that stops reading at the
// head gets the others later. At most a few of libcurl's buffers are held.
bool CurlEngine::Private::hold(HttpEvent &event)
{
    const bool isOfBody = std::holds_alternative<HttpEvent::Body>(event.what)
        || std::holds_alternative<HttpEvent::Trailers>(event.what)
        || std::holds_alternative<HttpOutcome>(event.what);
    if (event.transfer->isReading() || !isOfBody)
        return false;
    held[event.transfer.get()].push_back(std::move(event));
    return true;
}

void CurlEngine::Private::release(HttpTransfer &transfer)
{
    if (auto node = held.extract(&transfer)) {
        // libcurl's paused data was appended in this run and comes after the held events.
        std::move(node.mapped().rbegin(), node.mapped().rend(), std::front_inserter(events));
    }
    later.start();
}

void CurlEngine::Private::drop(HttpTransfer &transfer)
{
    transfer.dropSink();
    takeOff(transfer);
    held.erase(&transfer);
}

void CurlEngine::Private::abort(HttpTransfer &transfer, Failure failure, const rpc::Sentence &said)
{
    if (!transfer.sink())
        return;
    // Drops the undelivered events.
    held.erase(&transfer);
    std::erase_if(
        events, [&](const HttpEvent &event) { return event.transfer.get() == &transfer; });
    const auto found = running.find(transfer.easy());
    const Transfer kept = found == running.end() ? nullptr : found->second.transfer;
    transfer.fail(failure, said);
    takeOff(transfer);
    later.start();
}

CurlEngine::CurlEngine(const TlsTrust &trust, const HttpRoute &route,
    std::chrono::milliseconds connectTimeout, const HttpLimits &limits, const Clock &clock)
    : d(std::make_unique<Private>(trust, route, connectTimeout, limits, clock))
{
}

CurlEngine::~CurlEngine() = default;

std::unique_ptr<RunningExchange> CurlEngine::start(const HttpRequest &request, HttpSink *sink)
{
    auto transfer =
        std::make_shared<HttpTransfer>(request, sink, d->limits, d->clock, d->events, d->keepAlive);
    d->begin(transfer);
    return std::make_unique<Private::Exchange>(d->self, std::move(transfer));
}

} // namespace sonde::wire
