// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/markedsecret.h"
#include "config/profile.h"

#include <QTest>

using namespace sonde;
using namespace sonde::config;
using namespace Qt::StringLiterals;

namespace {

ServerAddress command()
{
    ServerAddress address;
    address.program = u"npx"_s;
    address.arguments = QStringList{u"-y"_s, u"@scope/weather@1.0"_s, u"--token=s3cret-token"_s};
    address.environment = {{u"API_KEY"_s, Secret(u"s3cret-key"_s)}, {u"LANG"_s, Secret(u"C"_s)}};
    return address;
}

ServerAddress site()
{
    ServerAddress address;
    HttpSettings &http = address.reachByUrl();
    http.url = u"https://me:s3cret-password@Example.org:8443/mcp?api_key=s3cret-query#part"_s;
    http.headers = {{u"Authorization"_s, Secret(u"Bearer s3cret-bearer"_s), true},
        {u"X-Region"_s, Secret(u"north"_s), false}};
    http.proxy = ProxyMode::Given;
    http.proxyUrl = u"http://user:s3cret-proxy@proxy:3128"_s;
    return address;
}

} // namespace

class TestServerAddress : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysHowItIsReached();
    void keepsTheCommandBesideAUrl();
    void hasAnEmptyProgramAtFirst();
    void hasTextsForLists();
    void hasWordsForACommandLine();
    void proposesAName();
    void knowsTheSameServer();
    void comparesProgramsAsItIsTold();
    void hasAKeyWithoutSecrets();
    void findsProblemsOfItsKindOnly();
    void knowsWhatIsSecret();
    void givesAllValues();
    void editsEveryText();
    void groupsMarkedSecrets();
    void setsMarkedSecretsInTheirOrder();
};

void TestServerAddress::saysHowItIsReached()
{
    QVERIFY(command().hasProcess());
    QVERIFY(!command().canBeAuthorized());
    QVERIFY(!command().http());
    QVERIFY(!site().hasProcess());
    QVERIFY(site().canBeAuthorized());
    QVERIFY(site().http());
}

void TestServerAddress::keepsTheCommandBesideAUrl()
{
    ServerAddress address = command();
    address.reachByUrl().url = u"https://example.org/mcp"_s;
    QVERIFY(!address.hasProcess());
    QCOMPARE(address.target(), u"https://example.org/mcp"_s);
    QCOMPARE(address.program, u"npx"_s);
    address.reachByCommand();
    QVERIFY(address.hasProcess());
    QCOMPARE(address.target(), u"npx"_s);
    address.reachAs(site());
    QCOMPARE(address.target(), site().target());
    QCOMPARE(address.program, u"npx"_s);
}

void TestServerAddress::hasAnEmptyProgramAtFirst()
{
    ServerAddress address;
    QVERIFY(address.hasProcess());
    QVERIFY(address.isEmpty());
    QVERIFY(address.cacheKey().isEmpty());
    address.reachByUrl();
    QVERIFY(address.isEmpty());
    QVERIFY(address.cacheKey().isEmpty());
    QVERIFY(address.host().isEmpty());
}

void TestServerAddress::hasTextsForLists()
{
    QVERIFY(command().line().startsWith(u"npx -y @scope/weather@1.0 "));
    QVERIFY(!command().line().contains(u"s3cret"_s));
    QVERIFY(!site().line().contains(u"s3cret"_s));
    QCOMPARE(command().targetWithoutSecrets(), u"npx"_s);
    QCOMPARE(site().targetWithoutSecrets(), u"https://example.org:8443/mcp"_s);
    QCOMPARE(command().host(), QString());
    QCOMPARE(site().host(), u"example.org:8443"_s);
    ServerAddress address;
    address.reachByUrl().url = u"http://[::1]:1/mcp"_s;
    QCOMPARE(address.host(), u"[::1]:1"_s);
    address.http()->url = u"no URL"_s;
    QCOMPARE(address.host(), u"no URL"_s);
}

void TestServerAddress::hasWordsForACommandLine()
{
    QCOMPARE(command().commandWords(),
        (QStringList{
            u"--"_s, u"npx"_s, u"-y"_s, u"@scope/weather@1.0"_s, u"--token=s3cret-token"_s}));
    QCOMPARE(site().commandWords(), (QStringList{u"--url"_s, site().target()}));
    QCOMPARE(site().words(), QStringList(site().target()));
}

void TestServerAddress::proposesAName()
{
    QCOMPARE(command().proposedName(), u"weather"_s);
    QCOMPARE(site().proposedName(), u"example.org:8443"_s);
    ServerAddress address;
    address.reachByUrl().url = u"https://example.org/mcp"_s;
    QCOMPARE(address.proposedName(), u"example.org"_s);
}

void TestServerAddress::knowsTheSameServer()
{
    QVERIFY(command().isSameServer(command()));
    QVERIFY(site().isSameServer(site()));
    QVERIFY(!command().isSameServer(site()));
    QVERIFY(!site().isSameServer(command()));
    ServerAddress other = command();
    other.arguments.removeLast();
    QVERIFY(!command().isSameServer(other));
    other = site();
    other.http()->headers.clear(); // another login is not another server
    QVERIFY(site().isSameServer(other));
    other.http()->url += u'x';
    QVERIFY(!site().isSameServer(other));
}

void TestServerAddress::comparesProgramsAsItIsTold()
{
    ServerAddress other = command();
    other.program = u"/usr/bin/npx"_s;
    QVERIFY(!command().isSameServer(other));
    QVERIFY(command().isSameServer(
        other, [](const QString &a, const QString &b) { return b.endsWith(u'/' + a); }));
}

void TestServerAddress::hasAKeyWithoutSecrets()
{
    QVERIFY(command().cacheKey().startsWith(u"stdio "));
    QVERIFY(!command().cacheKey().contains(u"npx"));
    QCOMPARE(site().cacheKey(), u"https://example.org:8443/mcp"_s);
}

void TestServerAddress::findsProblemsOfItsKindOnly()
{
    const auto fields = [](const ServerAddress &address) {
        QList<ProfileField> list;
        for (const FieldProblem &problem : address.problems())
            list += problem.field;
        return list;
    };
    ServerAddress address;
    QCOMPARE(fields(address), QList{ProfileField::Program});
    address.reachByUrl();
    QCOMPARE(fields(address), QList{ProfileField::Url});
}

void TestServerAddress::knowsWhatIsSecret()
{
    const QStringList ofCommand = command().secretTexts();
    QVERIFY(ofCommand.contains(u"s3cret-key"_s));
    QVERIFY(ofCommand.contains(u"s3cret-token"_s));
    QVERIFY(!ofCommand.contains(u"C"_s));
    const QStringList ofSite = site().secretTexts();
    for (const QString &secret :
        {u"s3cret-password"_s, u"s3cret-query"_s, u"s3cret-bearer"_s, u"s3cret-proxy"_s})
        QVERIFY2(ofSite.contains(secret), qPrintable(secret));
    QVERIFY(!ofSite.contains(u"north"_s));
}

void TestServerAddress::givesAllValues()
{
    QCOMPARE(command().givenValues(), (QStringList{u"s3cret-key"_s, u"C"_s}));
    QCOMPARE(site().givenValues(),
        (QStringList{u"Bearer s3cret-bearer"_s, u"north"_s, u"s3cret-proxy"_s}));
}

void TestServerAddress::editsEveryText()
{
    ServerAddress address = site();
    address.program = u"p"_s;
    address.arguments = QStringList{u"a"_s};
    address.workingDirectory = u"w"_s;
    address.environment = {{u"NAME"_s, Secret(u"v"_s)}};
    address.editTexts([](QString &text) { text.prepend(u'+'); });
    QCOMPARE(address.program, u"+p"_s);
    QCOMPARE(address.arguments, QStringList{u"+a"_s});
    QCOMPARE(address.workingDirectory, u"+w"_s);
    QCOMPARE(address.environment.front().first, u"NAME"_s);
    QCOMPARE(address.environment.front().second.reveal(), u"+v"_s);
    QVERIFY(address.target().startsWith(u"+https"));
    QCOMPARE(address.http()->headers.back().name, u"X-Region"_s);
    QCOMPARE(address.http()->headers.back().value.reveal(), u"+north"_s);
}

void TestServerAddress::groupsMarkedSecrets()
{
    ServerAddress address = command();
    address.secretVariables = QStringList{u"API_KEY"_s};
    QCOMPARE(markedSecrets(address, SecretGroup::Variables).size(), std::size_t(1));
    QVERIFY(needsSecrets(address, SecretGroup::Variables));
    QVERIFY(!needsSecrets(address, SecretGroup::Headers));
    address.reachByUrl(*site().http());
    QCOMPARE(markedSecrets(address, SecretGroup::Variables).size(), std::size_t(1));
    QCOMPARE(markedSecrets(address, SecretGroup::Headers).size(), std::size_t(1));
    QCOMPARE(markedSecrets(address, SecretGroup::Proxy).size(), std::size_t(1));
    QVERIFY(!needsSecrets(address, SecretGroup::Variables));
    QVERIFY(needsSecrets(address, SecretGroup::Headers));
    QVERIFY(needsSecrets(address, SecretGroup::Proxy));
    QCOMPARE(receiverOf(address, SecretGroup::Variables), u"program"_s);
    QCOMPARE(receiverOf(address, SecretGroup::Headers), u"https://example.org:8443"_s);
    QCOMPARE(receiverOf(address, SecretGroup::Proxy), u"http://proxy:3128"_s);
}

void TestServerAddress::setsMarkedSecretsInTheirOrder()
{
    ServerAddress address = site();
    address.http()->headers.push_back({u"X-Key"_s, Secret(), true});
    auto secrets = markedSecrets(address, SecretGroup::Headers);
    secrets.back().value = Secret(u"new"_s);
    setMarkedSecrets(address, SecretGroup::Headers, secrets);
    const std::vector<CustomHeader> &headers = address.http()->headers;
    QCOMPARE(headers[0].value.reveal(), u"Bearer s3cret-bearer"_s);
    QCOMPARE(headers[1].value.reveal(), u"north"_s);
    QCOMPARE(headers[2].value.reveal(), u"new"_s);
    setMarkedSecrets(address, SecretGroup::Proxy, {{u"password"_s, Secret(u"other"_s)}});
    QCOMPARE(proxyPassword(*address.http()).reveal(), u"other"_s);
}

QTEST_GUILESS_MAIN(TestServerAddress)
#include "tst_serveraddress.moc"
