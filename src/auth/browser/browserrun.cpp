// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/browser/browserrun.h"

#include "auth/browser/pagerules.h"

#include "auth/base/authtext.h"

namespace sonde::auth {

namespace {

using Kind = BrowserEvent::Kind;

PageVisit visitOf(const BrowserEvent &event)
{
    const auto with = [&](const QString &more) {
        return more.isEmpty() ? event.url : QString(event.url % u" – " % more);
    };
    switch (event.kind) {
    case Kind::Navigation:
        return {event.what, event.url};
    case Kind::Loaded:
        return {QStringLiteral("loaded"),
            with(event.status > 0 ? QString(QString::number(event.status) % u' ' % event.text)
                                  : event.text)};
    case Kind::Refused:
        return {QStringLiteral("refused"), event.what % u": " % with(event.text)};
    case Kind::Crashed:
        return {QStringLiteral("crashed"), event.text};
    case Kind::Redirected:
        return {QStringLiteral("redirect"), shownAddress(QUrl(event.url))};
    default:
        return {};
    }
}

// Why it ended, by its own words: a line of sonde-browser, else the last one, such as that of a
// library that finds no display.
QString reasonIn(const std::string &diagnostics)
{
    constexpr qsizetype kMaxReason = 300;
    constexpr QLatin1String kName("sonde-browser: ");
    QString last;
    QString own;
    for (const QString &line : QString::fromStdString(diagnostics).split(u'\n')) {
        const QString text = line.simplified();
        if (!text.isEmpty())
            last = text;
        if (text.startsWith(kName))
            own = text.mid(kName.size());
    }
    return (own.isEmpty() ? last : own).left(kMaxReason);
}

} // namespace

BrowserRun::BrowserRun(
    const wire::Launch &launch, const BrowserOrder &order, const PageWatch &watch)
    : m_order(order)
    , m_watch(watch)
    , m_context(watch.context)
    , m_transport(std::make_unique<wire::StdioTransport>(launch))
{
    m_transport->setSink(this);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        fail(Domain::Timeout,
            AuthText::tr("The embedded browser was not ready within %1 s.")
                .arg(kMaxStart.count() / 1000));
    });
    if (watch.context)
        connect(watch.context, &QObject::destroyed, this, &BrowserRun::close);
}

BrowserRun::~BrowserRun() = default;

void BrowserRun::start()
{
    m_timer.start(kMaxStart);
    m_transport->start();
    m_transport->send(m_order.line());
}

void BrowserRun::close()
{
    finish({});
}

void BrowserRun::started(const wire::StartReport &) { }

void BrowserRun::failed(const wire::StartReport &, const Error &error)
{
    finish(Result<QByteArray>(error));
}

void BrowserRun::received(const Bytes &bytes, Stamp)
{
    for (const Result<BrowserEvent> &event : m_reader.feed(bytes)) {
        if (m_over)
            return;
        if (!event)
            return fail(Domain::Protocol,
                AuthText::tr("Invalid message from the embedded browser: %1")
                    .arg(event.error().sentence));
        receive(*event);
    }
}

void BrowserRun::diagnostics(const Bytes &bytes, Stamp)
{
    m_diagnostics += bytes.view();
    if (m_diagnostics.size() > kMaxDiagnostics)
        m_diagnostics.erase(0, m_diagnostics.size() - kMaxDiagnostics); // the end says why
}

void BrowserRun::ended(const wire::ExitReport &report)
{
    const QString reason = reasonIn(m_diagnostics);
    fail(Domain::Process,
        reason.isEmpty()
            ? AuthText::tr(
                "The embedded browser ended with %1 before the authorization server responded.")
                  .arg(report.end().sentence())
            : AuthText::tr("The embedded browser ended with %1 before the authorization server "
                           "responded: “%2”")
                  .arg(report.end().sentence(), reason));
}

void BrowserRun::receive(const BrowserEvent &event)
{
    const bool isFirst = m_events++ == 0;
    if (isFirst != (event.kind == Kind::Ready) || m_events > kMaxEvents)
        return fail(Domain::Protocol,
            m_events > kMaxEvents
                ? AuthText::tr("The embedded browser sent too many messages.")
                : AuthText::tr("The embedded browser sent its messages in the wrong order."));
    switch (event.kind) {
    case Kind::Ready:
        m_timer.stop();
        if (event.status != kBrowserProtocol)
            fail(Domain::Protocol,
                AuthText::tr("The embedded browser has a different version. Reinstall Sonde."));
        return;
    case Kind::Redirected:
        return receiveRedirect(event);
    case Kind::Elsewhere:
        Q_EMIT elsewhereRequested(m_order.url);
        return finish({});
    case Kind::Closed:
        return fail(Domain::Authorization,
            AuthText::tr("The page was closed before the authorization server responded."),
            kGivenUp);
    default:
        report(event);
    }
}

// Looked at again: the other process is the one that hostile pages are shown in.
void BrowserRun::receiveRedirect(const BrowserEvent &event)
{
    const QUrl url(event.url, QUrl::StrictMode);
    if (!isRedirectTo(url, m_order.redirectUri))
        return fail(Domain::Protocol,
            AuthText::tr(
                "The embedded browser reported a redirect to a URL other than the redirect URI."));
    report(event);
    finish(Result<QByteArray>(url.query(QUrl::FullyEncoded).toLatin1()));
}

void BrowserRun::report(const BrowserEvent &event)
{
    if (m_context && m_watch.visited)
        m_watch.visited(visitOf(event));
}

void BrowserRun::fail(Domain domain, const QString &sentence, int code)
{
    finish(Result<QByteArray>(Error{.domain = domain,
        .code = code,
        .sentence = sentence,
        .detail = QString::fromStdString(m_diagnostics)}));
}

// A transport must not be deleted while it reports, so the rest waits for the event loop.
void BrowserRun::finish(const std::optional<Result<QByteArray>> &result)
{
    if (m_over)
        return;
    m_over = true;
    m_timer.stop();
    QMetaObject::invokeMethod(
        this,
        [this, result] {
            m_transport.reset();
            deleteLater();
            if (result && m_context && m_watch.ended)
                m_watch.ended(*result);
        },
        Qt::QueuedConnection);
}

} // namespace sonde::auth
