// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/tracefeed.h"
#include "trace/filter/filtercompare.h"
#include "trace/filter/filterrun.h"
#include "trace/record/errorcode.h"

#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::trace;
using namespace Qt::StringLiterals;

class FilterRunTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void findsRows_data();
    void findsRows();
    void searchesTextWhateverTheCase_data();
    void searchesTextWhateverTheCase();
    void readsManyMessagesThroughAWindow();
    void missesWhatCannotBeRead();
    void findsTheToolOfAResponseThatIsNoResult();
    void findsWhatACheckHasSent();
    void findsWhatElseMadeMessagesGo();
    void comparesErrorCodesByTheirValue();
    void comparesTheFindingsThatTheRowBrings_data();
    void comparesTheFindingsThatTheRowBrings();

private:
    QList<int> found(const QString &text);

    std::unique_ptr<Recorder> m_recorder;
    std::vector<Record> m_records;
};

void FilterRunTest::initTestCase()
{
    m_recorder = std::make_unique<Recorder>();
    tests::TraceFeed feed(*m_recorder);
    const auto ms = [&feed](int count) { feed.advance(count * std::int64_t(1'000'000)); };
    // 1
    feed.sent(R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"get_weather",)"
              R"("arguments":{"city":"Reykjavík","days":3,"station":9007199254740993}}})");
    ms(41);
    // 2
    feed.received(R"({"jsonrpc":"2.0","method":"notifications/progress",)"
                  R"("params":{"progressToken":7,"progress":1,"total":3}})");
    // 3
    feed.received(R"({"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text",)"
                  R"("text":"4.0 °C"},{"type":"text","text":"rain"}],"isError":false}})");
    // 4
    feed.sent(R"({"jsonrpc":"2.0","id":"s-1","method":"resources/read",)"
              R"("params":{"uri":"file:///a?b=c"}})");
    ms(200);
    // 5
    feed.received(R"({"jsonrpc":"2.0","id":"s-1","error":{"code":-32602,"message":"No such"}})");
    // 6
    feed.diagnostic("Cache miss for city");
    // 7
    feed.received(R"({"jsonrpc":"2.0","method":"notifications/message",)"
                  R"("params":{"level":"error","data":"x"}})");
    // 8
    feed.received("warming up");
    // 9
    feed.sent(R"({"jsonrpc":"2.0","id":8,"method":"ping"})");
    // 10
    feed.sent(R"({"jsonrpc":"2.0","id":"7","method":"ping","params":{"c\u0069ty":null}})");
    m_records = m_recorder->take().fresh;
    QVERIFY(m_recorder->setNote(4, {true, "A leak, perhaps"}).ok());
    QVERIFY(m_recorder->setNote(5, {false, "see the one before"}).ok());
}

QList<int> FilterRunTest::found(const QString &text)
{
    const auto filter = Filter::compile(text);
    if (const auto *error = std::get_if<FilterError>(&filter)) {
        qWarning() << error->sentence;
        return {-1};
    }
    FilterRun run(std::get<Filter>(filter), *m_recorder);
    QList<int> numbers;
    for (std::size_t i = 0; i < m_records.size(); ++i) {
        const Record &record = m_records[i];
        const Record *pair = record.pair == 0 ? nullptr : &m_records[record.pair - 1];
        if (run.fits({Number(i + 1), record, durationOf(record, pair), askedOf(record, pair), false,
                oddErrorOf(record, pair)}))
            numbers << int(i + 1);
    }
    return numbers;
}

// A response that is no result yet says so as its target, and is about the tool all the same.
void FilterRunTest::findsTheToolOfAResponseThatIsNoResult()
{
    m_recorder = std::make_unique<Recorder>();
    tests::TraceFeed feed(*m_recorder);
    feed.sent(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"trip"}})");
    feed.received(R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required",)"
                  R"("requestState":"s"}})");
    m_records = m_recorder->take().fresh;
    QCOMPARE(found(QStringLiteral("tool == trip")), QList<int>({1, 2}));
    QCOMPARE(found(QStringLiteral("target == trip")), QList<int>({1}));
    QCOMPARE(found(QStringLiteral("target contains input_required")), QList<int>({2}));
}

// And the responses to it, so that all of it can be hidden.
void FilterRunTest::findsWhatACheckHasSent()
{
    m_recorder = std::make_unique<Recorder>();
    tests::TraceFeed feed(*m_recorder);
    feed.sent(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    feed.setOrigin(rpc::Origin::Check);
    feed.sent(R"({"jsonrpc":"2.0","id":2,"method":"ping"})");
    feed.sent(R"({"jsonrpc":"2.0","method":"notifications/odd"})");
    feed.setOrigin(rpc::Origin::None);
    feed.received(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    feed.received(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no"}})");
    feed.received(R"({"jsonrpc":"2.0","method":"notifications/message"})");
    m_records = m_recorder->take().fresh;
    QCOMPARE(found(QStringLiteral("sentby == check")), QList<int>({2, 3, 5}));
    QCOMPARE(found(QStringLiteral("sentby == \"check\"")), QList<int>({2, 3, 5}));
    QCOMPARE(found(QStringLiteral("sentby != check")), QList<int>({1, 4, 6}));
    QCOMPARE(found(QStringLiteral("sentby == other")), QList<int>({1, 4, 6}));
    QCOMPARE(found(QStringLiteral("sentby exists")), QList<int>({2, 3, 5}));
}

void FilterRunTest::findsWhatElseMadeMessagesGo()
{
    m_recorder = std::make_unique<Recorder>();
    tests::TraceFeed feed(*m_recorder);
    for (const rpc::Origin origin :
        {rpc::Origin::Edited, rpc::Origin::LoadTest, rpc::Origin::Restart}) {
        feed.setOrigin(origin);
        feed.sent(R"({"jsonrpc":"2.0","method":"notifications/odd"})");
    }
    m_records = m_recorder->take().fresh;
    QCOMPARE(found(QStringLiteral("sentby == edited")), QList<int>({1}));
    QCOMPARE(found(QStringLiteral("sentby == loadtest")), QList<int>({2}));
    QCOMPARE(found(QStringLiteral("sentby == restart")), QList<int>({3}));
    QCOMPARE(found(QStringLiteral("sentby != check")), QList<int>({1, 2, 3}));
}

void FilterRunTest::comparesTheFindingsThatTheRowBrings_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("none"); // fits a row without findings
    QTest::addColumn<bool>("two"); // fits one with a warning and an error
    const auto row = [](const char *text, bool none, bool two) {
        QTest::newRow(text) << QString::fromUtf8(text) << none << two;
    };
    row("finding exists", false, true);
    row("finding == yes", false, true);
    row("finding == no", true, false);
    row("not finding exists", true, false);
    row("finding.level == error", false, true);
    row("finding.level == warning", false, true);
    row("finding.level == info", false, false);
    row("finding.level != warning", false, true);
    row("finding.level >= warning", false, true);
    row("finding.level > error", false, false);
    row("finding.level exists", false, true);
    row("finding.rule == \"tools.name-charset\"", false, true);
    row("finding.rule == \"tools.name\"", false, false);
    row("finding.rule contains STDIO", false, true);
    row("finding.rule matches \"^tools\\.\"", false, true);
    row("finding.rule in (a, \"stdio.stdout-messages-only\")", false, true);
    row("finding.rule exists and finding.level < warning", false, false);
}

void FilterRunTest::comparesTheFindingsThatTheRowBrings()
{
    QFETCH(QString, text);
    QFETCH(bool, none);
    QFETCH(bool, two);
    const auto compiled = Filter::compile(text);
    QVERIFY(std::holds_alternative<Filter>(compiled));
    const auto &filter = std::get<Filter>(compiled);
    QVERIFY(filter.asksForFindings());
    QVERIFY(!filter.readsText());
    m_recorder = std::make_unique<Recorder>();
    FilterRun run(filter, *m_recorder);
    FilterRow row;
    QCOMPARE(run.fits(row), none);
    row.findings = {{1, "tools.name-charset"}, {2, "stdio.stdout-messages-only"}};
    QCOMPARE(run.fits(row), two);
    QVERIFY(!std::get<Filter>(Filter::compile(QStringLiteral("size > 1"))).asksForFindings());
}

void FilterRunTest::comparesErrorCodesByTheirValue()
{
    m_recorder = std::make_unique<Recorder>();
    tests::TraceFeed feed(*m_recorder);
    int id = 0;
    // Each code stands in two rows: 1 and 2, 3 and 4, …
    for (const char *code : {"-32601", "-32601.0", "4294934695", "9007199254740993", "\"-32601\"",
             "0", "1e400", "2147483647", "-2147483649"}) {
        const std::string start = R"({"jsonrpc":"2.0","id":)" + std::to_string(++id);
        feed.sent(start + R"(,"method":"ping"})");
        feed.received(start + R"(,"error":{"code":)" + code + R"(,"message":"m"}})");
    }
    m_records.clear();
    const Changes changes = m_recorder->take();
    m_records = changes.fresh;
    for (const auto &[number, record] : changes.changed)
        m_records[number - 1] = record;
    using Rows = QList<int>;
    QCOMPARE(found(QStringLiteral("error.code == -32601")), Rows({1, 2, 3, 4}));
    QCOMPARE(found(QStringLiteral("error.code == 4294934695")), Rows({5, 6}));
    QCOMPARE(found(QStringLiteral("error.code == 9007199254740993")), Rows({7, 8}));
    QCOMPARE(found(QStringLiteral("error.code == 1")), Rows());
    QCOMPARE(found(QStringLiteral("error.code == 0")), Rows({11, 12}));
    QCOMPARE(found(QStringLiteral("error.code > 2147483647")), Rows({5, 6, 7, 8, 13, 14}));
    QCOMPARE(found(QStringLiteral("error.code > 9007199254740992")), Rows({7, 8, 13, 14}));
    QCOMPARE(found(QStringLiteral("error.code > 9007199254740993")), Rows({13, 14}));
    QCOMPARE(found(QStringLiteral("error.code < -2147483648")), Rows({17, 18}));
    QCOMPARE(found(QStringLiteral("error.code exists")).size(), 18);
    QCOMPARE(found(QStringLiteral("error.code != -32601")).size(), 14);
}

void FilterRunTest::findsRows_data()
{
    QTest::addColumn<QList<int>>("numbers");
    const auto row = [](const char *text, const QList<int> &numbers) {
        QTest::newRow(text) << numbers;
    };
    const QList<int> none;
    row("marked == yes", {4});
    row("marked exists", {4});
    row("marked != yes and number <= 5", {1, 2, 3, 5});
    row("note contains LEAK", {4});
    row("note exists and not marked exists", {5});
    row("", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    row("method == \"tools/call\"", {1, 3});
    row("method != \"tools/call\"", {2, 4, 5, 7, 9, 10});
    row("not method == \"tools/call\"", {2, 4, 5, 6, 7, 8, 9, 10});
    row("method contains NOTIF", {2, 7});
    row("method matches \"^p.*g$\"", {9, 10});
    row("method in (ping, \"resources/read\")", {4, 5, 9, 10});
    row("method exists", {1, 2, 3, 4, 5, 7, 9, 10});
    row("kind == request", {1, 4, 9, 10});
    row("kind == response", {3, 5});
    row("kind == error", {5});
    row("kind != response", {1, 2, 4, 6, 7, 8, 9, 10});
    row("kind in (stderr, invalid)", {6, 8});
    row("dir == sent", {1, 4, 9, 10});
    row("dir == none", {6});
    row("id == 7", {1, 3});
    row("id == \"7\"", {10});
    row("id == s-1", {4, 5});
    row("id == \"s-1\"", {4, 5});
    row("id exists and dir == received", {3, 5});
    row("id contains s", {4, 5});
    row("tool == get_weather", {1, 3});
    row("uri == 'file:///a?b=c'", {4, 5});
    row("uri exists", {4, 5});
    row("prompt exists", none);
    row("status == ok", {1, 3});
    row("status == error", {4, 5});
    row("status == pending", {9, 10});
    row("status == 404", none);
    row("error.code == -32602", {4, 5});
    row("bytes contains \"C2 b0 43\"", {3});
    row("bytes contains c2b043", {3});
    row("bytes contains 5265796b6a6176C3ad6b", {1});
    row("bytes contains 434143484520", none); // no letter is another one: CACHE
    row("bytes == \"77 61 72 6d 69 6e 67 20 75 70\"", {8});
    row("bytes in (77, 7761726d696e67207570)", {8});
    row("bytes != 7b7d and number > 8", {9, 10});
    row("bytes exists and number == 6", {6});
    row("error.code < 0 and kind == error", {5});
    row("duration > 50ms", {4});
    row("duration == 41ms", {1});
    row("duration exists", {1, 4});
    row("size > 100 and dir == sent", {1});
    row("size < 12B", {8});
    row("number in (1, 9)", {1, 9});
    row("number >= 9", {9, 10});
    row("server == demo and number == 2", {2});
    row("session == 1 and number == 2", {2});
    row("stream == 99", none);
    row("level >= warning", {7});
    row("level == info", none);
    row("problem exists", {8});
    row("problem == stray-output", {8});
    row("text contains CITY", {1, 6});
    row("text matches \"C.*miss\"", {6});
    row("params.arguments.city == \"Reykjavík\"", {1});
    row("params.arguments.city != Oslo", {1});
    row("params.arguments.days > 2", {1});
    row("params.arguments.days == \"3\"", none);
    row("params.arguments.station == 9007199254740992", none);
    row("params.arguments.station > 9007199254740992", {1});
    row("result.content[0].text contains \"°c\"", {3});
    row("result.content[1].text == rain", {3});
    row("result.content[*].text == rain", {3});
    row("result.content[2].text exists", none);
    row("result.isError == false", {3});
    row("result.isError == true", none);
    row("params.city == null", {10});
    row("params[\"city\"] exists", {10});
    row("error.message contains such", {5});
    row("error exists", {5});
    row("$.id == 8", {9});
    row("weather", {1, 3});
    row("WEATHER and kind == request", {1});
    row("cache miss", {6});
    row("1 of 3", {2});
    row("s-1", {4, 5});
    row("time >= 2026-01-01 and number == 1", {1});
    row("time < 2026-01-01", none);
    row("number == 1 or not number == 2 and number == 3", {1, 3});
    row("(number == 1 or number == 2) and kind == request", {1});
}

void FilterRunTest::findsRows()
{
    QFETCH(QList<int>, numbers);
    QCOMPARE(found(QString::fromUtf8(QTest::currentDataTag())), numbers);
}

void FilterRunTest::searchesTextWhateverTheCase_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("needle");
    QTest::addColumn<bool>("has");
    QTest::newRow("ascii") << u"Cache MISS"_s << u"cache m"_s << true;
    QTest::newRow("end") << u"Cache miss"_s << u"SS"_s << true;
    QTest::newRow("longer") << u"ab"_s << u"abc"_s << false;
    QTest::newRow("none") << u"aab aac"_s << u"aad"_s << false;
    QTest::newRow("letters") << u"ÉTÉ"_s << u"été"_s << true;
    QTest::newRow("empty") << u""_s << u"x"_s << false;
}

void FilterRunTest::searchesTextWhateverTheCase()
{
    QFETCH(QString, text);
    QFETCH(QString, needle);
    QFETCH(bool, has);
    QCOMPARE(containsText(text.toStdString(), needle.toStdString()), has);
}

void FilterRunTest::readsManyMessagesThroughAWindow()
{
    Recorder recorder;
    tests::TraceFeed feed(recorder);
    const std::string filler(1000, 'x');
    constexpr int kMessages = 2000; // many windows
    for (int i = 0; i < kMessages; ++i) {
        const auto text = R"({"jsonrpc":"2.0","method":"n","params":{"i":)" + std::to_string(i)
            + R"(,"f":")" + filler + R"("}})";
        i % 2 ? feed.sent(text) : feed.received(text);
    }
    feed.sent(R"({"jsonrpc":"2.0","method":"n","params":")" + std::string(1'000'000, 'y') + "\"}");
    MessageWindow window(recorder);
    for (const Record &record : recorder.take().fresh) {
        const auto bytes = window.read(record);
        const auto expected = recorder.read(record);
        QVERIFY(bytes.ok() && expected.ok());
        QCOMPARE(bytes->view(), expected->view());
    }
}

void FilterRunTest::missesWhatCannotBeRead()
{
    Recorder recorder(100'000); // memory only, and little of it
    tests::TraceFeed feed(recorder);
    for (int i = 0; i < 1000; ++i)
        feed.sent(
            R"({"jsonrpc":"2.0","method":"n","params":{"a":")" + std::string(500, 'a') + "\"}}");
    const auto records = recorder.take().fresh;
    FilterRun run(std::get<Filter>(Filter::compile(u"params.a contains aaa"_s)), recorder);
    QVERIFY(!run.fits({1, records.front(), -1}));
    QVERIFY(run.fits({1000, records.back(), -1}));
}

QTEST_APPLESS_MAIN(FilterRunTest)
#include "tst_filterrun.moc"
