// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/httprefusal.h"

#include "base/utf8.h"
#include "wire/http/shownaddress.h"
#include "wire/http/wiretr.h"
#include "wire/link/authorizer.h"
#include "wire/link/sessionrefusal.h"
#include "json/document.h"
#include "json/scan.h"

#include <algorithm>
#include <array>

namespace sonde::wire {

namespace {

constexpr std::size_t kMaxDetail = 4096; // of the body, for a bug report
constexpr std::size_t kMaxId = 100; // characters of an id in a sentence
constexpr int kMaxQuoted = 300; // characters of the server's text in a sentence
constexpr std::size_t kMaxLocation = 2048;
constexpr qsizetype kMaxSession = 100; // characters of a session id in a sentence

struct Reason {
    int status;
    const char *words;
};
constexpr std::array kReasons{Reason{200, "OK"}, Reason{202, "Accepted"}, Reason{204, "No Content"},
    Reason{301, "Moved Permanently"}, Reason{302, "Found"}, Reason{303, "See Other"},
    Reason{307, "Temporary Redirect"}, Reason{308, "Permanent Redirect"},
    Reason{400, "Bad Request"}, Reason{401, "Unauthorized"}, Reason{403, "Forbidden"},
    Reason{404, "Not Found"}, Reason{405, "Method Not Allowed"}, Reason{406, "Not Acceptable"},
    Reason{408, "Request Timeout"}, Reason{409, "Conflict"}, Reason{410, "Gone"},
    Reason{413, "Content Too Large"}, Reason{415, "Unsupported Media Type"},
    Reason{421, "Misdirected Request"}, Reason{429, "Too Many Requests"},
    Reason{500, "Internal Server Error"}, Reason{501, "Not Implemented"},
    Reason{502, "Bad Gateway"}, Reason{503, "Service Unavailable"}, Reason{504, "Gateway Timeout"}};

// What the beginning of a body says: the message of a JSON-RPC error, or all of it.
QString saidIn(const Bytes &excerpt)
{
    const Bytes beginning = excerpt.slice(0, kMaxDetail);
    const auto document = json::Document::parse(beginning);
    const QString message = document.root()["error"]["message"].toString();
    return message.isEmpty() ? QString::fromUtf8(beginning.toByteArray()) : message;
}

bool isWebPage(const HttpHead &head, const Bytes &excerpt)
{
    if (beginsLikeJson(excerpt.view()))
        return false; // whatever its label says
    const QByteArray type = head.headers.mediaType();
    if (type == "text/html" || type == "application/xhtml+xml")
        return true;
    const QByteArray begin = excerpt.slice(0, 64).toByteArray().trimmed().toLower();
    return begin.startsWith("<!doctype html") || begin.startsWith("<html");
}

// Puts a blank between the two.
void add(rpc::Sentence &sentence, const rpc::Sentence &next)
{
    sentence += QStringLiteral(" ");
    sentence += next;
}

// What to do about a redirect that was not followed. The address may also be that of a page for
// people, so it is offered with a condition.
rpc::Sentence redirectAdvice(const RefusalFacts &facts, const QUrl &url)
{
    const int status = facts.head->status;
    const bool isWeb =
        url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
    if (!url.isValid() || !isWeb || !url.userInfo().isEmpty())
        return {};
    if (!sameOrigin(url, facts.request.url))
        return told(QT_TRANSLATE_NOOP("sonde::wire",
            "Sonde never follows such a redirect, so that no header and no token goes "
            "there. If that is the address of the server, connect to it instead."));
    if (status != 307 && status != 308)
        return told(QT_TRANSLATE_NOOP("sonde::wire",
            "Sonde follows only 307 and 308, which keep the method and the body. If "
            "that is the address of the server, connect to it instead."));
    if (!facts.followed.isEmpty())
        return told(QT_TRANSLATE_NOOP("sonde::wire",
                        "Sonde follows %1 redirects at most. If that is the address of the server, "
                        "connect to it instead."),
            {QString::number(facts.followed.size())});
    return told(QT_TRANSLATE_NOOP("sonde::wire",
        "Connect to that address instead, or choose that redirects within the same "
        "origin are followed (--follow-same-origin)."));
}

rpc::Sentence redirectSentence(const RefusalFacts &facts)
{
    const QByteArray location = facts.head->headers.value("Location").value_or(QByteArray());
    const QString status = statusText(*facts.head);
    if (location.isEmpty())
        return told(QT_TRANSLATE_NOOP("sonde::wire",
                        "The server responded with a redirect without an address: Location is "
                        "missing (%1)."),
            {status});
    const QUrl url = facts.request.url.resolved(
        QUrl::fromEncoded(location.left(kMaxLocation), QUrl::TolerantMode));
    const QString shown = shownAddress(url);
    const QString own = shownAddress(facts.request.url);
    if (shown == own || facts.followed.contains(shown)) {
        const QString circle =
            (facts.followed + QStringList{own, shown}).join(QStringLiteral(" → "));
        return told(QT_TRANSLATE_NOOP("sonde::wire",
                        "The address redirects in a circle: %1 (%2). Correct the redirects of the "
                        "server or of the proxy before it."),
            {circle, status});
    }
    rpc::Sentence sentence =
        told(QT_TRANSLATE_NOOP("sonde::wire",
                 "The server responded with a redirect to %1, which is not followed (%2)."),
            {shown, status});
    if (!sameOrigin(url, facts.request.url))
        sentence += told(QT_TRANSLATE_NOOP("sonde::wire", " It leads to another origin."));
    const rpc::Sentence advice = redirectAdvice(facts, url);
    if (!advice.isEmpty())
        add(sentence, advice);
    return sentence;
}

// Whether the request is the probe of an era without sessions.
bool isProbe(const HttpRequest &request)
{
    return request.headers.value("Mcp-Method") == QByteArray("server/discover");
}

// Whether the refusal is about the session of the request, or about that it has none.
bool isAboutSession(const RefusalFacts &facts)
{
    if (facts.ending.notAuthorized || !facts.head)
        return false; // a login was tried for it
    const std::string text = facts.serverMessage.isEmpty()
        ? std::string(facts.ending.excerpt.slice(0, kMaxRefusalText).view())
        : facts.serverMessage.toStdString();
    const int status = facts.head->status;
    const bool isMissing = isProbe(facts.request) && (status == 401 || status == 403);
    return (isMissing || !facts.givenSession.isEmpty()) && isSessionRefusal(*facts.head, text);
}

// 2025-11-25 basic/transports#session-management.
rpc::Sentence sessionSentence(const RefusalFacts &facts)
{
    const QString status = statusText(*facts.head);
    if (facts.givenSession.isEmpty())
        return told(QT_TRANSLATE_NOOP(
                        "sonde::wire", "The server refuses a request without a session (%1)."),
            {status});
    return told(QT_TRANSLATE_NOOP("sonde::wire",
                    "The server no longer knows the session id %1, which it gave (%2). Connect "
                    "again for a new session. MCP requires status 404 here, after which Sonde "
                    "begins a new session by itself."),
        {QString::fromLatin1(facts.givenSession.left(kMaxSession)), status});
}

rpc::Sentence authorizationSentence(
    const RefusalFacts &facts, const std::vector<Challenge> &challenges)
{
    const QString status = statusText(*facts.head);
    if (challenges.empty() && facts.head->status == 401)
        return told(QT_TRANSLATE_NOOP("sonde::wire",
                        "The server requires authorization, but does not say which kind: "
                        "WWW-Authenticate is missing (%1)."),
            {status});
    if (challenges.empty())
        return told(QT_TRANSLATE_NOOP("sonde::wire",
                        "The server forbids this request (%1). Servers that check Origin or Host "
                        "respond this way to a name they do not know."),
            {status});
    const Challenge &first = challenges.front();
    if (first.parameter("error") == QByteArray("insufficient_scope"))
        return told(
            QT_TRANSLATE_NOOP("sonde::wire", "The server requires additional scopes: %1 (%2)."),
            {quoted(QString::fromUtf8(first.parameter("scope").value_or(QByteArray()))), status});
    // Some servers say so of a token that never came.
    if (facts.ending.credentialsSent && first.parameter("error") == QByteArray("invalid_token"))
        return told(QT_TRANSLATE_NOOP("sonde::wire", "The server does not accept the token (%1)."),
            {status});
    return told(QT_TRANSLATE_NOOP("sonde::wire", "The server requires authorization: %1 (%2)."),
        {QString::fromLatin1(first.scheme.left(64)), status});
}

// RFC 9110 10.2.3: seconds, or a date.
QString retryText(const QByteArray &retryAfter)
{
    const QString text = QString::fromLatin1(retryAfter.left(64)).trimmed();
    bool isSeconds = false;
    text.toUInt(&isSeconds);
    return isSeconds ? QString(text + QStringLiteral(" s")) : text;
}

rpc::Sentence clientErrorSentence(const RefusalFacts &facts)
{
    const QString status = statusText(*facts.head);
    const QString url = shownAddress(facts.request.url);
    switch (facts.head->status) {
    case 301:
    case 302:
    case 303:
    case 307:
    case 308: // without a Location
        return redirectSentence(facts);
    case 400:
        return told(
            QT_TRANSLATE_NOOP("sonde::wire", "The server rejected the request as invalid (%1)."),
            {status});
    case 404:
        return facts.sessionSent
            ? told(QT_TRANSLATE_NOOP("sonde::wire", "The server no longer knows the session (%1)."),
                {status})
            : told(QT_TRANSLATE_NOOP("sonde::wire", "There is no MCP endpoint at %1 (%2)."),
                {url, status});
    case 405:
        // The older HTTP with SSE begins with GET.
        if (facts.request.method == "GET")
            return told(QT_TRANSLATE_NOOP(
                            "sonde::wire", "%1 does not accept GET (%2). The path may be wrong."),
                {url, status});
        return told(QT_TRANSLATE_NOOP("sonde::wire",
                        "%1 does not accept %2 (%3). The path may be wrong, or the server speaks "
                        "the older HTTP with SSE."),
            {url, QString::fromLatin1(facts.request.method), status});
    case 406:
        return told(QT_TRANSLATE_NOOP("sonde::wire",
                        "The server cannot respond with any of the content types in Accept (%1)."),
            {status});
    case 415:
        return told(QT_TRANSLATE_NOOP("sonde::wire",
                        "The server does not accept a body of application/json (%1)."),
            {status});
    case 429:
        return told(
            QT_TRANSLATE_NOOP("sonde::wire", "The server limits the rate of requests (%1)%2."),
            {status,
                facts.head->headers.contains("Retry-After")
                    ? told(QT_TRANSLATE_NOOP("sonde::wire", "; it asks to retry after %1"),
                        {retryText(*facts.head->headers.value("Retry-After"))})
                    : rpc::Sentence()});
    default:
        return told(
            QT_TRANSLATE_NOOP("sonde::wire", "The server refused the request (%1)."), {status});
    }
}

// A body that says what the server wants. OAuth's challenges say it themselves (RFC 9728).
bool isWorthQuoting(const RefusalFacts &facts, const std::vector<Challenge> &challenges)
{
    if (facts.ending.excerpt.isEmpty())
        return false;
    const bool namesMetadata = std::any_of(challenges.begin(), challenges.end(),
        [](const Challenge &each) { return each.parameter("resource_metadata").has_value(); });
    const QByteArray type = facts.head->headers.mediaType();
    return type == "text/plain" || isAboutSession(facts)
        || (facts.head->status == 401 && !namesMetadata);
}

rpc::Sentence serversMessage(const QString &message)
{
    return told(QT_TRANSLATE_NOOP("sonde::wire", "The server's message: %1"), {quoted(message)});
}

rpc::Sentence statusSentence(const RefusalFacts &facts, const std::vector<Challenge> &challenges)
{
    const HttpHead &head = *facts.head;
    if (head.isRedirect())
        return redirectSentence(facts);
    rpc::Sentence sentence;
    if (isAboutSession(facts))
        sentence = sessionSentence(facts);
    else if (head.status == 401 || head.status == 403)
        sentence = authorizationSentence(facts, challenges);
    else if (head.status >= 500)
        sentence =
            told(QT_TRANSLATE_NOOP("sonde::wire", "The server failed (%1)."), {statusText(head)});
    else
        sentence = clientErrorSentence(facts);
    if (!facts.serverMessage.isEmpty())
        add(sentence, serversMessage(facts.serverMessage));
    else if (isWebPage(head, facts.ending.excerpt))
        add(sentence, told(QT_TRANSLATE_NOOP("sonde::wire", "The body is a web page, not JSON.")));
    else if (isWorthQuoting(facts, challenges))
        add(sentence, serversMessage(saidIn(facts.ending.excerpt)));
    return sentence;
}

// The body as text, in which a byte order mark and bytes that are not UTF-8 are visible: they may
// be all that is wrong with it.
QString shownBody(const Bytes &excerpt)
{
    const std::string_view all = excerpt.view();
    const std::string_view text =
        all.size() > kMaxDetail ? cutUtf8(all, kMaxDetail) : all; // no half of a character
    std::string shown;
    for (std::size_t at = 0; at < text.size();) {
        const bool isAscii = static_cast<unsigned char>(text[at]) < 0x80;
        const int length =
            isAscii ? 1 : json::utf8Length(text.data() + at, text.data() + text.size());
        if (length == 0) {
            shown +=
                "\\x" + QByteArray(1, text[at]).toHex().toUpper().toStdString(); // as in "caf\xE9"
            ++at;
            continue;
        }
        const std::string_view character = text.substr(at, static_cast<std::size_t>(length));
        shown += character == kByteOrderMark ? std::string_view("\\uFEFF") : character;
        at += character.size();
    }
    return QString::fromStdString(shown);
}

QString detailOf(const RefusalFacts &facts)
{
    QString detail =
        QString::fromLatin1(facts.request.method) % u' ' % shownAddress(facts.request.url);
    if (facts.ending.outcome.error && !facts.ending.outcome.error->detail.isEmpty())
        detail += u'\n' % facts.ending.outcome.error->detail;
    if (facts.head) {
        detail += u'\n' % QString::fromLatin1(facts.head->version) % u' ' % statusText(*facts.head);
        for (const HttpHeader &field : facts.head->headers.fields()) {
            if (field.name.compare("Set-Cookie", Qt::CaseInsensitive) != 0)
                detail += u'\n' % QString::fromLatin1(field.name) % QStringLiteral(": ")
                    % QString::fromLatin1(field.value.left(kMaxLocation));
        }
    }
    if (!facts.ending.excerpt.isEmpty())
        detail += QStringLiteral("\n\n") % shownBody(facts.ending.excerpt);
    return detail;
}

// Why there is no response: a sentence of the engine, or of what ended the exchange.
rpc::Sentence saidOf(const HttpOutcome &outcome)
{
    if (!outcome.said.isEmpty())
        return outcome.said;
    return outcome.error
        ? rpc::Sentence(outcome.error->sentence)
        : told(QT_TRANSLATE_NOOP("sonde::wire", "The exchange ended before the response arrived."));
}

HttpFailure failureOf(const RefusalFacts &facts)
{
    HttpFailure failure;
    failure.outcome = facts.ending.outcome;
    failure.body = facts.ending.excerpt;
    failure.exchange = facts.ending.exchange;
    failure.error.detail = detailOf(facts);
    if (facts.head) {
        failure.status = facts.head->status;
        failure.headers = facts.head->headers;
        failure.error.code = facts.head->status;
        failure.challenges = parseChallenges(facts.head->headers);
    }
    return failure;
}

Domain domainOf(const HttpFailure &failure)
{
    if (failure.aboutSession)
        return Domain::Protocol;
    if (failure.status == 401 || (failure.status == 403 && !failure.challenges.empty()))
        return Domain::Authorization;
    return failure.status >= 500 ? Domain::Transport : Domain::Protocol;
}

} // namespace

QString statusText(const HttpHead &head)
{
    QString words = QString::fromLatin1(head.reason.left(100)).simplified();
    for (const Reason &reason : kReasons) {
        if (words.isEmpty() && reason.status == head.status)
            words = QString::fromLatin1(reason.words);
    }
    const QString number = QString::number(head.status);
    return words.isEmpty() ? number : QString(number % u' ' % words);
}

QString quoted(QString text)
{
    text = text.simplified();
    if (text.size() > kMaxQuoted)
        text = text.left(kMaxQuoted) % u'…';
    return u'“' % text % u'”';
}

bool beginsLikeJson(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
}

HttpFailure refusal(const RefusalFacts &facts)
{
    HttpFailure failure = failureOf(facts);
    if (facts.head && facts.head->status >= 300) {
        failure.aboutSession = isAboutSession(facts);
        failure.error.domain = domainOf(failure);
        failure.said = statusSentence(facts, failure.challenges);
        // A proxy may fail after the server has processed the request.
        failure.mayHaveActed = failure.status >= 500;
        failure.sessionGone = facts.sessionSent && failure.status == 404;
        if (const auto &why = facts.ending.notAuthorized) {
            failure.error.domain = Domain::Authorization;
            add(failure.said, why->sentence);
            failure.error.detail = why->detail;
            failure.loginNotOffered = why->code == kLoginNotOffered;
        }
        failure.error.sentence = failure.said.shown();
        return failure;
    }
    const QString detail = failure.error.detail;
    failure.said = saidOf(facts.ending.outcome);
    failure.error = facts.ending.outcome.error.value_or(
        Error{.domain = Domain::Transport, .sentence = failure.said.shown()});
    failure.error.detail = detail;
    failure.mayHaveActed = facts.ending.outcome.requestSent;
    return failure;
}

HttpFailure refusal(const RefusalFacts &facts, const rpc::Sentence &sentence)
{
    HttpFailure failure = failureOf(facts);
    const bool broken = facts.ending.outcome.error.has_value();
    failure.error.domain = broken ? facts.ending.outcome.error->domain : Domain::Protocol;
    failure.said = sentence;
    if (broken)
        add(failure.said, saidOf(facts.ending.outcome));
    failure.error.sentence = failure.said.shown();
    failure.mayHaveActed = true;
    return failure;
}

void nameRefused(const HttpRequest &request, HttpFailure &failure)
{
    rpc::Message message;
    rpc::decodeOne(request.body, message);
    const rpc::Sentence name = message.method.empty()
        ? told(QT_TRANSLATE_NOOP("sonde::wire", "the response to the request %1"),
            {QString::fromStdString(message.id.substr(0, kMaxId))})
        : quoted(json::toQString(message.method));
    const char *const text = failure.status == 0
        ? QT_TRANSLATE_NOOP("sonde::wire", "The server did not receive %1. %2")
        : QT_TRANSLATE_NOOP("sonde::wire", "The server refused %1. %2");
    failure.said = told(text, {name, failure.said});
    failure.error.sentence = failure.said.shown();
}

rpc::Sentence unreadableBody(const HttpHead &head, const Bytes &excerpt)
{
    const QByteArray coding = head.headers.value("Content-Encoding").value_or(QByteArray());
    if (!coding.isEmpty() && coding.compare("identity", Qt::CaseInsensitive) != 0)
        return told(
            QT_TRANSLATE_NOOP("sonde::wire",
                "The response is compressed (Content-Encoding: %1), which was not requested."),
            {QString::fromLatin1(coding.left(64))});
    if (isWebPage(head, excerpt))
        return told(QT_TRANSLATE_NOOP("sonde::wire",
            "The server responded with a web page, not with JSON: this may not be the "
            "address of an MCP endpoint."));
    const QByteArray type = head.headers.mediaType();
    if (type.isEmpty())
        return excerpt.isEmpty()
            ? told(QT_TRANSLATE_NOOP("sonde::wire", "The server responded %1 without a body."),
                {statusText(head)})
            : told(QT_TRANSLATE_NOOP(
                "sonde::wire", "The response has no Content-Type, and its body is not a message."));
    return told(QT_TRANSLATE_NOOP("sonde::wire",
                    "The response is %1; MCP allows only application/json and text/event-stream."),
        {QString::fromLatin1(type.left(100))});
}

} // namespace sonde::wire
