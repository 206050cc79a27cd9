// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/connection.h"
#include "findings/context/report.h"
#include "findings/engine/checker.h"
#include "findings/engine/dispatch.h"
#include "support/handshake.h"
#include "support/recordedhttp.h"
#include "support/tracefeed.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <string>

using namespace sonde;
using namespace sonde::findings;

class CheckerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheSameWhileRecordingAndAfterwards();
    void keepsAFewFindingsOfEachRuleAndCountsTheOthers();
    void keepsTheFirstFindingsOfALongList();
    void reportsAJsonTextOverSeveralLinesOnce();
    void reportsALogLineWithinAJsonText();
    void beginsAgainAfterAMessage();
    void saysOnceWhichRulesWereRunOnAConnection();
    void judgesAnExchangeAfterItsMessages();
    void survivesEveryCutOfAMessage();
    void survivesMembersOfEveryType_data();
    void survivesMembersOfEveryType();
    void shortensWhatAMessageSays();
    void forgetsTheOldestOfTooManyRequests();
    void remembersALongRequestAmongManyShortOnes();
    void knowsTheNewestOpenRequest();
    void hasOneListOfRulesForAllMethodsThatNoneNames();
};

namespace {

struct Rig {
    Rig()
        : feed(recorder)
    {
        tests::negotiate(feed);
    }

    // Passes what is new to the checker, as a running recording does.
    void check(Checker &checker)
    {
        const trace::Changes changes = recorder.take();
        for (std::size_t i = 0; i < changes.fresh.size(); ++i)
            checker.add(trace::Number(changes.firstNew + i), changes.fresh[i]);
        for (const auto &[number, record] : changes.changed)
            checker.change(number, record);
    }
    std::vector<Finding> all()
    {
        Checker checker(recorder);
        check(checker);
        checker.finish();
        return checker.take();
    }

    trace::Recorder recorder;
    tests::TraceFeed feed;
};

QStringList rulesOf(const std::vector<Finding> &findings)
{
    QStringList names;
    for (const Finding &finding : findings)
        names << QStringLiteral("%1 #%2")
                     .arg(QString::fromStdString(finding.requirement->id))
                     .arg(finding.messages.front());
    return names;
}

// Of findings about lines: the rule, and the text that it quotes.
QStringList stdioRulesOf(const std::vector<Finding> &findings)
{
    QStringList names;
    for (const Finding &finding : findings) {
        const QString id = QString::fromStdString(finding.requirement->id);
        if (id.startsWith(QLatin1String("stdio.")))
            names << id + u' ' + finding.sentence.section(u'“', 1).section(u'”', 0, 0);
    }
    return names;
}

const std::vector<std::string> &conversation()
{
    static const std::vector<std::string> lines{
        R"(>{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}})",
        R"(<{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a b","inputSchema":{}}],)"
        R"("nextCursor":null}})",
        R"(>{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a b","arguments":{}}})",
        R"(<{"jsonrpc":"2.0","id":2,"result":{"structuredContent":{"t":[1,"2"]},"isError":0}})",
        R"(<starting up)", R"(<{"jsonrpc":"2.0","id":"2","error":{"code":1.5}})"};
    return lines;
}

void play(Rig &rig, const std::string &line)
{
    if (line.front() == '>')
        rig.feed.sent(line.substr(1));
    else
        rig.feed.received(line.substr(1));
}

} // namespace

void CheckerTest::findsTheSameWhileRecordingAndAfterwards()
{
    Rig live;
    Checker checker(live.recorder);
    std::vector<Finding> found;
    for (const std::string &line : conversation()) {
        play(live, line);
        live.check(checker);
        for (Finding &finding : checker.take())
            found.push_back(std::move(finding));
    }
    checker.finish();
    QVERIFY(checker.take().empty());
    Rig whole;
    for (const std::string &line : conversation())
        play(whole, line);
    const auto later = whole.all();
    QVERIFY(later.size() > 5);
    QCOMPARE(rulesOf(found), rulesOf(later));
}

void CheckerTest::keepsAFewFindingsOfEachRuleAndCountsTheOthers()
{
    Rig rig;
    constexpr int kMore = 7;
    for (std::size_t i = 0; i < Checker::kMaxOfRule + kMore; ++i)
        rig.feed.received("no message");
    Checker checker(rig.recorder);
    rig.check(checker);
    const auto found = checker.take();
    QCOMPARE(found.size(), Checker::kMaxOfRule);
    QCOMPARE(checker.omitted(), std::uint64_t(kMore));
}

void CheckerTest::keepsTheFirstFindingsOfALongList()
{
    Rig rig;
    std::string tools = R"({"name":"a 0","description":"A","inputSchema":{"type":"object"}})";
    for (std::size_t i = 1; i < 3 * Report::kMaxOfRule; ++i)
        tools += R"(,{"name":"a )" + std::to_string(i) + R"(","inputSchema":{"type":"object"}})";
    play(rig, conversation()[0]);
    play(rig, R"(<{"jsonrpc":"2.0","id":1,"result":{"tools":[)" + tools + "]}}");
    Checker checker(rig.recorder);
    rig.check(checker);
    std::map<std::string, QStringList> places;
    for (const Finding &finding : checker.take())
        places[finding.requirement->id] << finding.pointer;
    QStringList names;
    QStringList undescribed;
    for (std::size_t i = 0; i < Report::kMaxOfRule; ++i) {
        names << QStringLiteral("/result/tools/%1/name").arg(i);
        undescribed << QStringLiteral("/result/tools/%1").arg(i + 1);
    }
    QCOMPARE(places["tools.name-charset"], names);
    QCOMPARE(places["practice.description-present"], undescribed);
}

void CheckerTest::reportsAJsonTextOverSeveralLinesOnce()
{
    Rig rig;
    for (const char *line : {"{", R"(  "jsonrpc": "2.0",)", R"(  "id": 1.5e3, "ok": true,)",
             R"(  "result": {)", R"(    "tools": [)", "      {", R"(        "name": "a \"b")",
             "      },", "      {}", R"(      "a",)", "      -1", "    ]", "  }", "}"})
        rig.feed.received(line);
    rig.feed.received("ready");
    QCOMPARE(stdioRulesOf(rig.all()),
        QStringList({QStringLiteral("stdio.one-line-per-message {"),
            QStringLiteral("stdio.stdout-messages-only ready")}));
}

void CheckerTest::reportsALogLineWithinAJsonText()
{
    Rig rig;
    for (const char *line : {"{", R"("a": 1,)", "listening on port 3000", R"("b": 2)"})
        rig.feed.received(line);
    QCOMPARE(stdioRulesOf(rig.all()),
        QStringList({QStringLiteral("stdio.one-line-per-message {"),
            QStringLiteral("stdio.stdout-messages-only listening on port 3000"),
            QStringLiteral("stdio.stdout-messages-only \"b\": 2")}));
}

void CheckerTest::beginsAgainAfterAMessage()
{
    Rig rig;
    for (const char *line :
        {"[", R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})",
            R"("level": "info")"})
        rig.feed.received(line);
    QCOMPARE(stdioRulesOf(rig.all()),
        QStringList({QStringLiteral("stdio.one-line-per-message ["),
            QStringLiteral("stdio.stdout-messages-only \"level\": \"info\"")}));
}

void CheckerTest::saysOnceWhichRulesWereRunOnAConnection()
{
    Rig rig;
    tests::TraceFeed other(rig.recorder, QStringLiteral("other"));
    Checker checker(rig.recorder);
    rig.check(checker);
    const auto has = [](const std::vector<Exercised> &all, std::string_view id) {
        return std::count_if(all.begin(), all.end(),
            [id](const Exercised &one) { return one.requirement->id == id; });
    };
    const auto first = checker.takeExercised();
    QVERIFY(has(first, "stdio.stdout-messages-only") > 0);
    QCOMPARE(has(first, "tools.name-charset"), 0);
    play(rig, conversation()[0]);
    play(rig, conversation()[1]);
    rig.check(checker);
    const auto second = checker.takeExercised();
    QVERIFY(has(second, "tools.name-charset") == 1);
    QCOMPARE(has(second, "stdio.stdout-messages-only"), 0);
    for (const Exercised &one : second)
        QVERIFY(one.revision == Revision::R20251125);
    play(rig, conversation()[0]);
    play(rig, conversation()[1]);
    rig.check(checker);
    QCOMPARE(has(checker.takeExercised(), "tools.name-charset"), 0);
    other.received("no message");
    rig.check(checker);
    const auto third = checker.takeExercised();
    QVERIFY(has(third, "stdio.stdout-messages-only") > 0);
    checker.finish();
    const auto found = checker.take();
    QVERIFY(!found.empty());
    QCOMPARE(rig.recorder.stream(found.back().stream).server, QStringLiteral("other"));
    QCOMPARE(rig.recorder.stream(found.front().stream).server, QStringLiteral("demo"));
}

// Sonde writes a response down after it has read it, and before it that the connection was made.
void CheckerTest::judgesAnExchangeAfterItsMessages()
{
    const auto at = [](int ms) { return Stamp{ms * 1'000'000LL, 1'700'000'000'000 + ms}; };
    for (const bool isAnswered : {true, false}) {
        trace::Recorder recorder;
        test::RecordedHttp http(recorder);
        http.request(0, "POST", "/mcp",
            "POST /mcp HTTP/1.1\r\nAccept: application/json, text/event-stream\r\n"
            "Content-Type: application/json\r\nMCP-Protocol-Version: 2025-11-25\r\n\r\n",
            R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":)"
            R"("2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}})",
            at(0));
        http.tell(0, R"(,"purpose":"message")");
        http.respond(0, 200, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", at(1));
        http.lifecycle(R"({"event":"connected"})", "connected", at(5));
        http.events(0, "id: a\ndata: \n\n", at(4));
        if (isAnswered)
            http.events(0,
                R"(data: {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25",)"
                R"("capabilities":{},"serverInfo":{"name":"s","version":"1"}}})"
                "\n\n",
                at(4));
        http.end(0, rpc::Exchange::State::Done, at(3));
        Checker checker(recorder);
        const trace::Changes changes = recorder.take();
        for (std::size_t i = 0; i < changes.fresh.size(); ++i)
            checker.add(trace::Number(changes.firstNew + i), changes.fresh[i]);
        checker.finish();
        const QStringList found = rulesOf(checker.take());
        const bool isEarly = found.contains(QStringLiteral("sse.retry-before-close #1"));
        QVERIFY2(isEarly != isAnswered, qPrintable(found.join(u' ')));
    }
}

void CheckerTest::survivesEveryCutOfAMessage()
{
    Rig rig;
    std::size_t cuts = 0;
    for (const std::string &line : conversation()) {
        for (std::size_t size = 2; size < line.size(); ++size, ++cuts)
            play(rig, line.substr(0, size));
    }
    const auto found = rig.all();
    QVERIFY(found.size() > 100);
    for (const Finding &finding : found) {
        QVERIFY(finding.messages.front() <= cuts + 2);
        QVERIFY(finding.begin <= finding.end);
        QVERIFY(!finding.sentence.isEmpty());
    }
}

void CheckerTest::survivesMembersOfEveryType_data()
{
    QTest::addColumn<QByteArray>("value");
    for (const char *value : {"null", "true", "-1.5", "1e400", "\"\"", "\"\\ud800\"", "[]", "[[1]]",
             "{}", R"({"type":"object","a":null})", R"([{"name":1,"inputSchema":[]},3,null])"})
        QTest::newRow(value) << QByteArray(value);
}

void CheckerTest::survivesMembersOfEveryType()
{
    QFETCH(QByteArray, value);
    Rig rig;
    const std::string text = value.toStdString();
    int id = 0;
    for (const char *method : {"tools/list", "tools/call", "prompts/list", "resources/list",
             "initialize", "server/discover", "logging/setLevel"}) {
        for (const char *member : {"tools", "content", "structuredContent", "nextCursor",
                 "capabilities", "protocolVersion", "resultType", "prompts", "resources"}) {
            const std::string start = R"({"jsonrpc":"2.0","id":)" + std::to_string(++id);
            rig.feed.sent(start + R"(,"method":")" + method + R"(","params":{"name":)" + text
                + R"(,"cursor":)" + text + R"(,"_meta":)" + text + "}}");
            rig.feed.received(start + R"(,"result":{")" + member + "\":" + text + "}}");
        }
        const std::string start = R"({"jsonrpc":"2.0","id":)" + std::to_string(++id);
        rig.feed.sent(start + R"(,"method":")" + method + R"(","params":)" + text + "}");
        rig.feed.received(start + R"(,"error":)" + text + "}");
        rig.feed.received(
            R"({"jsonrpc":"2.0","method":"notifications/progress","params":)" + text + "}");
    }
    for (const Finding &finding : rig.all())
        QVERIFY(finding.begin <= finding.end);
    QVERIFY(rig.recorder.messageCount() > 100);
}

void CheckerTest::shortensWhatAMessageSays()
{
    Rig rig;
    rig.feed.received(std::string(100'000, 'x') + "\x1b[31m");
    rig.feed.received("\x1b[31mred");
    const auto found = rig.all();
    QCOMPARE(found.size(), std::size_t(2));
    QVERIFY(found[0].sentence.size() < 300);
    QVERIFY(found[0].sentence.contains(u'…'));
    QVERIFY(!found[1].sentence.contains(QChar(0x1b)));
}

void CheckerTest::forgetsTheOldestOfTooManyRequests()
{
    RequestLog log;
    for (std::size_t i = 1; i <= RequestLog::kMaxOpen + 5; ++i) {
        auto request = std::make_unique<SeenRequest>();
        request->id = std::to_string(i);
        request->progressToken = request->id;
        log.add(std::move(request));
    }
    QCOMPARE(log.openCount(), RequestLog::kMaxOpen);
    QVERIFY(!log.open("5"));
    QVERIFY(!log.byToken("5"));
    QVERIFY(log.open("6"));
    QVERIFY(log.wasUsed("5"));
    for (std::size_t i = 6; i <= 6 + RequestLog::kMaxClosed; ++i)
        log.close(std::to_string(i), trace::Number(i));
    QVERIFY(!log.closed("6"));
    QVERIFY(log.closed("7"));
}

void CheckerTest::remembersALongRequestAmongManyShortOnes()
{
    RequestLog log;
    for (std::size_t i = 0; i < 3 * RequestLog::kMaxOpen; ++i) {
        auto request = std::make_unique<SeenRequest>();
        request->id = std::to_string(i);
        log.add(std::move(request));
        if (i > 0)
            log.close(std::to_string(i), trace::Number(i));
    }
    QVERIFY(log.open("0"));
    QCOMPARE(log.openCount(), std::size_t(1));
}

void CheckerTest::knowsTheNewestOpenRequest()
{
    RequestLog log;
    const auto add = [&log](trace::Number number, const char *id, const char *method) {
        auto request = std::make_unique<SeenRequest>();
        request->number = number;
        request->id = id;
        request->method = method;
        log.add(std::move(request));
    };
    QVERIFY(!log.hasOpenSince(0));
    add(1, "1", "tasks/result");
    QVERIFY(!log.hasOpenOtherThan("tasks/result"));
    add(2, "2", "ping");
    add(3, "3", "ping");
    QVERIFY(log.hasOpenSince(2));
    log.close("3", 4);
    QVERIFY(!log.hasOpenSince(2));
    QVERIFY(log.hasOpenSince(1));
    add(5, "2", "tasks/result"); // the id is open already
    QVERIFY(log.hasOpenSince(4));
    QVERIFY(!log.hasOpenOtherThan("tasks/result"));
    log.forget("2");
    QVERIFY(!log.hasOpenSince(1));
    QCOMPARE(log.openCount(), std::size_t(1));
}

// However many methods a hostile server invents.
void CheckerTest::hasOneListOfRulesForAllMethodsThatNoneNames()
{
    Rig rig;
    rig.recorder.take(); // the handshake
    for (const char *method : {"acme/a", "acme/b", "tools/list"})
        rig.feed.sent(R"({"jsonrpc":"2.0","id":")" + std::string(method) + R"(","method":")"
            + method + "\"}");
    const auto records = rig.recorder.take().fresh;
    QCOMPARE(records.size(), std::size_t(3));
    Dispatch dispatch(rig.recorder);
    const auto rules = [&](std::size_t i) {
        return &dispatch.rules(
            On::Request, rpc::Channel::Sent, Revision::R20251125, records[i].method);
    };
    QVERIFY(records[0].method != records[1].method);
    QCOMPARE(rules(0), rules(1));
    QVERIFY(rules(0) != rules(2));
    QVERIFY(rules(2)->size() > rules(0)->size());
}

QTEST_GUILESS_MAIN(CheckerTest)
#include "tst_checker.moc"
