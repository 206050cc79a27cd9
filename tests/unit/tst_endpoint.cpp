// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/endpoint/endpoint.h"
#include "wire/link/lifecyclelog.h"
#include "wire/link/linemessagetransport.h"
#include "wire/streamable/httpmessagetransport.h"

#include <QTest>

using namespace sonde;
using namespace sonde::wire;
using namespace Qt::StringLiterals;

namespace {

Endpoint program()
{
    Launch launch;
    launch.program = u"files-server"_s;
    return launch;
}

Endpoint site()
{
    HttpTarget target;
    target.url = QUrl(u"https://example.org:8443/mcp"_s);
    return target;
}

} // namespace

class TestEndpoint : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhatItsTransportHas_data();
    void saysWhatItsTransportHas();
    void hasTheSettingsOfItsKindOnly();
    void needsNoAuthorizerBesideAHeaderOfTheUser();
    void isAProgramWithoutANameAtFirst();
    void makesItsTransport();
};

void TestEndpoint::saysWhatItsTransportHas_data()
{
    QTest::addColumn<bool>("isUrl");
    QTest::addColumn<bool>("hasProcess");
    QTest::addColumn<bool>("hasStderr");
    QTest::addColumn<bool>("sendsLines");
    QTest::addColumn<bool>("hasExchanges");
    QTest::addColumn<bool>("canBeAuthorized");

    QTest::newRow("program") << false << true << true << true << false << false;
    QTest::newRow("URL") << true << false << false << false << true << true;
}

void TestEndpoint::saysWhatItsTransportHas()
{
    QFETCH(const bool, isUrl);
    const Endpoint endpoint = isUrl ? site() : program();

    QTEST(endpoint.hasProcess(), "hasProcess");
    QTEST(endpoint.hasStderr(), "hasStderr");
    QTEST(endpoint.sendsLines(), "sendsLines");
    QTEST(endpoint.hasExchanges(), "hasExchanges");
    QTEST(endpoint.canBeAuthorized(), "canBeAuthorized");
}

void TestEndpoint::hasTheSettingsOfItsKindOnly()
{
    const Endpoint started = program();
    QVERIFY(started.launch());
    QCOMPARE(started.launch()->program, u"files-server"_s);
    QVERIFY(!started.target());
    QVERIFY(started.url().isEmpty());

    const Endpoint remote = site();
    QVERIFY(!remote.launch());
    QVERIFY(remote.target());
    QCOMPARE(remote.url(), remote.target()->url);
}

void TestEndpoint::needsNoAuthorizerBesideAHeaderOfTheUser()
{
    QVERIFY(!program().needsAuthorizer());
    Endpoint remote = site();
    QVERIFY(remote.needsAuthorizer());
    remote.target()->headers.add({"authorization", "Bearer t", true});
    QVERIFY(!remote.needsAuthorizer());
}

void TestEndpoint::isAProgramWithoutANameAtFirst()
{
    const Endpoint endpoint;
    QVERIFY(endpoint.hasProcess());
    QVERIFY(endpoint.launch()->program.isEmpty());
}

void TestEndpoint::makesItsTransport()
{
    LifecycleLog lifecycle;
    TransportContext context;
    context.lifecycle = &lifecycle;
    const auto lines = program().makeTransport(context);
    QVERIFY(dynamic_cast<const LineMessageTransport *>(lines.get()));
    const auto exchanges = site().makeTransport(context);
    QVERIFY(dynamic_cast<const HttpMessageTransport *>(exchanges.get()));
}

QTEST_GUILESS_MAIN(TestEndpoint)
#include "tst_endpoint.moc"
