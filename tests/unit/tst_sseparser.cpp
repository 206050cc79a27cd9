// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/sseparser.h"
#include "support/sseoutcome.h"

#include <QTest>

#include <vector>

using namespace sonde;
using namespace sonde::rpc;
using test::SeenEvent;
using test::SseOutcome;
using namespace std::string_view_literals;

namespace {

SseOutcome streamOf(const std::vector<std::string_view> &chunks, std::size_t maxData = 1 << 20)
{
    SseParser parser(maxData);
    SseOutcome stream;
    const auto add = [&stream](const SseEvent &event) { stream.add(event); };
    std::uint64_t size = 0;
    for (const auto chunk : chunks) {
        parser.feed(Bytes::copyOf(chunk), add);
        size += chunk.size();
        if (parser.offset() != size)
            qFatal("the offset is wrong");
    }
    stream.finish(parser);
    return stream;
}

std::vector<std::string> dataOf(std::string_view text)
{
    std::vector<std::string> list;
    for (const SeenEvent &event : streamOf({text}).events)
        list.push_back(event.hasData ? event.data : "(none)");
    return list;
}

using Texts = std::vector<std::string>;

const std::vector<std::string_view> kCorpus{
    "data: a\n\ndata: b\n\n",
    "data: a\r\n\r\ndata:b\r\n\r\n",
    "data: a\r\rdata: b\r\r",
    "data: a\r\r\ndata: b\r\n\rdata: c\n\r\ndata: d\r\n\r",
    "\xef\xbb\xbf"
    "data: marked\n\n",
    "\xef\xbb"
    "data: no mark\n\ndata: x\n\n",
    "\xef\xbb\xbf\xef\xbb\xbf"
    "data: two\n\n",
    ": hello\n\n:\n\n: more\ndata: x\n: between\ndata: y\n\n",
    "data\n\ndata\ndata\n\ndata:\n\ndata: \n\ndata",
    "data: one\nid: 7\nevent: e\ndata:two\nretry: 10\ndata\n\nrest",
    "id: a\0b\n\nid: 1\n\nid\n\nid: 2"sv,
    "retry: 12\n\nretry: 1x\n\nretry:\n\nretry: -1\n\nretry: 99999999999999999999\n\n",
    "event: x\n\nevent: y\ndata: 1\n\nevent:\ndata: 2\n\n",
    "datum: x\ndataset: y\nDATA: z\n data: w\n\ndata : v\n\n",
    "data:  two spaces\n\ndata:a:b\n\n",
    "\n\n\r\n\r\rdata: \xff\xfe\0x\n\n"sv,
};

} // namespace

class TestSseParser : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void givesTheSameEventsWhereverTheStreamWasSplit();
    void saysWhereTheDataStands();
    void endsLinesWithAnyOfTheThree();
    void waitsForTheLineFeedOnlyWhereLinesEndWithPairs();
    void skipsOneByteOrderMark();
    void countsComments();
    void joinsTheLinesOfData();
    void tellsEmptyDataFromNone();
    void ignoresAnIdWithANul();
    void takesARetryOfDigitsOnly();
    void namesAnEventMessageUnlessItSaysOtherwise();
    void ignoresFieldsItDoesNotKnow();
    void boundsWhatIsTooLong();
    void discardsAnUnfinishedBlock();
    void givesDataInsideAChunkWithoutCopyingIt();
    void joinsAnEventOfManyChunksOnce();
};

void TestSseParser::givesTheSameEventsWhereverTheStreamWasSplit()
{
    for (const std::string_view text : kCorpus) {
        for (const std::size_t limit : {std::size_t(1 << 20), std::size_t(3)}) {
            const SseOutcome whole = streamOf({text}, limit);
            for (std::size_t i = 0; i <= text.size(); ++i) {
                for (std::size_t k = i; k <= text.size(); ++k)
                    QVERIFY(
                        streamOf({text.substr(0, i), text.substr(i, k - i), text.substr(k)}, limit)
                        == whole);
            }
            std::vector<std::string_view> bytes;
            for (std::size_t i = 0; i < text.size(); ++i)
                bytes.push_back(text.substr(i, 1));
            QVERIFY(streamOf(bytes, limit) == whole);
        }
    }
}

void TestSseParser::saysWhereTheDataStands()
{
    for (const std::string_view text : kCorpus) {
        std::uint64_t end = 0;
        for (const SeenEvent &event : streamOf({text}).events) {
            QVERIFY(event.offset >= end);
            end = event.offset + event.length;
            QVERIFY(end <= text.size());
            if (!event.hasData)
                continue;
            QVERIFY(event.dataOffset >= event.offset);
            QVERIFY(event.dataOffset + event.dataLength <= end);
            const std::string_view raw = text.substr(event.dataOffset, event.dataLength);
            QCOMPARE(event.folded ? unfoldSseData(raw) : std::string(raw), event.data);
        }
    }
    const auto events = streamOf({"\n: c\r\ndata: a\r\nid:1\r\ndata: b\r\n\r\nx"}).events;
    QCOMPARE(events.size(), std::size_t(1));
    QCOMPARE(events[0].offset, std::uint64_t(1));
    QCOMPARE(events[0].length, std::uint64_t(31));
    QCOMPARE(events[0].dataOffset, std::uint64_t(12));
    QCOMPARE(events[0].dataLength, std::uint64_t(16));
    QVERIFY(events[0].folded);
    QCOMPARE(unfoldSseData({}), std::string());
    QCOMPARE(unfoldSseData("a\n\nid: 1"), std::string("a"));
    QCOMPARE(unfoldSseData(" a\n:\ndata\ndata: b"), std::string(" a\n\nb"));
}

void TestSseParser::endsLinesWithAnyOfTheThree()
{
    const Texts both{"a", "b"};
    QCOMPARE(dataOf("data: a\n\ndata: b\n\n"), both);
    QCOMPARE(dataOf("data: a\r\n\r\ndata: b\r\n\r\n"), both);
    QCOMPARE(dataOf("data: a\r\rdata: b\r\r"), both);
    QCOMPARE(dataOf("data: a\n\r\ndata: b\r\n\n"), both);
    QCOMPARE(dataOf("data: a\r\ndata: b\rdata: c\ndata: d\n\n"), Texts{"a\nb\nc\nd"});
}

void TestSseParser::waitsForTheLineFeedOnlyWhereLinesEndWithPairs()
{
    SseParser parser;
    std::vector<std::uint64_t> lengths;
    const auto take = [&lengths](const SseEvent &event) { lengths.push_back(event.length); };
    parser.feed(Bytes::copyOf("data: a\r\r"), take);
    QCOMPARE(lengths, (std::vector<std::uint64_t>{9}));
    parser.feed(Bytes::copyOf("\ndata: b\r\n\r"), take);
    QCOMPARE(lengths.size(), std::size_t(1));
    parser.feed(Bytes::copyOf("\n"), take);
    QCOMPARE(lengths, (std::vector<std::uint64_t>{9, 11}));
    parser.feed(Bytes::copyOf("data: c\r\n\r"), take);
    QVERIFY(parser.isInsideBlock());
    const auto last = parser.finish();
    QVERIFY(last);
    QCOMPARE(last->data.view(), "c"sv);
    QVERIFY(!parser.isInsideBlock());
    QVERIFY(!parser.finish());
}

void TestSseParser::skipsOneByteOrderMark()
{
    QCOMPARE(dataOf("\xef\xbb\xbf"
                    "data: a\n\n"),
        Texts{"a"});
    QCOMPARE(streamOf({"\xef\xbb\xbf"
                       "data: a\n\n"})
                 .events[0]
                 .offset,
        std::uint64_t(3));
    QCOMPARE(dataOf("\xef\xbb\xbf\xef\xbb\xbf"
                    "data: a\n\ndata: b\n\n"),
        Texts{"b"});
    QCOMPARE(dataOf("data: a\n\n\xef\xbb\xbf"
                    "data: b\n\n"),
        Texts{"a"});
    QCOMPARE(dataOf("\xef\xbb"
                    "data: a\n\ndata: b\n\n"),
        Texts{"b"});
}

void TestSseParser::countsComments()
{
    const SseOutcome stream = streamOf({": a\n\n:\n\n:b\ndata: x\n\n: unfinished"});
    QCOMPARE(stream.comments, std::uint64_t(3));
    QCOMPARE(stream.events.size(), std::size_t(1));
    QVERIFY(!stream.insideBlock);
}

void TestSseParser::joinsTheLinesOfData()
{
    // The examples of the standard.
    QCOMPARE(dataOf("data: YHOO\ndata: +2\ndata: 10\n\n"), Texts{"YHOO\n+2\n10"});
    QCOMPARE(dataOf(": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\n"
                    "data:  third event\n"),
        (Texts{"first event", "second event"}));
    QCOMPARE(dataOf("data\n\ndata\ndata\n\ndata:"), (Texts{"", "\n"}));
    QCOMPARE(dataOf("data:test\n\ndata: test\n\n"), (Texts{"test", "test"}));
}

void TestSseParser::tellsEmptyDataFromNone()
{
    // What a server sends first so that the stream can be resumed (2025-11-25 basic/transports).
    const auto events = streamOf({"id: 1\ndata:\n\nid: 2\nretry: 500\n\n"}).events;
    QCOMPARE(events.size(), std::size_t(2));
    QVERIFY(events[0].hasData);
    QVERIFY(events[0].data.empty());
    QCOMPARE(events[0].id, std::optional<std::string>("1"));
    QVERIFY(!events[1].hasData);
    QCOMPARE(events[1].retry, std::optional(std::chrono::milliseconds(500)));
}

void TestSseParser::ignoresAnIdWithANul()
{
    QCOMPARE(streamOf({"id: 1\n\nid: a\0b\n\n"sv}).lastId, std::string("1"));
    QCOMPARE(streamOf({"id: 1\n\nid: a\0b\n\n"sv}).events[1].id, std::optional<std::string>());
    QCOMPARE(streamOf({"id: 1\n\nid\n\n"}).lastId, std::string());
    QCOMPARE(streamOf({"id: 1\n\nid: 2\n"}).lastId, std::string("1"));
    QCOMPARE(streamOf({"id: 1\nid: 3\n\n"}).lastId, std::string("3"));
    const std::string longId = "id: " + std::string(100'000, 'x') + "\n\n";
    QCOMPARE(streamOf({"id: 1\n\n", longId}).lastId, std::string("1"));
}

void TestSseParser::takesARetryOfDigitsOnly()
{
    const auto retryOf = [](std::string_view value) {
        const std::string text = "retry:" + std::string(value) + "\n\n";
        return streamOf({text}).events.at(0).retry;
    };
    QCOMPARE(retryOf("0"), std::optional(std::chrono::milliseconds(0)));
    QCOMPARE(retryOf(" 0012"), std::optional(std::chrono::milliseconds(12)));
    for (const auto bad : {"", "-1", "1.5", "1e3", "+1", "  1", "1 ", "0x1", "\xd9\xa1"})
        QVERIFY(!retryOf(bad));
    QVERIFY(retryOf("99999999999999999999999999") > std::chrono::hours(24));
    QVERIFY(retryOf("99999999999999999999999999") <= std::chrono::hours(24 * 366));
}

void TestSseParser::namesAnEventMessageUnlessItSaysOtherwise()
{
    const auto events = streamOf({"data: 1\n\nevent: endpoint\ndata: 2\n\n"
                                  "event: a\nevent:\ndata: 3\n\nevent: x\n\n"})
                            .events;
    QCOMPARE(events.size(), std::size_t(4));
    QCOMPARE(events[0].type, std::string("message"));
    QCOMPARE(events[1].type, std::string("endpoint"));
    QCOMPARE(events[2].type, std::string("message"));
    QVERIFY(!events[3].hasData);
}

void TestSseParser::ignoresFieldsItDoesNotKnow()
{
    QVERIFY(dataOf("datum: x\ndat: y\nDATA: z\n data: w\ndata : v\n\n").empty());
    QCOMPARE(dataOf("foo: x\ndata: a\nbar\n\n"), Texts{"a"});
}

void TestSseParser::boundsWhatIsTooLong()
{
    const auto events =
        streamOf({"data: 01", "234", "567\n\ndata: 01\ndata: 234\n\ndata: ok\n\n"}, 5).events;
    QCOMPARE(events.size(), std::size_t(3));
    QVERIFY(events[0].tooLong);
    QCOMPARE(events[0].data, std::string("01234"));
    QCOMPARE(events[0].dataLength, std::uint64_t(8));
    QVERIFY(events[1].tooLong);
    QCOMPARE(events[1].data, std::string("01\n23"));
    QVERIFY(!events[2].tooLong);
    QVERIFY(!streamOf({"data: 01234\n\n"}, 5).events[0].tooLong);
    const std::string longType = "event: " + std::string(1'000'000, 'e') + "\n\n";
    QVERIFY(streamOf({longType}).events[0].type.size() < 100'000);
}

void TestSseParser::discardsAnUnfinishedBlock()
{
    for (const auto text : {"data: a", "data: a\n", "id: 1\r\n", "dat"}) {
        QVERIFY(streamOf({text}).events.empty());
        QVERIFY(streamOf({text}).insideBlock);
    }
    for (const auto text : {"", "\n", "data: a\n\n", "data: a\n\n\n", ": x\n", "foo: x\n"})
        QVERIFY(!streamOf({text}).insideBlock);
}

void TestSseParser::givesDataInsideAChunkWithoutCopyingIt()
{
    SseParser parser;
    const Bytes chunk = Bytes::copyOf("data: one\n\ndata: two\r\n\r\n");
    std::vector<const char *> begins;
    parser.feed(chunk, [&begins](const SseEvent &event) { begins.push_back(event.data.data()); });
    QCOMPARE(begins, (std::vector<const char *>{chunk.data() + 6, chunk.data() + 17}));
    // Reads that lie side by side are one piece, too.
    begins.clear();
    for (std::size_t i = 0; i < chunk.size(); ++i)
        parser.feed(chunk.slice(i, 1),
            [&begins](const SseEvent &event) { begins.push_back(event.data.data()); });
    QCOMPARE(begins, (std::vector<const char *>{chunk.data() + 6, chunk.data() + 17}));
}

void TestSseParser::joinsAnEventOfManyChunksOnce()
{
    for (const bool folded : {false, true}) {
        SseParser parser;
        std::size_t length = 0;
        const auto take = [&length](const SseEvent &event) { length = event.data.size(); };
        const std::string piece = std::string(4000, 'x') + (folded ? "\ndata:" : "");
        parser.feed(Bytes::copyOf("data:"), take);
        for (int i = 0; i < 10'000; ++i)
            parser.feed(Bytes::copyOf(piece), take);
        QCOMPARE(length, std::size_t(0));
        parser.feed(Bytes::copyOf("\n\n"), take);
        QCOMPARE(length, std::size_t(10'000 * (folded ? 4001 : 4000)));
    }
}

QTEST_GUILESS_MAIN(TestSseParser)
#include "tst_sseparser.moc"
