// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/lifecycle.h"
#include "support/flowscript.h"
#include "wire/streamable/httpsse.h"

#include <QCoreApplication>
#include <QScopeGuard>
#include <QTest>
#include <QTranslator>

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using namespace Qt::StringLiterals;

class TestHttpSse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void conversations_data();
    void conversations();
    void endpoints_data();
    void endpoints();
    void aBrokenStreamIsRecordedInEnglish();
    void aFailedStartIsRecordedAsData();
};

namespace {

constexpr auto kOpen = R"(
    > start
    begin 1 GET
    standing opening
    > head 1 200 text/event-stream
    read events
    > event 1 type=endpoint data=/mcp
    note endpoint named
    started
    standing open
)";

class JapaneseResponses final : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char *, const char *words, const char *, int) const override
    {
        return QLatin1String(words) == QLatin1String("There is no MCP endpoint at %1 (%2).")
            ? u"%1 にMCPのエンドポイントがありません（%2）。"_s
            : QString();
    }
};

} // namespace

void TestHttpSse::conversations_data()
{
    QTest::addColumn<QString>("script");
    const auto openRow = [](const char *name, const char *script) {
        row(name, QString::fromUtf8(kOpen) + QString::fromUtf8(script));
    };
    openRow("messages go to the endpoint, answers come by the stream", R"(
        > send request 1
        begin 2 POST
        > head 2 202 text/plain
        read excerpt
        > end 2
        > event 1
        > message 1 result 1
        deliver)");
    openRow("an answer to the POST itself would come twice", R"(
        > send request 1
        begin 2 POST
        > head 2 200 application/json
        read excerpt
        > message 2 result 1
        keep
        > end 2)");
    openRow("a refused notification", R"(
        > send notification x
        begin 2 POST
        > head 2 400
        read excerpt
        > end 2
        note message refused
        refused  400)");
    openRow("a refused POST", R"(
        > send request 1
        begin 2 POST
        > head 2 500
        read excerpt
        > end 2
        refused 1 500 may have acted)");
    openRow("a POST that broke after its answer came", R"(
        > send request 1
        begin 2 POST
        > message 1 result 1
        deliver
        > break 2)");
    openRow("the end of the stream is the end", R"(
        > send request 1
        begin 2 POST
        > end 1
        abort 2
        note connection ended
        ended
        standing none
        > send request 2
        > stop)");
    openRow("a second endpoint is passed over", R"(
        > event 1 type=endpoint data=/other
        > send request 1
        begin 2 POST)");
    openRow("stop lets what was said go out", R"(
        > send request 1
        begin 2 POST
        > send notification x
        begin 3 POST
        > stop
        abort 2
        > head 3 202
        read excerpt
        > end 3
        abort 1
        note connection ended
        ended
        standing none)");
    openRow("but not for ever", R"(
        > send notification x
        begin 2 POST
        > stop
        > wait 5000
        after 1000 ms
        abort 1
        abort 2
        note connection ended
        ended
        standing none)");
    row("no endpoint in time", uR"(
        > start
        begin 1 GET
        standing opening
        > head 1 200 text/event-stream
        read events
        > wait 20000
        after 10000 ms
        note start failed
        start failed
        abort 1
        standing failed)"_s);
    row("no stream", uR"(
        > start
        begin 1 GET
        standing opening
        > head 1 404 text/html
        read excerpt
        > end 1
        note start failed
        refused  404
        start failed
        standing failed)"_s);
    row("no server", uR"(
        > start
        begin 1 GET
        standing opening
        > break 1
        note start failed
        refused  0 may have acted
        start failed
        standing failed)"_s);
    row("stop while it opens", uR"(
        > start
        begin 1 GET
        standing opening
        > stop
        abort 1
        note connection ended
        ended
        standing none)"_s);
}

void TestHttpSse::conversations()
{
    QFETCH(QString, script);
    HttpTarget target;
    target.url = QUrl(u"https://example.org/mcp"_s);
    HttpSse flow(target);
    FlowScript::compare(flow, script);
}

void TestHttpSse::endpoints_data()
{
    QTest::addColumn<QByteArray>("endpoint");
    QTest::addColumn<QString>("url"); // empty: refused
    const auto row = [](const char *endpoint, const QString &url) {
        QTest::newRow(endpoint) << QByteArray(endpoint) << url;
    };
    row("/messages?session=1", u"https://example.org:8443/messages?session=1"_s);
    row("messages", u"https://example.org:8443/a/messages"_s);
    row("?s=1", u"https://example.org:8443/a/sse?s=1"_s);
    row("https://example.org:8443/m", u"https://example.org:8443/m"_s);
    row("HTTPS://EXAMPLE.org:8443/m#x", u"https://example.org:8443/m"_s);
    row("//example.org:8443/m", u"https://example.org:8443/m"_s);
    row("https://example.org/m", {});
    row("http://example.org:8443/m", {});
    row("https://evil.example:8443/m", {});
    row("//evil.example/m", {});
    row("https://example.org:8443@evil.example/m", {});
    row("https://user:word@example.org:8443/m", {});
    row("https://example.org.evil.example:8443/m", {});
    row("javascript:alert(1)", {});
    row("file:///etc/passwd", {});
    row("", {});
    row("http://[", {});
}

void TestHttpSse::endpoints()
{
    QFETCH(QByteArray, endpoint);
    QFETCH(QString, url);
    HttpTarget target;
    target.url = QUrl(u"https://example.org:8443/a/sse"_s);
    target.headers.add("Authorization", "Bearer x");
    HttpSse flow(target);
    HttpActions actions;
    flow.start({1, 1}, actions);
    HttpHead head;
    head.status = 200;
    head.headers.add("Content-Type", "text/event-stream");
    flow.head(1, head, {1, 1}, actions);
    rpc::SseEvent event;
    event.type = "endpoint";
    event.data = Bytes::fromByteArray(endpoint);
    flow.event(1, event, {1, 1}, actions);
    actions.clear();
    flow.send({rpc::request("1", "ping", {}), Outgoing::Kind::Request, "1"}, {1, 1}, actions);
    QCOMPARE(actions.empty(), url.isEmpty());
    if (!url.isEmpty())
        QCOMPARE(std::get<BeginExchange>(actions.front()).request.url.toString(), url);
}

// Whatever the language of the sentence that the engine has for it.
void TestHttpSse::aBrokenStreamIsRecordedInEnglish()
{
    HttpTarget target;
    target.url = QUrl(u"https://example.org:8443/sse"_s);
    HttpSse flow(target);
    HttpActions actions;
    flow.start({1, 1}, actions);
    HttpHead head;
    head.status = 200;
    head.headers.add("Content-Type", "text/event-stream");
    flow.head(1, head, {1, 1}, actions);
    rpc::SseEvent event;
    event.type = "endpoint";
    event.data = Bytes::copyOf("/mcp");
    flow.event(1, event, {1, 1}, actions);
    actions.clear();
    HttpEnding ending;
    ending.outcome.failure = HttpOutcome::Failure::Truncated;
    ending.outcome.error =
        Error{.domain = Domain::Transport, .code = 18, .sentence = u"接続が閉じられました。"_s};
    flow.finished(1, ending, {2, 2}, actions);

    std::optional<ExitReport> report;
    QString noted;
    for (const auto &action : actions) {
        if (const auto *note = std::get_if<NoteLine>(&action))
            noted = note->detail;
        const auto *told = std::get_if<Event>(&action);
        if (const auto *ended = told ? std::get_if<Ended>(told) : nullptr)
            report = ended->report;
    }
    QVERIFY(report);
    QVERIFY(report->cause == rpc::EndReport::Cause::StreamBroken);
    QVERIFY(report->streamBreak.reason == rpc::StreamBreak::Reason::Closed);
    QCOMPARE(report->streamBreak.peer, u"example.org:8443"_s);
    QCOMPARE(report->streamBreak.code, 18);
    QCOMPARE(noted,
        u"ended; the event stream broke off: example.org:8443 closed the connection in the middle "
        "of the response. (libcurl 18)"_s);
}

// The window has one language when it records, and may have another one when it shows that.
void TestHttpSse::aFailedStartIsRecordedAsData()
{
    JapaneseResponses japanese;
    QVERIFY(QCoreApplication::installTranslator(&japanese));
    auto restore = qScopeGuard([&] { QCoreApplication::removeTranslator(&japanese); });
    HttpTarget target;
    target.url = QUrl(u"https://example.org/sse"_s);
    HttpSse flow(target);
    HttpActions actions;
    flow.start({1, 1}, actions);
    HttpHead head;
    head.status = 404;
    flow.head(1, head, {1, 1}, actions);
    actions.clear();
    flow.finished(1, {}, {2, 2}, actions);

    QString noted;
    QString told;
    for (const auto &action : actions) {
        const auto *note = std::get_if<NoteLine>(&action);
        if (note && note->what == QLatin1String(rpc::lifecycle::kStartFailed))
            noted = note->detail;
        const auto *event = std::get_if<Event>(&action);
        if (const auto *failed = event ? std::get_if<StartFailed>(event) : nullptr)
            told = failed->error.sentence;
    }
    const QString shown =
        u"https://example.org/sse にMCPのエンドポイントがありません（404 Not Found）。"_s;
    QCOMPARE(told, shown);
    QCOMPARE(noted.section(u'\n', 0, 0),
        u"There is no MCP endpoint at https://example.org/sse (404 Not Found)."_s);
    QCOMPARE(rpc::Sentence::read(noted).shown(), shown);
    restore.dismiss();
    QCoreApplication::removeTranslator(&japanese);
    QCOMPARE(rpc::Sentence::read(noted).shown(), noted.section(u'\n', 0, 0));
}

QTEST_GUILESS_MAIN(TestHttpSse)
#include "tst_httpsse.moc"
