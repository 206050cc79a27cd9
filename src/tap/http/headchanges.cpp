// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/headchanges.h"

#include "tap/http/metadatarewriter.h"
#include "wire/http/httpmessage.h"

#include <algorithm>
#include <array>

namespace sonde::tap {

namespace {

using Part = wire::HeadChange::Part;

constexpr std::string_view kSecretValue = "(redacted)";

QByteArray bytesOf(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

bool isSecretField(const QByteArray &name)
{
    return wire::isSecretField({name.constData(), static_cast<std::size_t>(name.size())});
}

// The value for the list of changes, which is recorded.
QByteArray shown(const QByteArray &name, const QByteArray &value, bool secret = false)
{
    return !value.isEmpty() && (secret || isSecretField(name)) ? bytesOf(kSecretValue) : value;
}

// RFC 9110 section 7.6.1, and those that RFC 9112 has for the framing.
bool isForOneConnection(const QByteArray &name, const QByteArrayList &named)
{
    static constexpr std::array<std::string_view, 9> kNames{"connection", "keep-alive",
        "proxy-connection", "proxy-authenticate", "proxy-authorization", "te", "trailer",
        "transfer-encoding", "upgrade"};
    const QByteArray lower = name.toLower();
    return std::find(kNames.begin(), kNames.end(),
               std::string_view(lower.constData(), static_cast<std::size_t>(lower.size())))
        != kNames.end()
        || named.contains(lower);
}

void addNamed(QByteArrayList &named, const QByteArray &connection)
{
    for (const QByteArray &name : connection.split(','))
        named << name.trimmed().toLower();
}

// A path and query without a fragment, so that the bytes of the target stay what they were.
QUrl serverUrl(const serve::ServedRequest &request, const TapPlace &place)
{
    QByteArray target = place.serverOrigin() + bytesOf(request.path);
    if (!request.query.empty())
        target += '?' + bytesOf(request.query);
    return QUrl::fromEncoded(target, QUrl::TolerantMode);
}

bool isOriginOfTap(const QByteArray &origin, const TapPlace &place)
{
    const QByteArray port = place.authority.mid(place.authority.lastIndexOf(':'));
    return origin == place.origin() || origin == "http://localhost" + port
        || origin == "http://127.0.0.1" + port || origin == "http://[::1]" + port;
}

class RequestChanges {
public:
    RequestChanges(const serve::ServedRequest &request, const TapPlace &place, bool authorizes)
        : m_request(request)
        , m_place(place)
        , m_authorizes(authorizes)
    {
        for (const serve::HttpField &field : request.fields) {
            if (field.name == "connection")
                addNamed(m_named, bytesOf(field.value));
        }
    }

    ForwardedRequest run()
    {
        m_out.request.method = bytesOf(m_request.method);
        m_out.request.url = serverUrl(m_request, m_place);
        m_out.request.hasBody = hasBody();
        m_out.request.body = Bytes::copyOf(m_request.body);
        m_out.request.repeatable = m_request.method == "GET" || m_request.method == "HEAD";
        noteTarget();
        for (const serve::HttpField &field : m_request.fields)
            pass(field);
        for (const wire::HttpHeader &own : m_place.server.headers.fields()) {
            m_out.request.headers.add(own);
            change(own.name, {}, own.value, own.secret);
        }
        return std::move(m_out);
    }

private:
    bool hasBody() const
    {
        return m_request.field("content-length") || m_request.field("transfer-encoding")
            || !m_request.body.empty();
    }

    void change(
        const QByteArray &name, const QByteArray &was, const QByteArray &now, bool secret = false)
    {
        m_out.changes.push_back(
            {Part::Request, name, shown(name, was, secret), shown(name, now, secret)});
    }

    void noteTarget()
    {
        QByteArray was = bytesOf(m_request.path);
        if (!m_request.query.empty())
            was += '?' + bytesOf(m_request.query);
        const QByteArray now = m_out.request.url.toEncoded(
            QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment);
        if (was != now)
            change("target", was, now);
    }

    void pass(const serve::HttpField &field)
    {
        const QByteArray name = bytesOf(field.written);
        const QByteArray value = bytesOf(field.value);
        const bool replaced = m_place.server.headers.contains(field.name)
            || (m_authorizes && field.name == "authorization");
        if (field.name == "host")
            return value == m_place.serverAuthority()
                ? void()
                : change(name, value, m_place.serverAuthority());
        if (field.name == "content-length")
            return; // the body has this length
        // "100 Continue" was sent, and the whole body is here.
        if (replaced || field.name == "expect" || isForOneConnection(name, m_named)) {
            change(name, value, {});
            if (field.name == "transfer-encoding")
                change("Content-Length", {},
                    QByteArray::number(static_cast<qsizetype>(m_request.body.size())));
            return;
        }
        if (field.name == "origin" && isOriginOfTap(value, m_place)) {
            change(name, value, m_place.serverOrigin());
            m_out.request.headers.add(name, m_place.serverOrigin());
            return;
        }
        m_out.request.headers.add({name, value, isSecretField(name)});
    }

    const serve::ServedRequest &m_request;
    const TapPlace &m_place;
    const bool m_authorizes;
    QByteArrayList m_named; // by Connection
    ForwardedRequest m_out;
};

// Without the attributes that bind it to the server's address: the tap has another one.
QByteArray cookieAtTap(const QByteArray &cookie)
{
    QByteArrayList kept;
    for (const QByteArray &part : cookie.split(';')) {
        const QByteArray name = part.split('=').front().trimmed().toLower();
        if (kept.isEmpty() || (name != "domain" && name != "secure"))
            kept << part;
    }
    return kept.join(';');
}

// What has changed of a cookie: its attributes are no secret.
QByteArray attributesOf(const QByteArray &cookie)
{
    const auto end = cookie.indexOf(';');
    return bytesOf(kSecretValue) + (end < 0 ? QByteArray() : cookie.mid(end));
}

} // namespace

ForwardedRequest forwardRequest(
    const serve::ServedRequest &request, const TapPlace &place, bool authorizes)
{
    return RequestChanges(request, place, authorizes).run();
}

ForwardedHead forwardHead(const wire::HttpHead &head, const TapPlace &place, bool rewritesMetadata)
{
    ForwardedHead out;
    QByteArrayList named;
    for (const QByteArray &value : head.headers.values("Connection"))
        addNamed(named, value);
    const bool bounded = !head.headers.contains("Transfer-Encoding");
    for (const wire::HttpHeader &field : head.headers.fields()) {
        const QByteArray lower = field.name.toLower();
        QByteArray now = field.value;
        if (isForOneConnection(field.name, named) || (lower == "content-length" && !bounded)) {
            out.changes.push_back({Part::Response, field.name, shown(field.name, now), {}});
            continue;
        }
        if (lower == "location" || lower == "content-location") {
            if (const QByteArray address = addressAtTap(now, place); !address.isEmpty())
                now = address;
        } else if (lower == "set-cookie") {
            now = cookieAtTap(now);
        } else if (lower == "www-authenticate" && rewritesMetadata) {
            now = challengeAtTap(now, place);
        }
        if (now != field.value && lower == "set-cookie")
            out.changes.push_back(
                {Part::Response, field.name, attributesOf(field.value), attributesOf(now)});
        else if (now != field.value)
            out.changes.push_back({Part::Response, field.name, field.value, now});
        out.fields.push_back({field.name.toStdString(), now.toStdString(), {}});
    }
    return out;
}

void acceptNoCoding(ForwardedRequest &request)
{
    wire::HttpHeaders kept;
    for (const wire::HttpHeader &field : request.request.headers.fields()) {
        if (field.name.compare("Accept-Encoding", Qt::CaseInsensitive) == 0)
            request.changes.push_back(
                {wire::HeadChange::Part::Request, field.name, field.value, {}});
        else
            kept.add(field);
    }
    request.request.headers = kept;
}

} // namespace sonde::tap
