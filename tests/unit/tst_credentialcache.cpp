// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/store/credentialcache.h"
#include "auth/store/memorytokenstore.h"
#include "support/patience.h"
#include "support/silentstore.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::auth;
using Role = GivenCredentials::Role;

// The secrets that a user entered for a server: an entry of their own in the store.
class TestCredentialCache : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsGivenCredentialsApartFromRegistrations();
    void readsTheFormOfEarlierVersions();
    void replacesTheFormOfEarlierVersions_data();
    void replacesTheFormOfEarlierVersions();
    void writesWhatCameBeforeTheStoreResponded();
};

namespace {

QString server()
{
    return u"https://mcp.example/mcp"_s;
}

GivenCredentials robot()
{
    return {server(), Role::Client, u"robot"_s, Secret(u"SECRET-new"_s), {}, {}};
}

void put(MemoryTokenStore &store, const QString &name, const char *text)
{
    store.write(name, Secret(QString::fromUtf8(text)), &store, [](const Result<void> &) {});
}

// As earlier versions wrote it: registrations, with sentences as their issuers.
void putOldForm(MemoryTokenStore &store)
{
    put(store, u"index"_s,
        R"(["client given for https://mcp.example/mcp",)"
        R"("client identity for https://mcp.example/mcp","client https://as.example"])");
    put(store, u"client given for https://mcp.example/mcp"_s,
        R"({"issuer":"given for https://mcp.example/mcp","client_id":"robot",)"
        R"("client_secret":"SECRET-old","proof":"client_secret_basic","source":0,)"
        R"("redirect_uri":"","secret_expires_ms":0,"private_key":"PEM","id_token":"",)"
        R"("signing_algorithm":"","server":""})");
    put(store, u"client identity for https://mcp.example/mcp"_s,
        R"({"issuer":"identity for https://mcp.example/mcp","client_id":"desk",)"
        R"("client_secret":"","proof":"none","source":0,"redirect_uri":"",)"
        R"("secret_expires_ms":0,"private_key":"","id_token":"a.b.c",)"
        R"("signing_algorithm":"","server":""})");
    put(store, u"client https://as.example"_s,
        R"({"issuer":"https://as.example","client_id":"c1","proof":"none","source":2})");
}

QString entry(MemoryTokenStore &store, const QString &name)
{
    std::optional<QString> text;
    store.read(name, &store,
        [&text](const Result<Secret> &read) { text = read ? read->reveal() : u"error"_s; });
    return QTest::qWaitFor([&text] { return text.has_value(); }, kPatienceMs) ? *text
                                                                              : u"no response"_s;
}

bool load(CredentialCache &cache)
{
    bool loaded = false;
    cache.load(&cache, [&loaded] { loaded = true; });
    return QTest::qWaitFor([&loaded] { return loaded; }, kPatienceMs);
}

} // namespace

void TestCredentialCache::keepsGivenCredentialsApartFromRegistrations()
{
    MemoryTokenStore store;
    {
        CredentialCache cache(&store);
        QVERIFY(load(cache));
        cache.keep(robot());
        QVERIFY(cache.registrations().empty());
        QTRY_VERIFY_WITH_TIMEOUT(!cache.isWriting(), kPatienceMs);
    }
    CredentialCache again(&store);
    QVERIFY(load(again));
    QVERIFY(again.registrations().empty());
    const GivenCredentials *const known = again.givenFor(server(), Role::Client);
    QVERIFY(known);
    QCOMPARE(known->clientId, u"robot"_s);
    QCOMPARE(known->clientSecret.reveal(), u"SECRET-new"_s);
    QVERIFY(!again.givenFor(server(), Role::IdentityProvider));
    QVERIFY(!again.givenFor(u"https://other.example"_s, Role::Client));
    again.dropGiven(server(), Role::Client);
    QVERIFY(again.givenCredentials().empty());
    QTRY_VERIFY_WITH_TIMEOUT(!again.isWriting(), kPatienceMs);
    QCOMPARE(entry(store, u"index"_s), u"[]"_s);
}

void TestCredentialCache::readsTheFormOfEarlierVersions()
{
    MemoryTokenStore store;
    putOldForm(store);
    CredentialCache cache(&store);
    QVERIFY(load(cache));
    QCOMPARE(cache.registrations().size(), std::size_t(1));
    QCOMPARE(cache.registrations().front().issuer, u"https://as.example"_s);
    QCOMPARE(cache.givenCredentials().size(), std::size_t(2));
    const GivenCredentials *const client = cache.givenFor(server(), Role::Client);
    QVERIFY(client);
    QCOMPARE(client->clientId, u"robot"_s);
    QCOMPARE(client->clientSecret.reveal(), u"SECRET-old"_s);
    QCOMPARE(client->privateKey.reveal(), u"PEM"_s);
    const GivenCredentials *const identity = cache.givenFor(server(), Role::IdentityProvider);
    QVERIFY(identity);
    QCOMPARE(identity->clientId, u"desk"_s);
    QCOMPARE(identity->idToken.reveal(), u"a.b.c"_s);
    // Another change keeps the old entries in the index.
    cache.dropRegistration(u"https://as.example"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!cache.isWriting(), kPatienceMs);
    CredentialCache again(&store);
    QVERIFY(load(again));
    QCOMPARE(again.givenCredentials().size(), std::size_t(2));
    QVERIFY(again.registrations().empty());
}

void TestCredentialCache::replacesTheFormOfEarlierVersions_data()
{
    QTest::addColumn<bool>("loadsFirst");
    QTest::newRow("after loading") << true;
    QTest::newRow("before loading") << false;
}

void TestCredentialCache::replacesTheFormOfEarlierVersions()
{
    QFETCH(bool, loadsFirst);
    MemoryTokenStore store;
    putOldForm(store);
    CredentialCache cache(&store);
    QVERIFY(!loadsFirst || load(cache));
    cache.keep(robot());
    QVERIFY(load(cache));
    QTRY_VERIFY_WITH_TIMEOUT(!cache.isWriting(), kPatienceMs);
    QCOMPARE(cache.givenFor(server(), Role::Client)->clientSecret.reveal(), u"SECRET-new"_s);
    QCOMPARE(entry(store, u"client given for https://mcp.example/mcp"_s), QString());
    QVERIFY(entry(store, u"given client https://mcp.example/mcp"_s).contains(u"SECRET-new"));
    const QString index = entry(store, u"index"_s);
    QVERIFY(index.contains(u"\"given client https://mcp.example/mcp\""));
    QVERIFY(!index.contains(u"\"client given for"));
    cache.dropGiven(server(), Role::IdentityProvider);
    QTRY_VERIFY_WITH_TIMEOUT(!cache.isWriting(), kPatienceMs);
    QCOMPARE(entry(store, u"client identity for https://mcp.example/mcp"_s), QString());
}

// A keychain whose password is entered later than anyone waits for.
void TestCredentialCache::writesWhatCameBeforeTheStoreResponded()
{
    test::SilentStore store;
    CredentialCache cache(&store);
    QVERIFY(load(cache));
    QVERIFY(!cache.isPersistent());
    QVERIFY(!cache.problem().isEmpty());
    cache.keep(robot());
    store.respond(true);
    QVERIFY(cache.isPersistent());
    QVERIFY(load(cache));
    QTRY_VERIFY_WITH_TIMEOUT(!cache.isWriting(), kPatienceMs);
    CredentialCache again(&store);
    QVERIFY(load(again));
    QCOMPARE(again.givenCredentials().size(), std::size_t(1));
    // What is dropped while the store is silent does not come back.
    store.isSilent = true;
    again.keep(robot());
    QTRY_VERIFY_WITH_TIMEOUT(!again.isPersistent(), kPatienceMs);
    again.dropGiven(server(), Role::Client);
    store.respond(true);
    QVERIFY(load(again));
    QTRY_VERIFY_WITH_TIMEOUT(!again.isWriting(), kPatienceMs);
    CredentialCache last(&store);
    QVERIFY(load(last));
    QVERIFY(last.givenCredentials().empty());
}

QTEST_GUILESS_MAIN(TestCredentialCache)
#include "tst_credentialcache.moc"
