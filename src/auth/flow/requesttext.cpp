// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow/requesttext.h"

#include "base/domainerror.h"

#include <algorithm>

#include "auth/base/authtext.h"

namespace sonde::auth {

namespace {

// RFC 9110 section 5.6.2.
bool isToken(const QString &text)
{
    static const QString others = QStringLiteral("!#$%&'*+-.^_`|~");
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) {
        return c.unicode() < 128 && (c.isLetterOrNumber() || others.contains(c));
    });
}

bool isFieldValue(const QString &text)
{
    return std::none_of(text.begin(), text.end(),
        [](QChar c) { return (c.unicode() < 32 && c != u'\t') || c.unicode() == 127; });
}

QByteArray unsentHead(const Attempt &attempt)
{
    QByteArray text = attempt.method + ' ' + attempt.url.toEncoded() + "\r\n";
    for (const wire::HttpHeader &field : attempt.requestHeaders.fields())
        text += field.name + ": " + (field.secret ? QByteArray("(hidden)") : field.value) + "\r\n";
    return text + "\r\n";
}

Result<void> readFirstLine(const QString &line, wire::HttpRequest &request)
{
    const qsizetype blank = line.indexOf(u' ');
    const QString method = line.left(blank);
    const QUrl url(line.mid(blank + 1).trimmed(), QUrl::StrictMode);
    if (blank < 0 || !isToken(method))
        return usageError(AuthText::tr("Line 1 must be a method, a space and a URL."));
    const bool web =
        url.scheme() == QLatin1String("https") || url.scheme() == QLatin1String("http");
    if (!url.isValid() || !web || url.host().isEmpty())
        return usageError(AuthText::tr("Line 1 has no http or https URL."));
    request.method = method.toLatin1();
    request.url = url;
    return {};
}

bool wasSecret(const wire::HttpRequest &original, const QByteArray &name)
{
    const auto &fields = original.headers.fields();
    return name.compare("Authorization", Qt::CaseInsensitive) == 0
        || std::any_of(fields.begin(), fields.end(), [&name](const wire::HttpHeader &field) {
               return field.secret && field.name.compare(name, Qt::CaseInsensitive) == 0;
           });
}

} // namespace

Bytes requestText(const Attempt &attempt, bool reveal)
{
    QByteArray text = attempt.requestHead.isEmpty() ? unsentHead(attempt)
        : reveal                                    ? attempt.exactRequestHead.reveal().toLatin1()
                                                    : attempt.requestHead.toByteArray();
    text += reveal ? attempt.exactRequestBody.reveal().toUtf8() : attempt.requestBody.toByteArray();
    return Bytes::fromByteArray(text);
}

Bytes responseText(const Attempt &attempt, bool reveal)
{
    if (attempt.head.isEmpty() && attempt.body.isEmpty())
        return {};
    return Bytes::fromByteArray(attempt.head.toByteArray()
        + (reveal ? attempt.exactBody.reveal().toUtf8() : attempt.body.toByteArray()));
}

QString editableText(const wire::HttpRequest &request)
{
    QString text = QString::fromLatin1(request.method) % u' '
        % request.url.toString(QUrl::FullyEncoded) % u'\n';
    for (const wire::HttpHeader &field : request.headers.fields())
        text += QString::fromLatin1(field.name) % QLatin1String(": ")
            % QString::fromUtf8(field.value) % u'\n';
    return text % u'\n' % QString::fromUtf8(request.body.toByteArray());
}

Result<wire::HttpRequest> requestFromText(const QString &text, const wire::HttpRequest &original)
{
    wire::HttpRequest request;
    qsizetype at = 0;
    for (qsizetype number = 1; at <= text.size(); ++number) {
        qsizetype end = text.indexOf(u'\n', at);
        if (end < 0)
            end = text.size();
        QString line = text.mid(at, end - at);
        if (line.endsWith(u'\r'))
            line.chop(1);
        at = end + 1;
        if (number == 1) {
            if (auto read = readFirstLine(line, request); !read)
                return read.error();
            continue;
        }
        if (line.isEmpty())
            break; // the body follows
        const qsizetype colon = line.indexOf(u':');
        const QString name = line.left(colon);
        const QString value = line.mid(colon + 1).trimmed();
        if (colon < 0 || !isToken(name) || !isFieldValue(value))
            return usageError(AuthText::tr("Line %1 is not a header field.").arg(number));
        request.headers.add(
            {name.toLatin1(), value.toUtf8(), wasSecret(original, name.toLatin1())});
    }
    request.body = Bytes::fromByteArray(text.mid(at).toUtf8());
    request.hasBody = original.hasBody || !request.body.isEmpty();
    return request;
}

} // namespace sonde::auth
