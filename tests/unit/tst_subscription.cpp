// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/subscription.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mcp;

class TestSubscription : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tellsWhatIsNotHonoured_data();
    void tellsWhatIsNotHonoured();
    void isSentAgainOnlyAfterWhatMayPass_data();
    void isSentAgainOnlyAfterWhatMayPass();
    void waitsLongerEachTime();
};

void TestSubscription::tellsWhatIsNotHonoured_data()
{
    QTest::addColumn<QString>("requested");
    QTest::addColumn<QString>("acknowledged");
    QTest::addColumn<QStringList>("missing");
    const auto row = [](const char *name, const char *requested, const char *acknowledged,
                         const QStringList &missing) {
        QTest::newRow(name) << QString::fromLatin1(requested) << QString::fromLatin1(acknowledged)
                            << missing;
    };
    row("all", R"({"toolsListChanged":true})", R"({"toolsListChanged": true})", {});
    row("more than all", R"({})", R"({"toolsListChanged":true})", {});
    row("one is missing", R"({"toolsListChanged":true,"promptsListChanged":true})",
        R"({"toolsListChanged":true})", {QStringLiteral("promptsListChanged")});
    row("one is refused", R"({"toolsListChanged":true})", R"({"toolsListChanged":false})",
        {QStringLiteral("toolsListChanged")});
    row("what was not wanted is not missed", R"({"toolsListChanged":false})", "{}", {});
    row("a resource is missing", R"({"resourceSubscriptions":["file:///a","file:///b"]})",
        R"({"resourceSubscriptions":["file:\/\/\/a"]})",
        {QStringLiteral("resourceSubscriptions: file:///b")});
    row("an extension's list", R"({"taskIds":[1]})", "{}", {QStringLiteral("taskIds: 1")});
    row("an odd answer", R"({"taskIds":["t"]})", R"({"taskIds":true})",
        {QStringLiteral("taskIds: t")});
}

void TestSubscription::tellsWhatIsNotHonoured()
{
    QFETCH(QString, requested);
    QFETCH(QString, acknowledged);
    const auto wanted = json::Document::parse(requested.toStdString());
    const auto given = json::Document::parse(acknowledged.toStdString());
    QTEST(Subscription::unhonoured(wanted.root(), given.root()), "missing");
}

void TestSubscription::isSentAgainOnlyAfterWhatMayPass_data()
{
    QTest::addColumn<Domain>("domain");
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("wasActive");
    QTest::addColumn<bool>("again");
    QTest::newRow("a drop") << Domain::Transport << 0 << true << true;
    QTest::newRow("a drop in the stream") << Domain::Transport << 200 << true << true;
    QTest::newRow("an end without a result") << Domain::Protocol << 200 << true << true;
    QTest::newRow("never acknowledged") << Domain::Protocol << 200 << false << false;
    QTest::newRow("an outage") << Domain::Transport << 503 << false << true;
    QTest::newRow("a timeout") << Domain::Timeout << 0 << false << true;
    QTest::newRow("404") << Domain::Protocol << 404 << true << false;
    QTest::newRow("401") << Domain::Authorization << 401 << true << false;
    QTest::newRow("the server's error") << Domain::Server << -32601 << false << false;
    QTest::newRow("cancelled") << Domain::Cancelled << 0 << true << false;
}

void TestSubscription::isSentAgainOnlyAfterWhatMayPass()
{
    QFETCH(Domain, domain);
    QFETCH(int, code);
    QFETCH(bool, wasActive);
    const Result<Response> end(Error{domain, code, QStringLiteral("x"), {}, {}});
    QTEST(Subscription::retryAfter(end, wasActive, 1).has_value(), "again");
    QVERIFY(!Subscription::retryAfter(Result<Response>(Response{}), wasActive, 1));
}

void TestSubscription::waitsLongerEachTime()
{
    using std::chrono::seconds;
    const Result<Response> end(Error{.domain = Domain::Transport, .sentence = QStringLiteral("x")});
    QCOMPARE(Subscription::retryAfter(end, true, 1), seconds(1));
    QCOMPARE(Subscription::retryAfter(end, true, 2), seconds(2));
    QCOMPARE(Subscription::retryAfter(end, true, 3), seconds(4));
    QCOMPARE(Subscription::retryAfter(end, true, 1000), seconds(60));
}

QTEST_GUILESS_MAIN(TestSubscription)
#include "tst_subscription.moc"
