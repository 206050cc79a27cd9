// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "setup/clientconfig.h"
#include "setup/eracheck.h"

#include <QTest>

using namespace sonde;
using namespace sonde::setup;
using namespace Qt::StringLiterals;

class TestClientConfig : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesOverAProgram();
    void takesOverAUrlWithItsHeadersInOrder();
    void takesAHeaderForSecretByItsValue();
    void takesOverTrustAndRoute();
    void aPinThatCannotBeReadTrustsNobody();
    void aDetectionComesBackAsItWasCached();
    void anUnknownEraIsNoDetection();
    void aRevisionOfAnotherEraIsAContradiction_data();
    void aRevisionOfAnotherEraIsAContradiction();
};

void TestClientConfig::aRevisionOfAnotherEraIsAContradiction_data()
{
    using config::EraMode;
    QTest::addColumn<EraMode>("era");
    QTest::addColumn<QString>("revision");
    QTest::addColumn<QString>("says");
    QTest::newRow("legacy, a modern one")
        << EraMode::Legacy << u"2026-07-28"_s
        << u"2026-07-28 is a revision of the modern era, but the era is set to legacy. "
           u"Remove the pinned revision, or change the era."_s;
    QTest::newRow("modern, a legacy one")
        << EraMode::Modern << u"2025-11-25"_s
        << u"2025-11-25 is a revision of the legacy era, but the era is set to modern. "
           u"Remove the pinned revision, or change the era."_s;
    QTest::newRow("legacy, a legacy one") << EraMode::Legacy << u"2024-11-05"_s << QString();
    QTest::newRow("modern, a modern one") << EraMode::Modern << u"2026-07-28"_s << QString();
    QTest::newRow("auto") << EraMode::Auto << u"2026-07-28"_s << QString();
    QTest::newRow("one that nobody knows") << EraMode::Legacy << u"2030-01-01"_s << QString();
    QTest::newRow("none") << EraMode::Modern << QString() << QString();
}

void TestClientConfig::aRevisionOfAnotherEraIsAContradiction()
{
    QFETCH(config::EraMode, era);
    QFETCH(QString, revision);
    QFETCH(QString, says);
    config::Profile profile;
    profile.era = era;
    profile.revision = revision;
    QCOMPARE(setup::eraContradiction(profile), says);
}

void TestClientConfig::takesOverAProgram()
{
    config::Profile profile;
    profile.name = u"files"_s;
    profile.program = u"files-server"_s;
    profile.arguments = {u"--root"_s, u"/"_s};
    profile.workingDirectory = u"/tmp"_s;
    profile.environment = {{u"TOKEN"_s, Secret(u"abc"_s)}};
    profile.era = config::EraMode::Legacy;
    profile.revision = u"2025-06-18"_s;
    profile.handshakeTimeout = std::chrono::seconds(3);
    profile.idleTimeout = std::chrono::seconds(7);
    profile.totalTimeout = std::chrono::seconds(70);

    const mcp::ClientConfig made = clientConfig(profile);

    QVERIFY(made.endpoint.launch());
    QCOMPARE(made.name, profile.name);
    QCOMPARE(made.endpoint.launch()->program, profile.program);
    QCOMPARE(made.endpoint.launch()->arguments, profile.arguments);
    QCOMPARE(made.endpoint.launch()->workingDirectory, profile.workingDirectory);
    QCOMPARE(made.endpoint.launch()->environment.size(), std::size_t(1));
    QCOMPARE(made.endpoint.launch()->environment[0].second.reveal(), u"abc"_s);
    QCOMPARE(made.era.mode, mcp::EraPolicy::Mode::Legacy);
    QCOMPARE(made.era.pinned, profile.revision);
    QCOMPARE(made.timeouts.handshake, profile.handshakeTimeout);
    QCOMPARE(made.timeouts.idle, profile.idleTimeout);
    QCOMPARE(made.timeouts.total, profile.totalTimeout);
}

void TestClientConfig::takesOverAUrlWithItsHeadersInOrder()
{
    config::Profile profile;
    profile.program = u"left-over"_s;
    profile.reachByUrl();
    profile.http()->url = u"https://example.org/mcp?a=%20"_s;
    profile.http()->transport = config::HttpTransport::Sse;
    profile.http()->headers = {{u"X-b"_s, Secret(u"\u00e9"_s), false},
        {u"authorization"_s, Secret(u"Bearer t"_s), true}, {u"X-b"_s, Secret(u""_s), false}};
    profile.http()->followSameOrigin = true;

    const mcp::ClientConfig made = clientConfig(profile);

    QVERIFY(made.endpoint.target());
    QCOMPARE(made.endpoint.target()->url.toEncoded(), QByteArray("https://example.org/mcp?a=%20"));
    QCOMPARE(made.endpoint.target()->transport, wire::HttpTarget::Transport::Sse);
    QVERIFY(made.endpoint.target()->followSameOrigin);
    const auto &fields = made.endpoint.target()->headers.fields();
    QCOMPARE(fields.size(), std::size_t(3));
    QCOMPARE(fields[0].name, QByteArray("X-b"));
    QCOMPARE(fields[0].value, QByteArray("\xc3\xa9"));
    QVERIFY(!fields[0].secret);
    QCOMPARE(fields[1].name, QByteArray("authorization"));
    QVERIFY(fields[1].secret);
    QCOMPARE(fields[2].value, QByteArray(""));
}

// Recordings, and so exports, hide the values of secret fields.
void TestClientConfig::takesAHeaderForSecretByItsValue()
{
    config::HttpSettings settings;
    settings.url = u"https://localhost"_s;
    settings.headers = {{u"X-Team"_s, Secret(u"q7RfW2xLp9ZtB4nVk8Ds3HyM"_s), false},
        {u"X-Stage"_s, Secret(u"production"_s), false}};
    const wire::HttpTarget target = httpTarget(settings);
    QVERIFY(target.headers.fields()[0].secret);
    QVERIFY(!target.headers.fields()[1].secret);
}

void TestClientConfig::takesOverTrustAndRoute()
{
    config::HttpSettings settings;
    settings.url = u"https://localhost"_s;
    settings.caFile = u"/ca"_s;
    settings.certificateFile = u"/cert"_s;
    settings.keyFile = u"/key"_s;
    settings.pinnedKey = u"ab"_s.repeated(32);
    settings.proxy = config::ProxyMode::Given;
    settings.proxyUrl = u"socks5h://localhost:9"_s;
    settings.unixSocket = u"/socket"_s;

    const wire::HttpTarget target = httpTarget(settings);

    QCOMPARE(target.trust.caFile, settings.caFile);
    QCOMPARE(target.trust.certificateFile, settings.certificateFile);
    QCOMPARE(target.trust.keyFile, settings.keyFile);
    QCOMPARE(target.trust.pinnedKey, QByteArray(32, '\xab'));
    QCOMPARE(target.route.proxy, wire::HttpRoute::Proxy::Given);
    QCOMPARE(target.route.proxyUrl, settings.proxyUrl);
    QCOMPARE(target.route.unixSocket, settings.unixSocket);
}

void TestClientConfig::aPinThatCannotBeReadTrustsNobody()
{
    config::HttpSettings settings;
    QVERIFY(httpTarget(settings).trust.pinnedKey.isEmpty());
    settings.pinnedKey = u"12:34"_s;
    QCOMPARE(httpTarget(settings).trust.pinnedKey, QByteArray(32, '\0'));
}

void TestClientConfig::aDetectionComesBackAsItWasCached()
{
    const mcp::DetectedRevision found{
        mcp::Era::Modern, u"2026-07-28"_s, true, u"It said so."_s, 1'800'000'000'123};

    const config::Detection kept = cachedDetection(found, wire::HttpTarget());
    QCOMPARE(kept.era, u"modern"_s);
    QCOMPARE(kept.transport, u"sse"_s);
    const auto known = knownDetection(kept);

    QVERIFY(known);
    QCOMPARE(known->era, found.era);
    QCOMPARE(known->revision, found.revision);
    QCOMPARE(known->sse, found.sse);
    QCOMPARE(known->evidence, found.evidence);
    QCOMPARE(known->detectedMs, found.detectedMs);
    QVERIFY(cachedDetection(found, wire::Launch()).transport.isEmpty());
}

void TestClientConfig::anUnknownEraIsNoDetection()
{
    config::Detection kept;
    kept.era = u"postmodern"_s;
    QVERIFY(!knownDetection(kept));
}

QTEST_GUILESS_MAIN(TestClientConfig)
#include "tst_clientconfig.moc"
