// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/credentialcache.h"

#include "auth/urlrules.h"
#include "json/builder.h"
#include "json/document.h"

#include <algorithm>

namespace sonde::auth {

namespace {

// The keychain cannot be listed, so what is in it is an entry of its own.
constexpr QLatin1String kIndex("index");
constexpr QLatin1String kCheck("check");
constexpr qsizetype kMaxEntries = 1000;

QString nameOf(const Tokens &tokens)
{
    return QStringLiteral("tokens ") % tokens.issuer % QStringLiteral(" ") % tokens.resource;
}

QString nameOf(const Registration &registration)
{
    return QStringLiteral("client ") % registration.issuer;
}

} // namespace

CredentialCache::CredentialCache(TokenStore *store, QObject *parent)
    : QObject(parent)
    , m_store(store)
{
}

void CredentialCache::load(QObject *context, std::function<void()> done)
{
    m_waiters.push_back({context, std::move(done)});
    if (m_state == State::Loading)
        return;
    if (m_state == State::Loaded) {
        QMetaObject::invokeMethod(this, &CredentialCache::loaded, Qt::QueuedConnection);
        return;
    }
    m_state = State::Loading;
    readIndex(false);
}

// A locked keychain reads like an empty one (measured: QtKeychain tells no difference when nobody
// unlocks it), and writing a new index would then hide what is there. So emptiness is believed only
// when something can be written, and it is still empty then: that may have unlocked it.
void CredentialCache::readIndex(bool checked)
{
    m_store->read(kIndex, this, [this, checked](const Result<Secret> &index) {
        if (!index) {
            setProblem(index.error());
            return loaded();
        }
        if (index->isEmpty() && !checked)
            return checkEmptiness();
        parseIndex(*index);
        readNext();
    });
}

void CredentialCache::checkEmptiness()
{
    m_store->write(kCheck, Secret(QStringLiteral("1")), this, [this](const Result<void> &written) {
        if (!written) {
            setProblem(written.error());
            return loaded();
        }
        m_store->remove(kCheck, this, [this](const Result<void> &) { readIndex(true); });
    });
}

void CredentialCache::parseIndex(const Secret &text)
{
    const json::Document document =
        json::Document::parse(Bytes::fromByteArray(text.reveal().toUtf8()));
    for (const json::Value name : document.root()) {
        if (m_toRead.size() < kMaxEntries)
            m_toRead << name.toString();
    }
}

void CredentialCache::readNext()
{
    if (m_toRead.isEmpty())
        return loaded();
    const QString name = m_toRead.takeFirst();
    m_store->read(name, this, [this, name](const Result<Secret> &text) {
        if (!text) {
            setProblem(text.error());
            return loaded();
        }
        // What was got or dropped meanwhile is newer; what cannot be read is passed over.
        if (m_gone.contains(name)) {
            readNext();
            return;
        }
        if (name.startsWith(QLatin1String("tokens "))) {
            if (const auto read = tokensFromText(*text)) {
                const bool known = std::any_of(m_tokens.begin(), m_tokens.end(),
                    [&](const Tokens &each) { return nameOf(each) == name; });
                if (!known)
                    m_tokens.push_back(*read);
            }
        } else if (const auto client = registrationFromText(*text)) {
            const bool known = std::any_of(m_registrations.begin(), m_registrations.end(),
                [&](const Registration &each) { return nameOf(each) == name; });
            if (!known)
                m_registrations.push_back(*client);
        }
        readNext();
    });
}

void CredentialCache::loaded()
{
    const bool news = std::exchange(m_state, State::Loaded) != State::Loaded;
    const QPointer<CredentialCache> alive(this);
    if (news)
        Q_EMIT changed();
    if (!alive)
        return;
    const auto early = std::exchange(m_early, {});
    for (const auto &change : early) {
        change();
        if (!alive)
            return;
    }
    const auto waiters = std::exchange(m_waiters, {});
    for (const Waiter &waiter : waiters) {
        if (waiter.context)
            waiter.done();
    }
}

const Tokens *CredentialCache::tokensFor(const QUrl &server) const
{
    const Tokens *best = nullptr;
    for (const Tokens &each : m_tokens) {
        if (!resourceCovers(QUrl(each.resource, QUrl::StrictMode), server))
            continue;
        const bool nearer = !best || each.resource.size() > best->resource.size()
            || (each.resource.size() == best->resource.size()
                && each.obtainedMs > best->obtainedMs);
        if (nearer)
            best = &each;
    }
    return best;
}

void CredentialCache::keep(const Tokens &tokens)
{
    const QString name = nameOf(tokens);
    std::erase_if(m_tokens, [&](const Tokens &each) { return nameOf(each) == name; });
    m_tokens.push_back(tokens);
    write(name, toText(tokens));
}

void CredentialCache::keep(const Registration &registration)
{
    const QString name = nameOf(registration);
    std::erase_if(m_registrations, [&](const Registration &each) { return nameOf(each) == name; });
    m_registrations.push_back(registration);
    write(name, toText(registration));
}

void CredentialCache::dropTokens(const QString &issuer, const QString &resource)
{
    Tokens gone;
    gone.issuer = issuer;
    gone.resource = resource;
    drop(nameOf(gone));
}

void CredentialCache::dropRegistration(const QString &issuer)
{
    Registration gone;
    gone.issuer = issuer;
    drop(nameOf(gone));
}

void CredentialCache::drop(const QString &name)
{
    const auto isIt = [&name](const auto &each) { return nameOf(each) == name; };
    const bool known =
        std::erase_if(m_tokens, isIt) > 0 || std::erase_if(m_registrations, isIt) > 0;
    if (waitsForStore([this, name] { erase(name); })) {
        m_gone << name; // it may be there all the same
        Q_EMIT changed();
    } else if (known) {
        erase(name);
    }
}

void CredentialCache::dropAll()
{
    if (waitsForStore([this] { dropAll(); }))
        return;
    const auto tokens = std::exchange(m_tokens, {});
    const auto registrations = std::exchange(m_registrations, {});
    for (const Tokens &each : tokens)
        erase(nameOf(each));
    for (const Registration &each : registrations)
        erase(nameOf(each));
}

// True: the change is done to the store when that was read, which begins now.
bool CredentialCache::waitsForStore(std::function<void()> change)
{
    if (m_state == State::Loaded)
        return false;
    m_early.push_back(std::move(change));
    if (m_state == State::Empty)
        load(this, [] {});
    return true;
}

void CredentialCache::write(const QString &name, const Secret &text)
{
    if (waitsForStore([this, name, text] { write(name, text); })) {
        Q_EMIT changed();
        return;
    }
    if (!m_problem.isEmpty()) { // what is kept there is not known, so it stays untouched
        Q_EMIT changed();
        return;
    }
    ++m_writing;
    m_store->write(name, text, this, [this](const Result<void> &result) { storeAnswered(result); });
    writeIndex();
    Q_EMIT changed();
}

void CredentialCache::erase(const QString &name)
{
    if (!m_problem.isEmpty()) {
        Q_EMIT changed();
        return;
    }
    ++m_writing;
    m_store->remove(name, this, [this](const Result<void> &result) { storeAnswered(result); });
    writeIndex();
    Q_EMIT changed();
}

void CredentialCache::writeIndex()
{
    json::Builder names;
    names.beginArray();
    for (const Tokens &each : m_tokens)
        names.string(QStringView(nameOf(each)));
    for (const Registration &each : m_registrations)
        names.string(QStringView(nameOf(each)));
    names.endArray();
    ++m_writing;
    m_store->write(kIndex, Secret(QString::fromStdString(names.takeString())), this,
        [this](const Result<void> &result) { storeAnswered(result); });
}

void CredentialCache::storeAnswered(const Result<void> &result)
{
    --m_writing;
    const QPointer<CredentialCache> alive(this);
    if (!result)
        setProblem(result.error());
    if (alive && m_writing == 0)
        Q_EMIT written();
}

void CredentialCache::setProblem(const Error &error)
{
    if (m_problem == error.sentence)
        return;
    m_problem = error.sentence;
    Q_EMIT problemChanged();
}

} // namespace sonde::auth
