// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "setup/profilesecrets.h"

#include "config/markedsecret.h"
#include "json/builder.h"
#include "json/document.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace sonde::setup {

namespace {

constexpr QLatin1String kCheck("check");

using Kind = config::SecretGroup;
using config::markedSecrets;
using config::needsSecrets;
using NamedSecret = config::MarkedSecret;
using Values = std::vector<NamedSecret>;
constexpr auto &kKinds = config::kSecretGroups;

bool isMissing(const NamedSecret &one)
{
    return one.value.isEmpty();
}

bool lacks(const config::Profile &profile, Kind kind)
{
    const Values values = markedSecrets(profile, kind);
    return std::any_of(values.begin(), values.end(), &isMissing);
}

QString idOf(Kind kind)
{
    switch (kind) {
    case Kind::Headers:
        return QStringLiteral("headers");
    case Kind::Variables:
        return QStringLiteral("variables");
    case Kind::Proxy:
        return QStringLiteral("proxy");
    }
    return {};
}

// The key under which the keychain stores a secret; empty: none. The second word is its origin.
QString entryOf(const config::Profile *profile, Kind kind)
{
    if (!profile || markedSecrets(*profile, kind).empty())
        return {};
    return idOf(kind) % u' ' % config::receiverOf(*profile, kind) % u' ' % profile->name;
}

QString placeOf(const QString &entry)
{
    return entry.section(QLatin1Char(' '), 1, 1);
}

Secret textOf(const Values &values)
{
    json::Builder out;
    out.beginArray();
    for (const NamedSecret &one : values) {
        if (isMissing(one))
            continue;
        out.beginObject();
        out.member("name", one.name);
        out.member("value", one.value.reveal());
        out.endObject();
    }
    out.endArray();
    return Secret(QString::fromStdString(out.takeString()));
}

// Names may repeat: the values of one name go to their places in their order.
void fillInto(Values &values, const Secret &text)
{
    const json::Document document =
        json::Document::parse(Bytes::fromByteArray(text.reveal().toUtf8()));
    std::vector<const NamedSecret *> given;
    for (const json::Value entry : document.root()) {
        const QString name = entry["name"].toString();
        const auto place = std::find_if(values.begin(), values.end(), [&](const NamedSecret &one) {
            return one.name == name && std::find(given.begin(), given.end(), &one) == given.end();
        });
        if (place == values.end())
            continue;
        given.push_back(&*place);
        if (isMissing(*place))
            place->value = Secret(entry["value"].toString());
    }
}

Error notThere(const config::Profile &profile, const NamedSecret &missing, Kind kind,
    const Result<Secret> &text, bool isPersistent)
{
    const QString what = kind == Kind::Headers
        ? ProfileSecrets::tr("The header %1 of “%2”")
              .arg(missing.name.left(config::kMaxNameLength), profile.name)
        : kind == Kind::Variables
        ? ProfileSecrets::tr("The environment variable %1 of “%2”")
              .arg(missing.name.left(config::kMaxNameLength), profile.name)
        : ProfileSecrets::tr("The proxy password of “%1”").arg(profile.name);
    const QString why = !isPersistent
        ? ProfileSecrets::tr("%1 was kept in memory only and was lost when Sonde ended.").arg(what)
        : text ? ProfileSecrets::tr("%1 is not in the keychain.").arg(what)
               : ProfileSecrets::tr("%1 cannot be read: %2").arg(what, text.error().sentence);
    return {.domain = Domain::Storage,
        .sentence = ProfileSecrets::tr("%1 Edit the server and enter it again.").arg(why),
        .detail = text ? QString() : text.error().detail};
}

} // namespace

ProfileSecrets::ProfileSecrets(auth::TokenStore &store, QObject *parent)
    : QObject(parent)
    , m_store(store)
{
}

bool ProfileSecrets::any(const config::Profile &profile)
{
    return std::any_of(kKinds.begin(), kKinds.end(),
        [&profile](Kind kind) { return !markedSecrets(profile, kind).empty(); });
}

bool ProfileSecrets::missing(const config::Profile &profile)
{
    return std::any_of(kKinds.begin(), kKinds.end(),
        [&profile](Kind kind) { return needsSecrets(profile, kind) && lacks(profile, kind); });
}

// A locked keychain reads like an empty one: see CredentialCache::readIndex(). Writing may unlock
// it.
void ProfileSecrets::read(const QString &name, bool checked, QObject *context, const Read &done)
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

QStringList ProfileSecrets::names(const config::Profile &profile, bool withValue)
{
    QStringList names;
    for (const Kind kind : kKinds) {
        for (const NamedSecret &one : markedSecrets(profile, kind)) {
            if (isMissing(one) != withValue)
                names << (kind == Kind::Proxy ? tr("proxy password") : one.name);
        }
    }
    return names;
}

void ProfileSecrets::fill(const config::Profile &profile, QObject *context, Filled done)
{
    fillFrom(0, profile, context, std::move(done));
}

void ProfileSecrets::fillFrom(
    std::size_t kind, config::Profile profile, QObject *context, Filled done)
{
    while (kind < kKinds.size()
        && (!needsSecrets(profile, kKinds[kind]) || !lacks(profile, kKinds[kind])))
        ++kind;
    if (kind == kKinds.size())
        return done(profile);
    const QString entry = entryOf(&profile, kKinds[kind]);
    read(entry, false, context,
        [this, kind, context, profile = std::move(profile), done = std::move(done)](
            const Result<Secret> &text) {
            Values values = markedSecrets(profile, kKinds[kind]);
            if (text)
                fillInto(values, *text);
            const auto without = std::find_if(values.begin(), values.end(), &isMissing);
            if (without != values.end())
                return done(
                    notThere(profile, *without, kKinds[kind], text, m_store.isPersistent()));
            config::Profile filled = profile;
            config::setMarkedSecrets(filled, kKinds[kind], values);
            fillFrom(kind + 1, std::move(filled), context, done);
        });
}

void ProfileSecrets::keep(
    const config::Profile *old, const config::Profile &profile, QObject *context, const Kept &done)
{
    // The last callback reports the first failure, after all secrets were requested.
    struct Rest {
        int left = 0;
        Result<void> result;
    };
    const auto rest = std::make_shared<Rest>();
    const Kept one = [rest, done](const Result<void> &kept) {
        if (!kept && rest->result)
            rest->result = kept;
        if (--rest->left == 0)
            done(rest->result);
    };
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
        if (entryOf(&profile, kKinds[kind]).isEmpty() && entryOf(old, kKinds[kind]).isEmpty())
            continue;
        ++rest->left;
        keepKind(kind, old, profile, context, one);
    }
}

void ProfileSecrets::keepKind(std::size_t kind, const config::Profile *old,
    const config::Profile &profile, QObject *context, const Kept &done)
{
    const QString before = entryOf(old, kKinds[kind]);
    const QString now = entryOf(&profile, kKinds[kind]);
    if (now.isEmpty()) {
        m_store.remove(before, context, done);
        return;
    }
    const Values values = markedSecrets(profile, kKinds[kind]);
    if (!lacks(profile, kKinds[kind]))
        return write(before, now, textOf(values), context, done);
    if (before.isEmpty()
        || placeOf(before) != placeOf(now)) // the stored secret belongs to another origin
        return write({}, now, textOf(values), context, done);
    read(before, false, context, [=, this](const Result<Secret> &text) {
        if (!text)
            return done(text.error());
        Values whole = values;
        fillInto(whole, *text);
        write(before, now, textOf(whole), context, done);
    });
}

void ProfileSecrets::write(const QString &oldName, const QString &name, const Secret &text,
    QObject *context, const Kept &done)
{
    m_store.write(name, text, context, [=, this](const Result<void> &written) {
        if (written && !oldName.isEmpty() && oldName != name)
            m_store.remove(oldName, context, [](const Result<void> &) {});
        done(written);
    });
}

void ProfileSecrets::drop(const config::Profile &profile)
{
    for (const Kind kind : kKinds) {
        if (const QString entry = entryOf(&profile, kind); !entry.isEmpty())
            m_store.remove(entry, this, [](const Result<void> &) {});
    }
}

} // namespace sonde::setup
