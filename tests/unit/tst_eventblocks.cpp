// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/eventblocks.h"

#include <QTest>

#include <string>
#include <vector>

using namespace sonde;
using tap::EventBlocks;

// The blocks of an event stream that breakpoints of a tap look at.
class TestEventBlocks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsBlocksHoweverTheyAreSplit_data();
    void findsBlocksHoweverTheyAreSplit();
    void passesAtOnceWhenNothingIsStopped();
    void beginsAndEndsInTheMiddle();
    void givesUpOnALongBlock();
    void findsTheMessage_data();
    void findsTheMessage();
    void replacesTheMessage_data();
    void replacesTheMessage();
};

namespace {

struct Taken {
    std::vector<std::string> blocks;
    std::string all; // in the order in which it came out
    std::string passed;

    EventBlocks::Sink sink()
    {
        return {[this](std::string block) {
                    all += block;
                    blocks.push_back(std::move(block));
                },
            [this](std::string_view piece) {
                all += piece;
                passed += piece;
            }};
    }
};

} // namespace

void TestEventBlocks::findsBlocksHoweverTheyAreSplit_data()
{
    QTest::addColumn<QByteArray>("stream");
    QTest::addColumn<int>("blocks");
    QTest::newRow("LF") << QByteArray("id: 1\ndata: a\n\ndata: b\n\n") << 2;
    QTest::newRow("CR LF") << QByteArray("data: a\r\n\r\ndata: b\r\n\r\n") << 2;
    QTest::newRow("CR") << QByteArray("data: a\r\rdata: b\r\r") << 2;
    QTest::newRow("comments") << QByteArray(": hello\n\ndata: b\n\n") << 2;
    QTest::newRow("unfinished") << QByteArray("data: a\n\ndata: b\n") << 1;
}

void TestEventBlocks::findsBlocksHoweverTheyAreSplit()
{
    QFETCH(const QByteArray, stream);
    QFETCH(const int, blocks);
    const std::string_view all(stream.constData(), std::size_t(stream.size()));
    for (std::size_t split = 0; split <= all.size(); ++split) {
        EventBlocks finder;
        Taken taken;
        finder.feed(all.substr(0, split), true, taken.sink());
        for (std::size_t at = split; at < all.size(); ++at)
            finder.feed(all.substr(at, 1), true, taken.sink());
        taken.all += finder.finish();
        QCOMPARE(QByteArray::fromStdString(taken.all), stream);
        QCOMPARE(int(taken.blocks.size()), blocks);
        // At most the other half of line ends is in no block.
        QCOMPARE(taken.passed.find_first_not_of('\n'), std::string::npos);
    }
}

void TestEventBlocks::passesAtOnceWhenNothingIsStopped()
{
    EventBlocks finder;
    Taken taken;
    finder.feed("da", false, taken.sink());
    QCOMPARE(taken.passed, std::string("da"));
    finder.feed("ta: a\n\ndata: b\n", false, taken.sink());
    QCOMPARE(taken.passed, std::string("data: a\n\ndata: b\n"));
    QVERIFY(taken.blocks.empty());
}

void TestEventBlocks::beginsAndEndsInTheMiddle()
{
    const std::string stream = "id: 1\ndata: a\n\ndata: b\n\ndata: c\n\n";
    for (std::size_t on = 0; on <= stream.size(); ++on) {
        for (std::size_t off = on; off <= stream.size(); ++off) {
            EventBlocks finder;
            Taken taken;
            finder.feed(stream.substr(0, on), false, taken.sink());
            finder.feed(stream.substr(on, off - on), true, taken.sink());
            finder.feed(stream.substr(off), false, taken.sink());
            QCOMPARE(taken.all, stream);
            for (const std::string &block : taken.blocks) // never a part of one
                QVERIFY(stream.find(block) == 0 || stream[stream.find(block) - 2] == '\n');
        }
    }
}

void TestEventBlocks::givesUpOnALongBlock()
{
    EventBlocks finder;
    Taken taken;
    const std::string half = "data: " + std::string(EventBlocks::kMaxBlock / 2, 'x');
    finder.feed(half, true, taken.sink());
    QVERIFY(taken.passed.empty());
    finder.feed(half, true, taken.sink());
    finder.feed("\n\ndata: b\n\n", true, taken.sink());
    QCOMPARE(taken.passed.size(), 2 * half.size() + 2);
    QCOMPARE(taken.blocks, std::vector<std::string>{"data: b\n\n"});
}

void TestEventBlocks::findsTheMessage_data()
{
    QTest::addColumn<QByteArray>("block");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("one line") << QByteArray("id: 7\ndata: {}\n\n") << QByteArray("{}");
    QTest::newRow("several lines") << QByteArray("data: {\r\ndata:}\r\n\r\n") << QByteArray("{\n}");
    QTest::newRow("CR LF, cut") << QByteArray("data: {}\r\n\r") << QByteArray("{}");
    QTest::newRow("another type") << QByteArray("event: endpoint\ndata: /m\n\n") << QByteArray();
    QTest::newRow("comment") << QByteArray(": ping\n\n") << QByteArray();
}

void TestEventBlocks::findsTheMessage()
{
    QFETCH(const QByteArray, block);
    QFETCH(const QByteArray, message);
    QCOMPARE(tap::messageInBlock(block.toStdString()).toByteArray(), message);
}

void TestEventBlocks::replacesTheMessage_data()
{
    QTest::addColumn<QByteArray>("block");
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("other fields stay")
        << QByteArray("id: 7\ndata: {}\nretry: 5\n\n") << QByteArray("[1]")
        << QByteArray("id: 7\ndata: [1]\nretry: 5\n\n");
    QTest::newRow("several lines become one")
        << QByteArray("data: {\r\ndata:}\r\nid: 7\r\n\r\n") << QByteArray("[1]")
        << QByteArray("data: [1]\r\nid: 7\r\n\r\n");
    QTest::newRow("one becomes several")
        << QByteArray("data: {}\n\n") << QByteArray("[\n1]") << QByteArray("data: [\ndata: 1]\n\n");
    QTest::newRow("nothing") << QByteArray("data: {}\n\n") << QByteArray()
                             << QByteArray("data: \n\n");
}

void TestEventBlocks::replacesTheMessage()
{
    QFETCH(const QByteArray, block);
    QFETCH(const QByteArray, message);
    QFETCH(const QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(
                 tap::blockWithMessage(block.toStdString(), message.toStdString())),
        expected);
}

QTEST_APPLESS_MAIN(TestEventBlocks)
#include "tst_eventblocks.moc"
