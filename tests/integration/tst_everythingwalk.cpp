// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/patience.h"
#include "support/publishedservers.h"

using namespace sonde;
using namespace sonde::test;

// Everything server-everything offers besides questions of its own, on each way it can be reached:
// every list, read, prompt, completion, subscription and kind of content.
class TestEverythingWalk : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void walks_data();
    void walks();

private:
    void tools(RecordedClient &peer);
    void resources(RecordedClient &peer);
    void prompts(RecordedClient &peer);
    void completions(RecordedClient &peer);
    void subscription(RecordedClient &peer);
    void notification(RecordedClient &peer);
};

void TestEverythingWalk::initTestCase()
{
    const QString missing = missingServers();
    QVERIFY2(missing.isEmpty(), qPrintable(missing));
}

void TestEverythingWalk::walks_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("path");
    QTest::newRow("stdio") << QStringLiteral("stdio") << QString();
    QTest::newRow("Streamable HTTP") << QStringLiteral("streamableHttp") << QStringLiteral("/mcp");
    QTest::newRow("HTTP with SSE") << QStringLiteral("sse") << QStringLiteral("/sse");
}

void TestEverythingWalk::walks()
{
    QFETCH(QString, kind);
    QFETCH(QString, path);
    std::optional<NodeServer> server;
    if (!path.isEmpty())
        server.emplace(kind);
    RecordedClient peer(server ? urlConfig(server->url(path)) : nodeConfig({everything(), kind}));
    QVERIFY(peer.start());
    for (const auto part : {&TestEverythingWalk::tools, &TestEverythingWalk::resources,
             &TestEverythingWalk::prompts, &TestEverythingWalk::completions,
             &TestEverythingWalk::subscription, &TestEverythingWalk::notification}) {
        (this->*part)(peer);
        if (QTest::currentTestFailed())
            return;
    }
    QVERIFY(peer.stop());
    QVERIFY(peer.recorder.flush().ok());
}

void TestEverythingWalk::tools(RecordedClient &peer)
{
    const QStringList names = peer.toolNames();
    QVERIFY2(names.size() > 8, qPrintable(names.join(u' ')));
    QCOMPARE(peer.call("echo", R"({"message":"hällo"})"), QStringLiteral("Echo: hällo"));
    QCOMPARE(peer.contentTypes(), QStringLiteral("text"));

    const json::Value image = peer.callTool("get-tiny-image", "{}");
    QCOMPARE(peer.contentTypes(), QStringLiteral("text image text"));
    const QByteArray png =
        QByteArray::fromBase64(image["content"].at(1)["data"].toString().toLatin1());
    QVERIFY(png.startsWith("\x89PNG"));

    const json::Value links = peer.callTool("get-resource-links", R"({"count":2})");
    QCOMPARE(peer.contentTypes(), QStringLiteral("text resource_link resource_link"));
    const std::string linked = std::string(links["content"].at(2)["uri"].raw());
    QVERIFY(peer.request("resources/read", "{\"uri\":" + linked + "}")["contents"].count() == 1);

    for (const char *type : {"Text", "Blob"}) {
        const json::Value embedded = peer.callTool("get-resource-reference",
            std::string(R"({"resourceType":")") + type + R"(","resourceId":1})");
        QCOMPARE(peer.contentTypes(), QStringLiteral("text resource text"));
        const json::Value resource = embedded["content"].at(1)["resource"];
        QCOMPARE(resource["blob"].exists(), type == std::string_view("Blob"));
        QCOMPARE(resource["text"].exists(), type == std::string_view("Text"));
    }

    const json::Value weather =
        peer.callTool("get-structured-content", R"({"location":"Chicago"})");
    QCOMPARE(weather["structuredContent"]["temperature"].raw(), std::string_view("36"));

    const json::Value annotated =
        peer.callTool("get-annotated-message", R"({"messageType":"error","includeImage":true})");
    QCOMPARE(peer.contentTypes(), QStringLiteral("text image"));
    QCOMPARE(annotated["content"].at(0)["annotations"]["priority"].toDouble(), std::optional(1.0));

    const json::Value refused = peer.callTool("echo", "{}");
    QCOMPARE(refused["isError"].toBool(), std::optional(true));
}

void TestEverythingWalk::resources(RecordedClient &peer)
{
    const QStringList uris = peer.list("resources/list", "resources", "uri");
    QVERIFY(!uris.isEmpty());
    for (const QString &uri : uris) {
        const json::Value read =
            peer.request("resources/read", R"({"uri":")" + uri.toStdString() + R"("})");
        QVERIFY2(!read["contents"].at(0)["text"].toString().isEmpty(), qPrintable(uri));
    }
    QCOMPARE(peer.list("resources/templates/list", "resourceTemplates", "uriTemplate"),
        (QStringList{QStringLiteral("demo://resource/dynamic/text/{resourceId}"),
            QStringLiteral("demo://resource/dynamic/blob/{resourceId}")}));
    const json::Value blob =
        peer.request("resources/read", R"({"uri":"demo://resource/dynamic/blob/7"})");
    const QByteArray bytes =
        QByteArray::fromBase64(blob["contents"].at(0)["blob"].toString().toLatin1());
    QVERIFY2(bytes.startsWith("Resource 7:"), bytes.constData());
    constexpr auto kNothing = R"({"uri":"demo://resource/dynamic/text/x"})";
    QVERIFY(!peer.request("resources/read", kNothing));
    QVERIFY(peer.response->error().domain == Domain::Server);
}

void TestEverythingWalk::prompts(RecordedClient &peer)
{
    QCOMPARE(peer.list("prompts/list", "prompts"),
        (QStringList{QStringLiteral("simple-prompt"), QStringLiteral("args-prompt"),
            QStringLiteral("completable-prompt"), QStringLiteral("resource-prompt")}));
    const auto get = [&](const char *params) { return peer.request("prompts/get", params); };
    QCOMPARE(get(R"({"name":"simple-prompt"})")["messages"].at(0)["role"].toString(),
        QStringLiteral("user"));
    const json::Value weather =
        get(R"({"name":"args-prompt","arguments":{"city":"Oulu","state":"F"}})");
    QCOMPARE(weather["messages"].at(0)["content"]["text"].toString(),
        QStringLiteral("What's weather in Oulu, F?"));
    const json::Value embedded =
        get(R"({"name":"resource-prompt","arguments":{"resourceType":"Blob","resourceId":"2"}})");
    QCOMPARE(embedded["messages"].count(), 2u);
    QVERIFY(embedded["messages"].at(1)["content"]["resource"]["blob"].isString());
    QVERIFY(!get(R"({"name":"args-prompt"})"));
    QVERIFY(peer.response->error().domain == Domain::Server);
}

void TestEverythingWalk::completions(RecordedClient &peer)
{
    const auto values = [&](const char *params) {
        QStringList list;
        for (const json::Value value :
            peer.request("completion/complete", params)["completion"]["values"])
            list += value.toString();
        return list.join(u' ');
    };
    constexpr auto kDepartment = R"({"ref":{"type":"ref/prompt","name":"completable-prompt"},)"
                                 R"("argument":{"name":"department","value":"S"}})";
    QCOMPARE(values(kDepartment), QStringLiteral("Sales Support"));
    constexpr auto kName = R"({"ref":{"type":"ref/prompt","name":"completable-prompt"},)"
                           R"("argument":{"name":"name","value":""},)"
                           R"("context":{"arguments":{"department":"Sales"}}})";
    QCOMPARE(values(kName), QStringLiteral("David Eve Frank"));
    constexpr auto kId = R"({"ref":{"type":"ref/resource",)"
                         R"("uri":"demo://resource/dynamic/text/{resourceId}"},)"
                         R"("argument":{"name":"resourceId","value":"4"}})";
    QCOMPARE(values(kId), QStringLiteral("4"));
}

void TestEverythingWalk::subscription(RecordedClient &peer)
{
    constexpr auto kUri = R"({"uri":"demo://resource/dynamic/text/1"})";
    QVERIFY2(peer.request("resources/subscribe", kUri).exists(), qPrintable(peer.problem()));
    peer.call("toggle-subscriber-updates", "{}"); // tells of one at once
    QTRY_VERIFY_WITH_TIMEOUT(peer.count("notifications/resources/updated") > 0, kLongPatienceMs);
    QVERIFY(peer.request("resources/unsubscribe", kUri).exists());
    peer.call("toggle-subscriber-updates", "{}");
}

void TestEverythingWalk::notification(RecordedClient &peer)
{
    QVERIFY(peer.client->notify(
        QStringLiteral("notifications/roots/list_changed"), Bytes::copyOf("{}")));
    QCOMPARE(peer.call("echo", R"({"message":"after"})"), QStringLiteral("Echo: after"));
}

QTEST_GUILESS_MAIN(TestEverythingWalk)
#include "tst_everythingwalk.moc"
