// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/lineframer.h"

#include <QTest>

using namespace sonde;
using namespace sonde::rpc;

namespace {

struct Line {
    std::string text;
    std::uint64_t offset;
    bool tooLong;
    bool unfinished;
    bool operator==(const Line &) const = default;
};

std::vector<Line> linesOf(
    const std::vector<std::string_view> &chunks, std::size_t maxLine = 1 << 20)
{
    LineFramer framer(maxLine);
    std::vector<Line> lines;
    const auto take = [&lines](const Frame &frame) {
        lines.push_back(
            {std::string(frame.text.view()), frame.offset, frame.tooLong, frame.unfinished});
    };
    for (const auto chunk : chunks)
        framer.feed(Bytes::copyOf(chunk), take);
    if (const auto rest = framer.finish())
        take(*rest);
    return lines;
}

} // namespace

class TestLineFramer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cutsLinesWhereverTheStreamWasSplit();
    void givesALineInsideAChunkWithoutCopyingIt();
    void boundsALineThatNeverEnds();
    void handsOutAnUnfinishedLineAtTheEnd();
    void joinsALongLineOnce();
};

void TestLineFramer::cutsLinesWhereverTheStreamWasSplit()
{
    const std::string text("{\"a\":1}\n\r\n\n{\"b\":\"\xc3\xa9\"}\r\nx\ry\n\xff\xfe\nlast", 35);
    const auto whole = linesOf({text});
    QCOMPARE(whole.size(), std::size_t(7));
    QCOMPARE(whole[0], (Line{"{\"a\":1}", 0, false, false}));
    QCOMPARE(whole[1], (Line{"", 8, false, false}));
    QCOMPARE(whole[3], (Line{"{\"b\":\"\xc3\xa9\"}", 11, false, false}));
    QCOMPARE(whole[4], (Line{"x\ry", 23, false, false}));
    QVERIFY(whole[6].unfinished);
    const std::string_view view = text;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        for (std::size_t k = i; k <= text.size(); ++k)
            QVERIFY(linesOf({view.substr(0, i), view.substr(i, k - i), view.substr(k)}) == whole);
    }
    std::vector<std::string_view> bytes;
    for (std::size_t i = 0; i < text.size(); ++i)
        bytes.push_back(view.substr(i, 1));
    QVERIFY(linesOf(bytes) == whole);
}

void TestLineFramer::givesALineInsideAChunkWithoutCopyingIt()
{
    LineFramer framer;
    const Bytes chunk = Bytes::copyOf("one\ntwo\n");
    std::vector<const char *> begins;
    framer.feed(chunk, [&begins](const Frame &frame) { begins.push_back(frame.text.data()); });
    QCOMPARE(begins, (std::vector<const char *>{chunk.data(), chunk.data() + 4}));
}

void TestLineFramer::boundsALineThatNeverEnds()
{
    const auto lines = linesOf({"0123", "4567", "89\nok\n"}, 5);
    QCOMPARE(lines.size(), std::size_t(2));
    QCOMPARE(lines[0], (Line{"01234", 0, true, false}));
    QCOMPARE(lines[1], (Line{"ok", 11, false, false}));
    QCOMPARE(linesOf({"01234\n"}, 5)[0], (Line{"01234", 0, false, false}));
}

void TestLineFramer::handsOutAnUnfinishedLineAtTheEnd()
{
    const auto lines = linesOf({"a\nhalf"});
    QCOMPARE(lines[1], (Line{"half", 2, false, true}));
    QCOMPARE(linesOf({"a\n"}).size(), std::size_t(1));
    QVERIFY(linesOf({}).empty());
}

void TestLineFramer::joinsALongLineOnce()
{
    LineFramer framer;
    const std::string piece(1000, 'x');
    std::size_t length = 0;
    const auto take = [&length](const Frame &frame) { length = frame.text.size(); };
    for (int i = 0; i < 1000; ++i)
        framer.feed(Bytes::copyOf(piece), take);
    QCOMPARE(length, std::size_t(0));
    framer.feed(Bytes::copyOf("\n"), take);
    QCOMPARE(length, std::size_t(1'000'000));
}

QTEST_GUILESS_MAIN(TestLineFramer)
#include "tst_lineframer.moc"
