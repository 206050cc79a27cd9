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
    void keepsEveryFieldButTheSecret();
    void saysWhatDoesNotFit_data();
    void saysWhatDoesNotFit();
};

void AuthSettingsTest::keepsEveryFieldButTheSecret()
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
    QVERIFY(read->clientSecret.isEmpty());
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
