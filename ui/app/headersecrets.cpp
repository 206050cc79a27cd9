// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/headersecrets.h"

#include "json/builder.h"
#include "json/document.h"

#include <QUrl>

#include <algorithm>

namespace sonde::app {

namespace {

constexpr QLatin1String kCheck("check");

bool isMissing(const config::CustomHeader &header)
{
    return header.secret && header.value.isEmpty();
}

QString entryOf(const config::Profile &profile)
{
    const QUrl url(profile.http->url, QUrl::StrictMode);
    const QString origin = url.scheme().toLower() % QLatin1String("://") % url.host().toLower()
        % (url.port() < 0 ? QString() : QLatin1Char(':') % QString::number(url.port()));
    return QStringLiteral("headers ") % origin % QLatin1Char(' ') % profile.name;
}

QString originOf(const QString &entry)
{
    return entry.section(QLatin1Char(' '), 1, 1);
}

// Where it is kept; empty: nowhere.
QString keptAs(const config::Profile *profile)
{
    return profile && HeaderSecrets::any(*profile) ? entryOf(*profile) : QString();
}

Secret textOf(const HeaderSecrets::Headers &headers)
{
    json::Builder out;
    out.beginArray();
    for (const config::CustomHeader &header : headers) {
        if (!header.secret || header.value.isEmpty())
            continue;
        out.beginObject();
        out.member("name", header.name);
        out.member("value", header.value.reveal());
        out.endObject();
    }
    out.endArray();
    return Secret(QString::fromStdString(out.takeString()));
}

// Names may repeat: the values of one name go to its headers in their order.
void putInto(HeaderSecrets::Headers &headers, const Secret &text)
{
    const json::Document document =
        json::Document::parse(Bytes::fromByteArray(text.reveal().toUtf8()));
    std::vector<const config::CustomHeader *> given;
    for (const json::Value entry : document.root()) {
        const QString name = entry["name"].toString();
        const auto place =
            std::find_if(headers.begin(), headers.end(), [&](const config::CustomHeader &header) {
                return header.secret && header.name == name
                    && std::find(given.begin(), given.end(), &header) == given.end();
            });
        if (place == headers.end())
            continue;
        given.push_back(&*place);
        if (place->value.isEmpty())
            place->value = Secret(entry["value"].toString());
    }
}

} // namespace

HeaderSecrets::HeaderSecrets(auth::TokenStore &store, QObject *parent)
    : QObject(parent)
    , m_store(store)
{
}

bool HeaderSecrets::any(const config::Profile &profile)
{
    return profile.http
        && std::any_of(profile.http->headers.begin(), profile.http->headers.end(),
            [](const config::CustomHeader &header) { return header.secret; });
}

bool HeaderSecrets::missing(const config::Profile &profile)
{
    return profile.http
        && std::any_of(profile.http->headers.begin(), profile.http->headers.end(), &isMissing);
}

// A locked keychain reads like an empty one: see CredentialBook::readIndex(). Writing may unlock
// it.
void HeaderSecrets::read(const QString &name, bool checked, QObject *context, const Read &done)
{
    m_store.read(name, context, [=, this](const Result<Secret> &text) {
        if (!text || !text->isEmpty() || checked || !m_store.isPersistent())
            return done(text);
        m_store.write(
            kCheck, Secret(QStringLiteral("1")), context, [=, this](const Result<void> &written) {
                if (!written)
                    return done(written.error());
                m_store.remove(kCheck, context,
                    [=, this](const Result<void> &) { read(name, true, context, done); });
            });
    });
}

void HeaderSecrets::fill(const config::Profile &profile, QObject *context,
    std::function<void(const Result<Headers> &)> done)
{
    read(entryOf(profile), false, context,
        [server = profile.name, headers = profile.http->headers, done = std::move(done)](
            const Result<Secret> &text) mutable {
            if (text)
                putInto(headers, *text);
            const auto without = std::find_if(headers.begin(), headers.end(), &isMissing);
            if (without == headers.end())
                return done(headers);
            const QString why = text
                ? tr("it has no value for it. Enter it in the server's settings.")
                : text.error().sentence;
            done(Error{Domain::Storage, 0,
                tr("The header %1 of %2 is a secret that is kept in the keychain: %3")
                    .arg(without->name.left(config::kMaxNameLength), server, why),
                text ? QString() : text.error().detail, {}});
        });
}

void HeaderSecrets::keep(const config::Profile *old, const config::Profile &profile,
    QObject *context, const std::function<void(const Result<void> &)> &done)
{
    const QString before = keptAs(old);
    const QString now = keptAs(&profile);
    if (now.isEmpty()) {
        if (!before.isEmpty())
            m_store.remove(before, context, done);
        return;
    }
    const Headers headers = profile.http->headers;
    if (!missing(profile))
        return write(before, now, headers, context, done);
    if (before.isEmpty() || originOf(before) != originOf(now)) // what is kept there is not for here
        return write({}, now, headers, context, done);
    read(before, false, context, [=, this](const Result<Secret> &text) {
        if (!text)
            return done(text.error());
        Headers whole = headers;
        putInto(whole, *text);
        write(before, now, whole, context, done);
    });
}

void HeaderSecrets::write(const QString &oldName, const QString &name, const Headers &headers,
    QObject *context, const std::function<void(const Result<void> &)> &done)
{
    m_store.write(name, textOf(headers), context, [=, this](const Result<void> &written) {
        if (written && !oldName.isEmpty() && oldName != name)
            m_store.remove(oldName, context, [](const Result<void> &) {});
        done(written);
    });
}

void HeaderSecrets::drop(const config::Profile &profile)
{
    if (any(profile))
        m_store.remove(entryOf(profile), this, [](const Result<void> &) {});
}

} // namespace sonde::app
