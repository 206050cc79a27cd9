// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/parameters.h"

#include "json/builder.h"
#include "json/document.h"

#include <algorithm>
#include <array>

namespace sonde::auth {

namespace {

constexpr std::array kSecretNames{"access_token", "refresh_token", "id_token", "client_secret",
    "registration_access_token", "code", "code_verifier", "assertion", "client_assertion",
    "subject_token", "actor_token", "token", "password", "device_code"};

QByteArray coded(const QString &text)
{
    QByteArray out = QUrl::toPercentEncoding(text, QByteArray(" "), QByteArray("~"));
    // RFC 6749 appendix B: what HTML calls a form; "~" is coded there, a blank is "+".
    out.replace(' ', '+');
    return out;
}

QString decoded(QByteArray text)
{
    text.replace('+', ' ');
    return QString::fromUtf8(QByteArray::fromPercentEncoding(text));
}

struct Range {
    std::size_t begin, end;
};

void findSecrets(const json::Value &object, std::vector<Range> &found, int depth)
{
    constexpr int kMaxDepth = 20;
    for (const json::Value member : object) {
        const bool named = object.isObject() && isSecretName(QString::fromStdString(member.key()));
        if (named)
            found.push_back({member.node().begin, member.node().end});
        else if (member.isContainer() && depth < kMaxDepth)
            findSecrets(member, found, depth + 1);
        else if (member.isContainer())
            found.push_back({member.node().begin, member.node().end});
    }
}

} // namespace

bool isSecretName(const QString &name)
{
    return std::any_of(kSecretNames.begin(), kSecretNames.end(),
        [&name](const char *secret) { return name == QLatin1String(secret); });
}

void Parameters::add(const QString &name, const QString &value)
{
    m_all.emplace_back(name, value);
}

void Parameters::addUnlessEmpty(const QString &name, const QString &value)
{
    if (!value.isEmpty())
        add(name, value);
}

std::optional<Parameters> Parameters::parse(const QByteArray &encoded)
{
    Parameters parameters;
    for (const QByteArray &part : encoded.split('&')) {
        if (part.isEmpty())
            continue;
        if (parameters.m_all.size() == kMax)
            return std::nullopt;
        const qsizetype equals = part.indexOf('=');
        parameters.add(decoded(equals < 0 ? part : part.left(equals)),
            equals < 0 ? QString() : decoded(part.mid(equals + 1)));
    }
    return parameters;
}

QByteArray Parameters::encoded() const
{
    QByteArray text;
    for (const auto &[name, value] : m_all) {
        if (!text.isEmpty())
            text += '&';
        text += coded(name) + '=' + coded(value);
    }
    return text;
}

QString Parameters::shown(const QString &name, const QString &value)
{
    return isSecretName(name) ? Secret(value).redacted() : value;
}

QByteArray Parameters::redacted() const
{
    QByteArray text;
    for (const auto &[name, value] : m_all) {
        if (!text.isEmpty())
            text += '&';
        text += coded(name) + '=';
        text += isSecretName(name) ? Secret(value).redacted().toUtf8() : coded(value);
    }
    return text;
}

std::optional<QString> Parameters::value(const QString &name, int *count) const
{
    std::optional<QString> found;
    int times = 0;
    for (const auto &[each, value] : m_all) {
        if (each != name)
            continue;
        ++times;
        if (!found)
            found = value;
    }
    if (count)
        *count = times;
    return found;
}

QUrl withQuery(const QUrl &url, const Parameters &more)
{
    QString query = url.query(QUrl::FullyEncoded);
    if (!query.isEmpty())
        query += u'&';
    QUrl next = url;
    next.setQuery(QString(query + QString::fromLatin1(more.encoded())), QUrl::StrictMode);
    return next;
}

std::vector<Secret> secretsOfForm(const QByteArray &encoded)
{
    std::vector<Secret> secrets;
    const auto form = Parameters::parse(encoded);
    if (!form)
        return secrets;
    for (const auto &[name, value] : form->all()) {
        if (isSecretName(name))
            secrets.emplace_back(value);
    }
    return secrets;
}

QByteArray withoutRepeated(QByteArray text, const std::vector<Secret> &secrets)
{
    constexpr qsizetype kShortest = 4; // characters; less is in any text
    for (const Secret &secret : secrets) {
        if (secret.reveal().size() < kShortest)
            continue;
        const QByteArray plain = secret.reveal().toUtf8();
        QByteArray inJson = plain;
        inJson.replace('\\', "\\\\").replace('"', "\\\"");
        for (const QByteArray &form : {plain, QUrl::toPercentEncoding(secret.reveal()), inJson})
            text.replace(form, secret.redacted().toUtf8());
    }
    return text;
}

Bytes redactedResponse(const Bytes &text, const std::vector<Secret> &sent)
{
    if (text.isEmpty())
        return text;
    const json::Document document = json::Document::parse(text);
    if (!document.isValid() || !document.root().isContainer())
        return Bytes::fromByteArray("(hidden, " + QByteArray::number(qint64(text.size()))
            + " bytes that are no JSON object)");
    std::vector<Range> secrets;
    findSecrets(document.root(), secrets, 0);
    std::sort(secrets.begin(), secrets.end(),
        [](const Range &a, const Range &b) { return a.begin < b.begin; });
    std::string out;
    std::size_t at = 0;
    for (const Range &secret : secrets) {
        const std::size_t quotes = 2; // a string's; for other values the number means little
        out.append(text.view().substr(at, secret.begin - at));
        out += "\"(hidden, " + std::to_string(std::max(secret.end - secret.begin, quotes) - quotes)
            + " characters)\"";
        at = secret.end;
    }
    out.append(text.view().substr(at));
    return Bytes::fromByteArray(withoutRepeated(QByteArray::fromStdString(out), sent));
}

} // namespace sonde::auth
