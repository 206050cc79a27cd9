// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/addresstrial.h"

#include "doctor/address/addresscheck.h"
#include "doctor/address/addressrequests.h"
#include "doctor/address/authorizationtrial.h"
#include "doctor/address/otheraddresses.h"
#include "doctor/address/sessiontrial.h"
#include "doctor/address/socketprobe.h"
#include "doctor/base/delivery.h"
#include "doctor/base/doctortr.h"
#include "mcp/client/client.h"
#include "setup/clientconfig.h"

#include <QDateTime>
#include <QLocale>
#include <QPointer>
#include <QTimeZone>

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>

namespace sonde::doctor {

namespace {

constexpr int kMaxRedirects = 5;
using Failure = wire::HttpOutcome::Failure;

class AddressTrial final : public QObject {
public:
    AddressTrial(const config::Profile &profile, std::chrono::milliseconds patience,
        QObject *parent, Delivery<AddressFacts>::Done done)
        : QObject(parent)
        , m_delivery(this, std::move(done))
        , m_target(setup::httpTarget(*profile.http()))
        , m_requests(m_target)
        , m_url(m_target.url)
        , m_revision(profile.revision)
        , m_config(setup::clientConfig(profile))
    {
        m_config.timeouts.handshake = patience;
        m_way.trust = m_target.trust;
        m_way.route = m_target.route;
        m_way.connectTimeout = std::min(patience, m_target.connectTimeout);
        m_way.patience = patience;
        const bool isModern = profile.era == config::EraMode::Modern
            || mcp::eraOf(profile.revision) == mcp::Era::Modern;
        m_requests.speak(isModern ? mcp::Era::Modern : mcp::Era::Legacy, profile.revision);
        m_facts.isSse = m_target.transport == wire::HttpTarget::Transport::Sse;
        m_facts.sentCredentials = m_target.headers.contains("Authorization");
        m_facts.sentOrigin = m_target.headers.contains("Origin");
    }

    void start()
    {
        if (m_facts.isSse)
            send(m_requests.stream(m_url),
                [this](const Fetched &fetched) { receivedFirst(fetched); });
        else
            sendOpening(m_url, [this](const Fetched &fetched) { receivedFirst(fetched); });
    }

    void cancel()
    {
        if (m_client)
            m_delivery.cancel();
        else
            m_request.cancel();
    }

private:
    using Next = std::function<void(const Fetched &)>;
    enum class Fetching : std::uint8_t { Usual, PublicOnly, OnlyHead };

    void sendOpening(const QUrl &url, Next next) { send(m_requests.opening(url), std::move(next)); }

    void send(const wire::HttpRequest &request, Next next, Fetching how = Fetching::Usual)
    {
        if (++m_sent > kMaxRequests)
            return end();
        FetchWay way = m_way;
        way.route.publicOnly = how == Fetching::PublicOnly;
        way.onlyHead = how == Fetching::OnlyHead;
        m_request = fetch(
            way, request, this, [this, next = std::move(next)](const Result<Fetched> &fetched) {
                if (!fetched)
                    m_delivery.cancel();
                else
                    next(*fetched);
            });
    }

    void end() { m_delivery.give(m_facts); }

    // ---- The first response

    void receivedFirst(const Fetched &fetched)
    {
        m_facts.first = fetched;
        readClock(fetched);
        if (!fetched.head)
            return receivedNothing();
        if (fetched.head->isRedirect())
            return followRedirect(fetched);
        judgeStatus(fetched);
    }

    void receivedNothing()
    {
        const Failure failure = m_facts.first.outcome.failure;
        if (m_url.scheme() == u"https" && isBeforeTls())
            return tryPlain();
        const bool mayBeTls = m_url.scheme() == u"http" && !m_facts.first.timedOut
            && (failure == Failure::NoResponse || failure == Failure::BadResponse
                || failure == Failure::Send);
        if (!mayBeTls)
            return end();
        tryTls();
    }

    // Nothing of a TLS handshake came in time.
    bool isBeforeTls() const
    {
        const wire::HttpOutcome &outcome = m_facts.first.outcome;
        return (m_facts.first.timedOut || outcome.failure == Failure::TimedOut)
            && outcome.facts.tlsVersion.isEmpty() && outcome.facts.chain.empty();
    }

    // Without the headers of the user, which are for the other origin.
    void tryPlain()
    {
        QUrl url = m_url;
        url.setScheme(QStringLiteral("http"));
        url.setPort(portOf(m_url));
        sendOpening(url, [this](const Fetched &fetched) {
            m_facts.speaksPlain = fetched.head.has_value();
            end();
        });
    }

    void tryTls()
    {
        QUrl url = m_url;
        url.setScheme(QStringLiteral("https"));
        url.setPort(portOf(m_url));
        sendOpening(url, [this](const Fetched &fetched) {
            m_facts.speaksTls =
                !fetched.outcome.facts.chain.empty() || !fetched.outcome.facts.tlsVersion.isEmpty();
            end();
        });
    }

    // Within the origin, to see where it leads; clients do not follow.
    void followRedirect(const Fetched &fetched)
    {
        const QUrl to = fetched.url.resolved(QUrl(QString::fromUtf8(fetched.header("Location"))));
        const QString shown = shownUrl(to);
        m_facts.redirectsInCircle = m_facts.redirects.contains(shown) || to == m_url;
        m_facts.redirects << shown;
        if (m_facts.redirectsInCircle || !wire::sameOrigin(to, m_url)
            || m_facts.redirects.size() > kMaxRedirects)
            return end();
        sendOpening(to, [this](const Fetched &next) {
            if (next.head && next.head->isRedirect())
                followRedirect(next);
            else
                end();
        });
    }

    void judgeStatus(const Fetched &fetched)
    {
        const int status = fetched.status();
        const auto message = fetched.message();
        if (fetched.outcome.failure == Failure::Truncated && !message)
            return end();
        if (m_facts.isSse && fetched.isStream() && fetched.eventType == "endpoint")
            return openSse();
        if (!m_facts.isSse && message && status < 300)
            return opened(*message);
        if (status == 401 || (status == 403 && !fetched.header("WWW-Authenticate").isEmpty()))
            return authorize(fetched);
        if (status == 403 || status == 421)
            return tryHost();
        // 2026-07-28 basic/transports/streamable-http: 404 with this error is no wrong path.
        const bool isMethodUnknown = message && message->errorCode() == rpc::kMethodNotFound;
        const bool isElsewhere =
            (status == 404 && !isMethodUnknown) || status == 405 || status == 406 || status == 415;
        if (message && !m_facts.isSse && !isElsewhere)
            return opened(*message); // an error with its own status
        if (status == 400 && fetched.body.contains("HTTPS port")) { // nginx
            m_facts.speaksTls = true;
            return end();
        }
        if (status >= 500 || status == 429 || status == 407
            || (fetched.isStream() && fetched.eventAt.count() == 0))
            return end();
        tryOthers();
    }

    // ---- HTTP+SSE: the stream stays open while messages are posted

    void openSse()
    {
        m_config.endpoint.target()->transport = wire::HttpTarget::Transport::Sse;
        m_config.era = {mcp::EraPolicy::Mode::Legacy, {}};
        m_client = std::make_unique<mcp::Client>(m_config);
        // Queued: the client is deleted with the trial, not inside its own signal.
        connect(m_client.get(), &mcp::Client::stateChanged, this, &AddressTrial::readSse,
            Qt::QueuedConnection);
        m_client->start();
    }

    void readSse()
    {
        if (m_client->state() == mcp::ClientState::Failed)
            m_facts.sseProblem = m_client->failure().sentence;
        else if (m_client->state() != mcp::ClientState::Ready)
            return;
        else {
            m_facts.response = m_client->negotiated().response;
            m_facts.revision = m_client->negotiated().revision;
        }
        disconnect(m_client.get(), nullptr, this, nullptr);
        end();
    }

    // ---- Host and Origin

    void tryHost()
    {
        wire::HttpRequest again = m_requests.opening(m_url);
        again.headers.add("Host", placeOf(QStringLiteral("localhost"), portOf(m_url)).toUtf8());
        send(again, [this](const Fetched &fetched) {
            m_facts.withLocalHost = fetched;
            tryOrigin();
        });
    }

    void tryOrigin()
    {
        if (!m_requests.hasHeader("Origin"))
            return end();
        m_requests.removeHeader("Origin");
        sendOpening(m_url, [this](const Fetched &fetched) {
            m_facts.withoutOrigin = fetched;
            end();
        });
    }

    // ---- Other addresses

    void tryOthers()
    {
        m_candidates = otherAddresses(m_url, m_facts.isSse);
        tryNextOther();
    }

    void tryNextOther()
    {
        if (m_candidates.empty())
            return end();
        const AddressFacts::Other other = m_candidates.front();
        m_candidates.pop_front();
        const auto received = [this, other](const Fetched &fetched) {
            AddressFacts::Other tried = other;
            tried.isServer = other.isSse ? fetched.isStream() && fetched.eventType == "endpoint"
                                         : fetched.message().has_value() && fetched.status() < 300;
            m_facts.others.push_back(tried);
            if (tried.isServer)
                return endOtherSession(fetched);
            tryNextOther();
        };
        send(other.isSse ? m_requests.stream(other.url) : m_requests.opening(other.url), received);
    }

    void endOtherSession(const Fetched &fetched)
    {
        m_facts.session = fetched.header("Mcp-Session-Id");
        endSession(fetched.url);
    }

    // ---- After initialize or server/discover

    void opened(const rpc::Message &message)
    {
        if (message.kind == rpc::Kind::ErrorResponse) {
            m_facts.response = message;
            return tryOtherEra();
        }
        readOpening(m_facts.first, message);
        beginConversation();
    }

    void readOpening(const Fetched &fetched, const rpc::Message &message)
    {
        m_facts.response = message;
        m_facts.isModern = m_requests.dialect().era() == mcp::Era::Modern;
        m_facts.revision = m_facts.isModern ? m_requests.dialect().revision()
                                            : message.result()["protocolVersion"].toString();
        if (!m_facts.isModern) // which has no sessions
            m_facts.session = fetched.header("Mcp-Session-Id");
    }

    void tryOtherEra()
    {
        const mcp::Era chosen = m_requests.dialect().era();
        const bool wasModern = chosen == mcp::Era::Modern;
        m_requests.speak(wasModern ? mcp::Era::Legacy : mcp::Era::Modern, {});
        sendOpening(m_url, [this, chosen, wasModern](const Fetched &fetched) {
            const auto message = fetched.message();
            if (!message || message->kind == rpc::Kind::ErrorResponse || fetched.status() >= 300)
                return failedInBothEras(chosen);
            m_facts.inOtherEra = fetched;
            readOpening(fetched, *message);
            if (wasModern)
                return endSession(m_url);
            beginConversation();
        });
    }

    // Status 404 may mean the path after all.
    void failedInBothEras(mcp::Era chosen)
    {
        if (m_facts.first.status() != 404)
            return end();
        m_facts.response.reset();
        m_requests.speak(chosen, m_revision);
        tryOthers();
    }

    void beginConversation()
    {
        m_session = std::make_unique<SessionTrial>(m_requests, m_url);
        converse();
    }

    void converse()
    {
        const auto sent = m_session->next(m_facts);
        if (!sent)
            return end();
        send(
            sent->request,
            [this](const Fetched &fetched) {
                m_session->received(fetched, m_facts);
                converse();
            },
            sent->isOnlyHead ? Fetching::OnlyHead : Fetching::Usual);
    }

    // 2025-11-25 basic/transports#session-management.
    void endSession(const QUrl &url)
    {
        if (m_facts.session.isEmpty())
            return end();
        send(m_requests.removal(url, {m_facts.session, m_facts.revision.toUtf8()}),
            [this](const Fetched &) { end(); });
    }

    // ---- Authorization

    void authorize(const Fetched &refusal)
    {
        m_facts.needsAuthorization = true;
        m_authorization = std::make_unique<AuthorizationTrial>(m_url, refusal);
        nextMetadata();
    }

    void nextMetadata()
    {
        const auto url = m_authorization->next(m_facts);
        if (!url)
            return end();
        wire::HttpRequest get;
        get.method = "GET";
        get.url = *url;
        get.headers.add("Accept", "application/json");
        get.headers.add("User-Agent", "sonde/" SONDE_VERSION);
        send(
            get,
            [this](const Fetched &fetched) {
                m_authorization->received(fetched, m_facts);
                nextMetadata();
            },
            m_authorization->isPublicOnly() ? Fetching::PublicOnly : Fetching::Usual);
    }

    // RFC 9110 section 6.6.1.
    void readClock(const Fetched &fetched)
    {
        const QString text = QString::fromLatin1(fetched.header("Date"));
        const QDateTime date =
            QLocale::c().toDateTime(text, QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'"));
        if (!date.isValid())
            return;
        m_facts.clockAhead = QDateTime::currentDateTimeUtc().secsTo(
            QDateTime(date.date(), date.time(), QTimeZone::utc()));
    }

    Delivery<AddressFacts> m_delivery;
    const wire::HttpTarget m_target;
    AddressRequests m_requests;
    const QUrl m_url;
    const QString m_revision; // that was chosen
    mcp::ClientConfig m_config; // for HTTP+SSE
    std::unique_ptr<mcp::Client> m_client;
    FetchWay m_way;
    std::unique_ptr<SessionTrial> m_session;
    std::unique_ptr<AuthorizationTrial> m_authorization;
    std::deque<AddressFacts::Other> m_candidates;
    RequestHandle m_request;
    AddressFacts m_facts;
    int m_sent = 0;
};

} // namespace

RequestHandle tryAddress(const config::Profile &profile, std::chrono::milliseconds patience,
    QObject *context, std::function<void(Result<AddressFacts>)> done)
{
    auto *trial = new AddressTrial(profile, patience, context, std::move(done));
    trial->start();
    return RequestHandle([trial = QPointer<AddressTrial>(trial)] {
        if (trial)
            trial->cancel();
    });
}

} // namespace sonde::doctor
