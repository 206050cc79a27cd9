// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/demohttp.h"
#include "support/patience.h"
#include "support/places.h"
#include "support/recordedclient.h"

using namespace sonde;
using namespace sonde::test;

// All the demo server offers, in both eras, over stdio and HTTP: every list, read, prompt,
// completion, subscription and kind of content.
class TestDemoWalk : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void walks_data();
    void walks();

private:
    void lists(RecordedClient &peer);
    void contents(RecordedClient &peer);
    void resources(RecordedClient &peer);
    void prompts(RecordedClient &peer);
    void completions(RecordedClient &peer);
    void subscription(RecordedClient &peer);
};

void TestDemoWalk::walks_data()
{
    QTest::addColumn<bool>("modern");
    QTest::addColumn<bool>("http");
    QTest::newRow("legacy, stdio") << false << false;
    QTest::newRow("modern, stdio") << true << false;
    QTest::newRow("legacy, HTTP") << false << true;
    QTest::newRow("modern, HTTP") << true << true;
}

void TestDemoWalk::walks()
{
    QFETCH(bool, modern);
    QFETCH(bool, http);
    const QStringList switches{QStringLiteral("--page-size"), QStringLiteral("3")};
    std::optional<Demo> demo;
    mcp::ClientConfig config;
    if (http) {
        demo.emplace(switches);
        config.endpoint = wire::HttpTarget();
        config.endpoint.target()->url = demo->url();
    } else {
        config.endpoint.launch()->program = sonde::test::programPath("sonde-demo-server");
        config.endpoint.launch()->arguments = switches;
    }
    config.era.mode = modern ? mcp::EraPolicy::Mode::Modern : mcp::EraPolicy::Mode::Legacy;
    RecordedClient peer(config);
    QVERIFY(peer.start());
    for (const auto part : {&TestDemoWalk::lists, &TestDemoWalk::contents, &TestDemoWalk::resources,
             &TestDemoWalk::prompts, &TestDemoWalk::completions, &TestDemoWalk::subscription}) {
        (this->*part)(peer);
        if (QTest::currentTestFailed())
            return;
    }
    QVERIFY(peer.stop());
    QVERIFY(peer.recorder.flush().ok());
}

void TestDemoWalk::lists(RecordedClient &peer)
{
    QVERIFY(peer.toolNames().size() > 3); // more than a page
    QVERIFY(peer.list("resources/list", "resources", "uri").contains(u"demo://chart.png"));
    QCOMPARE(peer.list("resources/templates/list", "resourceTemplates", "uriTemplate"),
        (QStringList{QStringLiteral("demo://stations/{id}"),
            QStringLiteral("demo://forecast/{city}/{station}")}));
    QCOMPARE(peer.list("prompts/list", "prompts"),
        (QStringList{QStringLiteral("greet"), QStringLiteral("packing_list"),
            QStringLiteral("describe_chart"), QStringLiteral("review_station")}));
}

void TestDemoWalk::contents(RecordedClient &peer)
{
    const auto types = [&](const char *tool, const char *arguments) {
        peer.callTool(tool, arguments);
        return QString(peer.contentTypes() + peer.problem());
    };
    QCOMPARE(types("make_chart", R"({"values":[1,2]})"), QStringLiteral("text image"));
    QCOMPARE(types("make_sound", R"({"milliseconds":1})"), QStringLiteral("audio"));
    QCOMPARE(types("get_station", R"({"station":17})"), QStringLiteral("text resource_link"));
    QCOMPARE(types("get_alerts", "{}"), QStringLiteral("text resource"));
    const json::Value echo = peer.callTool("echo", R"({"n":9007199254740993,"x":1e400})");
    QCOMPARE(
        echo["structuredContent"].raw(), std::string_view(R"({"n":9007199254740993,"x":1e400})"));
    const json::Value refused = peer.callTool("station_delete", R"({"station":1})");
    QCOMPARE(refused["isError"].toBool(), std::optional(true));
    QVERIFY(!peer.callTool("no_such_tool", "{}"));
    QVERIFY(peer.response->error().domain == Domain::Server);
}

void TestDemoWalk::resources(RecordedClient &peer)
{
    const auto read = [&](const QString &uri) {
        return peer.request("resources/read", R"({"uri":")" + uri.toStdString() + R"("})");
    };
    for (const QString &uri : peer.list("resources/list", "resources", "uri")) {
        const json::Value contents = read(uri)["contents"];
        QVERIFY2(contents.count() == 1, qPrintable(uri + peer.problem()));
        QCOMPARE(contents.at(0)["uri"].toString(), uri);
    }
    const json::Value chart = read(QStringLiteral("demo://chart.png"))["contents"].at(0);
    QVERIFY(QByteArray::fromBase64(chart["blob"].toString().toLatin1()).startsWith("\x89PNG"));
    QVERIFY(read(QStringLiteral("demo://forecast/Oulu/17"))["contents"].at(0)["text"].isString());
    QVERIFY(!read(QStringLiteral("demo://nothing")));
    QVERIFY(peer.response->error().domain == Domain::Server);
}

void TestDemoWalk::prompts(RecordedClient &peer)
{
    const auto messages = [&](const char *params) {
        QStringList told;
        for (const json::Value message : peer.request("prompts/get", params)["messages"])
            told += message["role"].toString() + u' ' + message["content"]["type"].toString();
        return QString(told.join(u", ") + peer.problem());
    };
    QCOMPARE(messages(R"({"name":"greet"})"), QStringLiteral("user text"));
    QCOMPARE(messages(R"({"name":"packing_list","arguments":{"city":"Oulu"}})"),
        QStringLiteral("user text, assistant text"));
    QCOMPARE(messages(R"({"name":"describe_chart"})"), QStringLiteral("user image, user text"));
    QCOMPARE(messages(R"({"name":"review_station","arguments":{"station":"17"}})"),
        QStringLiteral("user resource, user text"));
    QVERIFY(!peer.request("prompts/get", R"({"name":"packing_list"})"));
    QVERIFY(peer.response->error().domain == Domain::Server);
}

void TestDemoWalk::completions(RecordedClient &peer)
{
    const auto values = [&](const char *params) {
        QStringList list;
        for (const json::Value value :
            peer.request("completion/complete", params)["completion"]["values"])
            list += value.toString();
        return QString(list.join(u' ') + peer.problem());
    };
    constexpr auto kTone = R"({"ref":{"type":"ref/prompt","name":"describe_chart"},)"
                           R"("argument":{"name":"tone","value":"ch"}})";
    QCOMPARE(values(kTone), QStringLiteral("cheerful"));
    constexpr auto kStation =
        R"({"ref":{"type":"ref/resource","uri":"demo://forecast/{city}/{station}"},)"
        R"("argument":{"name":"station","value":""},"context":{"arguments":{"city":"Oulu"}}})";
    QCOMPARE(values(kStation), QStringLiteral("17"));
}

void TestDemoWalk::subscription(RecordedClient &peer)
{
    const auto updates = [&] { return peer.count("notifications/resources/updated"); };
    if (peer.client->negotiated().era == mcp::Era::Modern) {
        mcp::Subscription *const subscription =
            peer.client->listen(Bytes::copyOf(R"({"resourceSubscriptions":["demo://pulse"]})"));
        QTRY_VERIFY_WITH_TIMEOUT(subscription->received() > 0, kLongPatienceMs);
        QVERIFY(subscription->unhonoured().isEmpty());
        subscription->close();
        QCOMPARE(subscription->state(), mcp::Subscription::State::Ended);
    } else {
        constexpr auto kPulse = R"({"uri":"demo://pulse"})";
        QVERIFY2(peer.request("resources/subscribe", kPulse).exists(), qPrintable(peer.problem()));
        QTRY_VERIFY_WITH_TIMEOUT(updates() > 0, kLongPatienceMs);
        QVERIFY(peer.request("resources/unsubscribe", kPulse).exists());
    }
    QVERIFY(updates() > 0);
}

QTEST_GUILESS_MAIN(TestDemoWalk)
#include "tst_demowalk.moc"
