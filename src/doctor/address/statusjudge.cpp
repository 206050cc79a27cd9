// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/statusjudge.h"

#include "base/formatting.h"
#include "doctor/address/addresscheck.h"
#include "doctor/address/socketprobe.h"
#include "doctor/base/doctortr.h"

#include <QRegularExpression>

namespace sonde::doctor {

namespace {

constexpr qsizetype kMaxWords = 160; // characters of a body in a sentence

bool isPage(const Fetched &fetched)
{
    return fetched.head && fetched.head->headers.mediaType() == "text/html";
}

// The title of a page, the message of an error, or the beginning of the text.
QString wordsOf(const Fetched &fetched)
{
    static const QRegularExpression title(
        QStringLiteral("<title[^>]*>([^<]*)<"), QRegularExpression::CaseInsensitiveOption);
    const QString body = QString::fromUtf8(fetched.body.left(8192));
    if (const auto match = title.match(body); isPage(fetched) && match.hasMatch())
        return u"“" + match.captured(1).simplified().left(kMaxWords) + u"”";
    if (const auto message = fetched.message();
        message && message->kind == rpc::Kind::ErrorResponse)
        return message->error()["message"].toString().left(kMaxWords);
    const QString words = body.simplified().left(kMaxWords);
    return words.isEmpty() ? Text::tr("the body is empty") : words;
}

QString allowed(const Fetched &fetched)
{
    const QByteArray methods = fetched.header("Allow");
    return methods.isEmpty() ? Text::tr("not said") : QString::fromUtf8(methods).left(80);
}

bool looksLikeLogin(const QString &url)
{
    static const QRegularExpression login(
        QStringLiteral("log-?in|sign-?in|/auth|sso|saml|oauth|accounts\\."),
        QRegularExpression::CaseInsensitiveOption);
    return login.match(url).hasMatch();
}

// 403 and 421: the server looks at Host or Origin before anything else.
std::vector<DoctorFinding> judgeForbidden(const AddressFacts &facts)
{
    const Fetched &first = facts.first;
    const QString status = QString::number(first.status());
    const QString words = wordsOf(first);
    const auto isOpen = [](const std::optional<Fetched> &again) {
        return again && again->head && (again->status() < 300 || again->status() == 401);
    };
    const bool namesOrigin = words.contains(QLatin1String("origin"), Qt::CaseInsensitive);
    const bool namesHost = words.contains(QLatin1String("host"), Qt::CaseInsensitive);
    if (isOpen(facts.withoutOrigin) || (namesOrigin && !namesHost && !isOpen(facts.withLocalHost)))
        return {{Kind::OriginRefused, {status, words}}};
    if (isOpen(facts.withLocalHost) || first.status() == 421 || namesHost)
        return {{Kind::HostRefused, {placeOf(first.url.host(), first.url.port()), status}}};
    if (facts.sentCredentials)
        return {{Kind::TokenRefused, {status}}};
    return {{Kind::Forbidden, {words}}};
}

QString triedPlaces(const AddressFacts &facts)
{
    QStringList paths;
    for (const AddressFacts::Other &other : facts.others) {
        const QString path = other.url.path().isEmpty() ? QStringLiteral("/") : other.url.path();
        if (other.url.path() != facts.first.url.path() && !paths.contains(path))
            paths << path;
    }
    return paths.isEmpty() ? Text::tr("another path") : listText(paths);
}

// 2xx without a message.
std::vector<DoctorFinding> judgeEmptySuccess(const Fetched &first)
{
    if (isPage(first))
        return {{Kind::WebPage,
            {shownUrl(first.url), QString::number(first.status()), wordsOf(first)}}};
    if (first.body.trimmed().isEmpty())
        return {{Kind::BodyEmpty, {QString::number(first.status())}}};
    return {{Kind::BodyNotJson, {wordsOf(first)}}};
}

} // namespace

QString statusAndWords(const Fetched &fetched)
{
    QString text = QString::number(fetched.status());
    if (fetched.head && !fetched.head->reason.isEmpty())
        text += u' ' + QString::fromUtf8(fetched.head->reason).left(60);
    return text + QStringLiteral(": ") + wordsOf(fetched);
}

std::vector<DoctorFinding> judgeRedirect(const AddressFacts &facts)
{
    const QString last = facts.redirects.isEmpty() ? QString() : facts.redirects.back();
    if (facts.redirectsInCircle || facts.redirects.size() > 5)
        return {{Kind::RedirectLoop, {facts.redirects.join(QStringLiteral(" → "))}}};
    if (looksLikeLogin(last))
        return {{Kind::RedirectToLogin, {last}}};
    return {{Kind::RedirectElsewhere, {QString::number(facts.first.status()), last}}};
}

std::vector<DoctorFinding> judgeRefusal(const AddressFacts &facts)
{
    const Fetched &first = facts.first;
    const int status = first.status();
    const QString shown = shownUrl(first.url);
    const QString number = QString::number(status);
    if (status < 300)
        return judgeEmptySuccess(first);
    switch (status) {
    case 401:
        return {};
    case 403:
    case 421:
        return judgeForbidden(facts);
    case 404:
    case 410:
        return {{Kind::NotFound, {shown, triedPlaces(facts)}}};
    case 405:
        return {{Kind::MethodRefused, {shown, allowed(first)}}};
    case 407:
        return {{Kind::ProxyRefuses, {first.outcome.facts.proxy, wordsOf(first)}}};
    case 406:
        return {{Kind::NotAcceptable, {wordsOf(first)}}};
    case 415:
        return {{Kind::MediaRefused, {}}};
    case 429: {
        const QByteArray after = first.header("Retry-After");
        return {{Kind::TooManyRequests,
            {after.isEmpty() ? Text::tr("not said") : QString::fromUtf8(after).left(60)}}};
    }
    case 502:
    case 503:
    case 504:
        return {{Kind::GatewayFailed, {number, wordsOf(first)}}};
    default:
        break;
    }
    if (status >= 500)
        return {{Kind::ServerFailed, {number, wordsOf(first)}}};
    if (isPage(first))
        return {{Kind::WebPage, {shown, number, wordsOf(first)}}};
    return {{Kind::OtherStatus, {shown, number, wordsOf(first)}}};
}

std::vector<DoctorFinding> judgeOther(
    const AddressFacts &facts, const AddressFacts::Other &other, const config::Profile &profile)
{
    const QString first = shownUrl(facts.first.url);
    const QString status = QString::number(facts.first.status());
    if (other.url != facts.first.url)
        return {{other.isSse ? Kind::OtherPathSse : Kind::OtherPath,
            {first, status, shownUrl(other.url)}}};
    if (!other.isSse)
        return {{Kind::SpeaksStreamable, {first}}};
    if (profile.http()->transport == config::HttpTransport::Auto)
        return {{Kind::TransportFine, {QStringLiteral("HTTP+SSE"), first}}};
    return {{Kind::SpeaksSse, {first}}};
}

std::vector<DoctorFinding> judgeMedia(const AddressFacts &facts)
{
    const Fetched &opening = facts.opening();
    const QByteArray type = opening.head->headers.mediaType();
    if (type != "application/json" && type != "text/event-stream")
        return {{Kind::MediaWrong,
            {type.isEmpty() ? Text::tr("missing") : QString::fromUtf8(type).left(80)}}};
    std::vector<DoctorFinding> findings{
        {Kind::TransportFine, {QStringLiteral("Streamable HTTP"), shownUrl(opening.url)}}};
    if (opening.hasMark())
        findings.push_back({Kind::BodyMarked});
    return findings;
}

} // namespace sonde::doctor
