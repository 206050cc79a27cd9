// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/store/credentialcache.h"

#include "auth/base/urlrules.h"
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

bool isClient(const GivenCredentials &given)
{
    return given.role == GivenCredentials::Role::Client;
}

QString nameOf(const GivenCredentials &given)
{
    return (isClient(given) ? QStringLiteral("given client ") : QStringLiteral("given identity "))
        % given.server;
}

// In keychains of earlier versions: the name of a registration with a sentence as its issuer.
QString oldNameOf(const GivenCredentials &given)
{
    return (isClient(given) ? QStringLiteral("client given for ")
                            : QStringLiteral("client identity for "))
        % given.server;
}

bool isGivenName(const QString &name)
{
    return name.startsWith(QLatin1String("given "))
        || name.startsWith(QLatin1String("client given for "))
        || name.startsWith(QLatin1String("client identity for "));
}

template <typename T>
void addUnlessKnown(std::vector<T> &all, const Result<T> &read)
{
    if (!read) // an entry that cannot be read is skipped
        return;
    const bool known = std::any_of(
        all.begin(), all.end(), [&](const T &each) { return nameOf(each) == nameOf(*read); });
    if (!known)
        all.push_back(*read);
}

} // namespace

CredentialCache::CredentialCache(TokenStore *store, QObject *parent)
    : QObject(parent)
    , m_store(store)
{
    connect(store, &TokenStore::waited, this, &CredentialCache::recover);
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

// A locked keychain reads like an empty one (measured: QtKeychain reports no difference while it
// stays locked), and writing a new index would then hide what is there. So emptiness is believed
// only when something can be written, and it is still empty then: that may have unlocked it.
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
        if (!m_gone.contains(name)) // what was obtained or dropped meanwhile is newer
            parseEntry(name, *text);
        readNext();
    });
}

void CredentialCache::parseEntry(const QString &name, const Secret &text)
{
    if (name.startsWith(QLatin1String("tokens ")))
        return addUnlessKnown(m_tokens, tokensFromText(text));
    if (!isGivenName(name))
        return addUnlessKnown(m_registrations, registrationFromText(text));
    addUnlessKnown(m_given, givenCredentialsFromText(text));
    if (name.startsWith(QLatin1String("client ")))
        m_oldNames << name;
}

void CredentialCache::loaded()
{
    const bool news = std::exchange(m_state, State::Loaded) != State::Loaded;
    // receivers and early changes may destroy the cache
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

void CredentialCache::keep(const GivenCredentials &given)
{
    const QString name = nameOf(given);
    std::erase_if(m_given, [&](const GivenCredentials &each) { return nameOf(each) == name; });
    m_given.push_back(given);
    write(name, toText(given));
    eraseOldForm(given);
}

const GivenCredentials *CredentialCache::givenFor(
    const QString &server, GivenCredentials::Role role) const
{
    const auto found = std::find_if(m_given.begin(), m_given.end(),
        [&](const GivenCredentials &each) { return each.server == server && each.role == role; });
    return found == m_given.end() ? nullptr : &*found;
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

void CredentialCache::dropGiven(const QString &server, GivenCredentials::Role role)
{
    GivenCredentials gone;
    gone.server = server;
    gone.role = role;
    drop(nameOf(gone));
    eraseOldForm(gone);
}

// The entry of an earlier version stays in the store until its credentials are entered anew or
// dropped.
void CredentialCache::eraseOldForm(const GivenCredentials &given)
{
    const QString name = oldNameOf(given);
    if (m_oldNames.removeAll(name) > 0)
        erase(name);
    else if (waitsForStore([this, name] {
                 m_oldNames.removeAll(name);
                 erase(name);
             }))
        m_gone << name;
}

void CredentialCache::drop(const QString &name)
{
    const auto isIt = [&name](const auto &each) { return nameOf(each) == name; };
    const bool known = std::erase_if(m_tokens, isIt) > 0 || std::erase_if(m_registrations, isIt) > 0
        || std::erase_if(m_given, isIt) > 0;
    if (waitsForStore([this, name] { erase(name); })) {
        m_gone << name; // the store may have it
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
    const auto given = std::exchange(m_given, {});
    const auto oldNames = std::exchange(m_oldNames, {});
    for (const Tokens &each : tokens)
        erase(nameOf(each));
    for (const Registration &each : registrations)
        erase(nameOf(each));
    for (const GivenCredentials &each : given)
        erase(nameOf(each));
    for (const QString &name : oldNames)
        erase(name);
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
        if (m_isSilent)
            m_unerased << name;
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
    for (const GivenCredentials &each : m_given) {
        const bool old = m_oldNames.contains(oldNameOf(each));
        names.string(QStringView(old ? oldNameOf(each) : nameOf(each)));
    }
    names.endArray();
    ++m_writing;
    m_store->write(kIndex, Secret(QString::fromStdString(names.takeString())), this,
        [this](const Result<void> &result) { storeAnswered(result); });
}

void CredentialCache::storeAnswered(const Result<void> &result)
{
    --m_writing;
    // a receiver of problemChanged() may destroy the cache
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
    m_isSilent = error.code == kNoResponseYet;
    Q_EMIT problemChanged();
}

// The store responds after all: it is read, and then has what came and went meanwhile.
void CredentialCache::recover(bool good)
{
    if (!good || !std::exchange(m_isSilent, false) || m_state != State::Loaded)
        return;
    m_problem.clear();
    m_state = State::Empty;
    for (const QString &name : std::exchange(m_unerased, {})) {
        m_gone << name;
        waitsForStore([this, name] { erase(name); });
    }
    for (const Tokens &each : m_tokens)
        waitsForStore([this, each] { write(nameOf(each), toText(each)); });
    for (const Registration &each : m_registrations)
        waitsForStore([this, each] { write(nameOf(each), toText(each)); });
    for (const GivenCredentials &each : m_given)
        waitsForStore([this, each] { write(nameOf(each), toText(each)); });
    load(this, [] {});
    Q_EMIT problemChanged();
}

} // namespace sonde::auth
