// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/authsettings.h"
#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::config;
using namespace Qt::StringLiterals;

class AuthSettingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsEveryFieldButTheSecrets();
    void namesWrongInputAtItsField_data();
    void namesWrongInputAtItsField();
    void saysWhatDoesNotFit_data();
    void saysWhatDoesNotFit();
};

void AuthSettingsTest::keepsEveryFieldButTheSecrets()
{
    AuthSettings settings;
    QVERIFY(isUsual(settings));
    QCOMPARE(authSettingsToJson(settings), std::string("{}"));
    settings.clientId = u"id \"1\""_s;
    settings.clientSecret = Secret(u"SECRET"_s);
    settings.issuer = u"https://auth.example"_s;
    settings.scopes = {u"read"_s, u"write"_s};
    settings.redirectPort = 8123;
    settings.login = LoginView::Embedded;
    settings.grant = AuthGrant::EnterpriseManaged;
    settings.proof = AuthProof::PrivateKey;
    settings.privateKey = Secret(u"SECRET-key"_s);
    settings.identity = {
        u"https://idp.example/token"_s, u"desk"_s, Secret(u"SECRET-idp"_s), Secret(u"SECRET-id"_s)};
    QVERIFY(!isUsual(settings));
    const std::string text = authSettingsToJson(settings);
    QVERIFY(text.find("SECRET") == std::string::npos);
    const json::Document document = json::Document::parse(Bytes::copyOf(text));
    const auto read = authSettingsFromJson(document.root());
    QVERIFY(read.ok());
    QCOMPARE(read->clientId, settings.clientId);
    QCOMPARE(read->issuer, settings.issuer);
    QCOMPARE(read->scopes, settings.scopes);
    QCOMPARE(read->redirectPort, settings.redirectPort);
    QCOMPARE(read->login, settings.login);
    QCOMPARE(read->grant, settings.grant);
    QCOMPARE(read->proof, settings.proof);
    QCOMPARE(read->identity.tokenEndpoint, settings.identity.tokenEndpoint);
    QCOMPARE(read->identity.clientId, settings.identity.clientId);
    QVERIFY(read->clientSecret.isEmpty() && read->privateKey.isEmpty());
    QVERIFY(read->identity.clientSecret.isEmpty() && read->identity.idToken.isEmpty());
}

void AuthSettingsTest::namesWrongInputAtItsField_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("value");
    QTest::addColumn<int>("field"); // -1: it fits
    const auto row = [](const char *name, const char *what, const QString &value, int field) {
        QTest::newRow(name) << QString::fromLatin1(what) << value << field;
    };
    const auto at = [](ProfileField field) { return int(field); };
    row("whole", "none", {}, -1);
    row("no client", "client", {}, at(ProfileField::ClientId));
    row("private key", "key", u"-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----"_s, -1);
    row("key of SEC 1", "key", u"-----BEGIN EC PRIVATE KEY-----"_s, -1);
    row("public key", "key", u"-----BEGIN PUBLIC KEY-----"_s, at(ProfileField::PrivateKey));
    row("certificate", "key", u"-----BEGIN CERTIFICATE-----"_s, at(ProfileField::PrivateKey));
    row("locked key", "key", u"-----BEGIN ENCRYPTED PRIVATE KEY-----"_s,
        at(ProfileField::PrivateKey));
    row("no key", "key", u"hello"_s, at(ProfileField::PrivateKey));
    row("kept key", "key", {}, -1);
    row("no endpoint", "endpoint", {}, at(ProfileField::IdentityEndpoint));
    row("endpoint in the clear", "endpoint", u"http://idp.example/token"_s,
        at(ProfileField::IdentityEndpoint));
    row("endpoint of this machine", "endpoint", u"http://127.0.0.1:8/token"_s, -1);
    row("endpoint without a host", "endpoint", u"https:///token"_s,
        at(ProfileField::IdentityEndpoint));
    row("no client there", "identity client", {}, at(ProfileField::IdentityClientId));
    row("no ID token", "token", u"hello"_s, at(ProfileField::IdToken));
    row("kept ID token", "token", {}, -1);
}

void AuthSettingsTest::namesWrongInputAtItsField()
{
    QFETCH(QString, what);
    QFETCH(QString, value);
    QFETCH(int, field);
    AuthSettings settings;
    settings.grant = AuthGrant::EnterpriseManaged;
    settings.clientId = u"robot"_s;
    settings.proof = AuthProof::PrivateKey;
    settings.identity = {u"https://idp.example/token"_s, u"desk"_s, {}, Secret(u"a.b.c"_s)};
    if (what == u"client")
        settings.clientId = value;
    else if (what == u"key")
        settings.privateKey = Secret(value);
    else if (what == u"endpoint")
        settings.identity.tokenEndpoint = value;
    else if (what == u"identity client")
        settings.identity.clientId = value;
    else if (what == u"token")
        settings.identity.idToken = Secret(value);
    const std::vector<FieldProblem> problems = validate(settings);
    QCOMPARE(problems.size(), std::size_t(field < 0 ? 0 : 1));
    if (field < 0)
        return;
    QCOMPARE(int(problems.front().field), field);
    QVERIFY(problems.front().blocks);
    QVERIFY(value.isEmpty() || !problems.front().sentence.contains(value)); // it may be a secret
    settings = {};
    settings.identity.tokenEndpoint = u"nonsense"_s; // of another grant
    QVERIFY(validate(settings).empty());
}

void AuthSettingsTest::saysWhatDoesNotFit_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no object") << QByteArray("[]");
    QTest::newRow("number as id") << QByteArray("{\"clientId\":1}");
    QTest::newRow("scopes as a text") << QByteArray("{\"scopes\":\"read\"}");
    QTest::newRow("a scope that is no text") << QByteArray("{\"scopes\":[1]}");
    QTest::newRow("port too large") << QByteArray("{\"redirectPort\":65536}");
    QTest::newRow("port below zero") << QByteArray("{\"redirectPort\":-1}");
    QTest::newRow("unknown grant") << QByteArray("{\"grant\":\"password\"}");
    QTest::newRow("unknown proof") << QByteArray("{\"proof\":\"word of honour\"}");
    QTest::newRow("number as endpoint") << QByteArray("{\"identityEndpoint\":1}");
    QTest::newRow("unknown view") << QByteArray("{\"login\":\"carrier pigeon\"}");
    QTest::newRow("too many scopes")
        << QByteArray("{\"scopes\":[" + QByteArray("\"a\",").repeated(kMaxScopes) + "\"a\"]}");
}

void AuthSettingsTest::saysWhatDoesNotFit()
{
    QFETCH(QByteArray, text);
    const json::Document document = json::Document::parse(Bytes::fromByteArray(text));
    const auto read = authSettingsFromJson(document.root());
    QVERIFY(!read.ok());
    QCOMPARE(read.error().domain, Domain::Config);
    QVERIFY(!read.error().sentence.isEmpty());
}

QTEST_GUILESS_MAIN(AuthSettingsTest)
#include "tst_authsettings.moc"
