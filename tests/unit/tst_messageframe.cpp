// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/sseparser.h"
#include "support/recordedwire.h"
#include "trace/file/sessionstore.h"
#include "trace/record/messageframe.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace sonde;
using rpc::Channel;
using trace::MessageFrame;
using trace::Pieces;
using trace::Recorder;
using Wire = test::RecordedWire;

namespace {

// "offset+length@steady", each.
QByteArray words(const Result<Pieces> &pieces)
{
    if (!pieces)
        return "error: " + pieces.error().sentence.toUtf8();
    QByteArrayList list;
    for (const auto &piece : pieces->list) {
        list.append(QByteArray::number(qulonglong(piece.offset)) + '+'
            + QByteArray::number(qulonglong(piece.length)) + '@'
            + QByteArray::number(qlonglong(piece.at.steady)));
    }
    return list.join(' ') + (pieces->more ? " …" : "");
}

std::string text(const Bytes &bytes)
{
    return std::string(bytes.view());
}

constexpr std::string_view kPing = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";

} // namespace

class MessageFrameTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void piecesOfARange_data();
    void piecesOfARange();
    void piecesAreBounded_data();
    void piecesAreBounded();
    void aLineEndsWithItsNewline();
    void aPartialLineHasNoEnd();
    void aBatchStandsInItsLine();
    void anEventIsAFrame_data();
    void anEventIsAFrame();
    void findsTheLinesOfAFoldedMessage_data();
    void findsTheLinesOfAFoldedMessage();
    void linesAreBounded();
    void aLongFrameIsCut();
    void aBodyHasNoFrame();
    void whatNobodyReadHasNone();

private:
    // The one message in `stream`, read in the chunks, as an exchange carried it.
    MessageFrame frameOf(const std::vector<std::string> &chunks, std::string_view message,
        rpc::ExchangeId exchange, Channel channel = Channel::Received, bool folded = false);
    QTemporaryDir m_dir;
};

MessageFrame MessageFrameTest::frameOf(const std::vector<std::string> &chunks,
    std::string_view message, rpc::ExchangeId exchange, Channel channel, bool folded)
{
    Recorder recorder;
    Wire wire(recorder);
    std::string all;
    for (const auto &chunk : chunks) {
        all += chunk;
        wire.append(channel, Bytes::copyOf(chunk), {std::int64_t(all.size()), 0});
    }
    trace::Record record;
    record.stream = wire.stream(channel);
    record.channel = channel;
    record.kind = rpc::Kind::Request;
    record.offset = all.find(message);
    record.length = std::uint32_t(message.size());
    record.parent = exchange;
    record.folded = folded;
    const auto frame = trace::readMessageFrame(recorder, record);
    return frame ? *frame : MessageFrame();
}

void MessageFrameTest::piecesOfARange_data()
{
    QTest::addColumn<int>("inFile"); // of the chunks; the others wait in memory
    QTest::addColumn<bool>("file");
    QTest::newRow("memory, no file") << 0 << false;
    QTest::newRow("memory") << 0 << true;
    QTest::newRow("partly in the file") << 2 << true;
    QTest::newRow("the file") << 4 << true;
}

void MessageFrameTest::piecesOfARange()
{
    QFETCH(int, inFile);
    QFETCH(bool, file);
    const auto path = m_dir.filePath(QString::fromLatin1(QTest::currentDataTag()));
    rpc::StreamId stream = 0;
    const auto check = [&](const trace::Store &store) {
        QCOMPARE(words(store.pieces(stream, 0, 12)), QByteArray("0+5@1 5+1@2 6+1@3 7+5@4"));
        QCOMPARE(words(store.pieces(stream, 5, 1)), QByteArray("5+1@2")); // exactly one
        QCOMPARE(words(store.pieces(stream, 5, 2)), QByteArray("5+1@2 6+1@3"));
        QCOMPARE(words(store.pieces(stream, 4, 2)), QByteArray("0+5@1 5+1@2"));
        QCOMPARE(words(store.pieces(stream, 2, 3)), QByteArray("0+5@1"));
        QCOMPARE(words(store.pieces(stream, 11, 1)), QByteArray("7+5@4"));
        QCOMPARE(words(store.pieces(stream, 5, 0)), QByteArray(""));
        QCOMPARE(words(store.pieces(stream, 12, 9)), QByteArray(""));
        QCOMPARE(words(store.pieces(stream + 100, 0, 9)), QByteArray(""));
    };
    {
        Recorder recorder;
        if (file)
            QVERIFY(recorder.open(path).ok());
        Wire wire(recorder);
        stream = wire.stream(Channel::Received);
        int at = 0;
        for (const char *bytes : {"01234", "5", "6", "789ab"}) {
            wire.append(Channel::Received, Bytes::copyOf(bytes), {++at, at});
            if (at == inFile)
                QVERIFY(recorder.flush().ok());
        }
        check(recorder);
    }
    if (!file)
        return;
    const auto store = trace::SessionStore::open(path);
    QVERIFY(store.ok());
    check(**store);
}

void MessageFrameTest::piecesAreBounded_data()
{
    QTest::addColumn<bool>("file");
    QTest::newRow("memory") << false;
    QTest::newRow("file") << true;
}

void MessageFrameTest::piecesAreBounded()
{
    QFETCH(bool, file);
    Recorder recorder;
    if (file)
        QVERIFY(recorder.open(m_dir.filePath(QStringLiteral("many"))).ok());
    Wire wire(recorder);
    for (std::size_t i = 0; i <= Pieces::kMax; ++i)
        wire.append(Channel::Sent, Bytes::copyOf("x"), {std::int64_t(i), 0});
    if (file)
        QVERIFY(recorder.flush().ok());
    const auto whole = recorder.pieces(wire.stream(Channel::Sent), 0, Pieces::kMax + 1);
    QVERIFY(whole.ok());
    QCOMPARE(whole->list.size(), Pieces::kMax);
    QCOMPARE(whole->list.back().offset, std::uint64_t(Pieces::kMax - 1));
    QVERIFY(whole->more);
    const auto fits = recorder.pieces(wire.stream(Channel::Sent), 1, Pieces::kMax);
    QCOMPARE(fits->list.size(), Pieces::kMax);
    QVERIFY(!fits->more);
}

void MessageFrameTest::aLineEndsWithItsNewline()
{
    const std::string ping(kPing);
    const auto frame = frameOf({"{}\n", ping.substr(0, 9), ping.substr(9) + "\r\n{}\n"}, kPing, 0);
    QCOMPARE(text(frame.before), std::string());
    QCOMPARE(text(frame.after), std::string("\r\n"));
    QCOMPARE(words(frame.pieces), QByteArray("3+9@12 12+36@48"));
    QVERIFY(!frame.cutBefore && !frame.cutAfter);
}

void MessageFrameTest::aPartialLineHasNoEnd()
{
    const auto frame = frameOf({"\xef\xbb\xbf " + std::string(kPing)}, kPing, 0);
    QCOMPARE(text(frame.before), std::string("\xef\xbb\xbf "));
    QCOMPARE(text(frame.after), std::string());
    QVERIFY(!frame.cutAfter); // that is all there is
}

void MessageFrameTest::aBatchStandsInItsLine()
{
    const auto frame = frameOf({"{}\n[" + std::string(kPing) + ",{}]\n{}\n"}, kPing, 0);
    QCOMPARE(text(frame.before), std::string("["));
    QCOMPARE(text(frame.after), std::string(",{}]\n"));
}

void MessageFrameTest::anEventIsAFrame_data()
{
    QTest::addColumn<std::string>("end");
    QTest::newRow("LF") << std::string("\n");
    QTest::newRow("CRLF") << std::string("\r\n");
    QTest::newRow("CR") << std::string("\r");
}

void MessageFrameTest::anEventIsAFrame()
{
    QFETCH(std::string, end);
    const std::string ping(kPing);
    const std::string begin = "id: 7" + end + "event: message" + end + "data: ";
    const std::string tail = end + "retry: 9" + end + end;
    const auto frame = frameOf({"HTTP/1.1 200 OK\r\n\r\n: still here" + end + end + begin,
                                   ping + tail + "data: {}" + end + end},
        kPing, 1);
    QCOMPARE(text(frame.before), begin);
    QCOMPARE(text(frame.after), tail);
    QCOMPARE(frame.pieces.list.size(), 2U);
    // Before the frame's end nothing is empty: half of an event that goes on.
    QCOMPARE(text(frameOf({begin + ping + end + "id: 8"}, kPing, 1).after), end + "id: 8");
}

void MessageFrameTest::findsTheLinesOfAFoldedMessage_data()
{
    QTest::addColumn<std::string>("raw"); // from the first value to the end of the last
    QTest::newRow("two") << std::string("{\"a\":\ndata: 1}");
    QTest::newRow("without a blank") << std::string("{\ndata:\"a\":\ndata:  1}");
    QTest::newRow("CR LF, CR") << std::string("{\r\ndata: \"a\":\rdata: 1}");
    QTest::newRow("others between") << std::string("{\nid: 7\n: note\nretry\ndata: 1}");
    QTest::newRow("empty ones") << std::string("\ndata\ndata:\ndata: \ndata: {}");
    QTest::newRow("database is none") << std::string("{\ndatabase: 1\ndata: }");
}

// The text itself is what the parser joined: it says where the lines are.
void MessageFrameTest::findsTheLinesOfAFoldedMessage()
{
    QFETCH(std::string, raw);
    const std::string head = "id: 1\ndata: ";
    const auto frame = frameOf({head, raw, "\n\n"}, raw, 1, Channel::Received, true);
    const std::string joined = rpc::unfoldSseData(raw);
    QCOMPARE(frame.lines.size(), std::size_t(std::count(joined.begin(), joined.end(), '\n')) + 1);
    QVERIFY(!frame.moreLines);
    for (const auto &line : frame.lines) {
        QVERIFY(line.place == 0 || joined[line.place - 1] == '\n');
        const auto value = joined.substr(line.place, joined.find('\n', line.place) - line.place);
        QCOMPARE((head + raw).substr(line.offset, value.size()), value);
    }
}

void MessageFrameTest::linesAreBounded()
{
    std::string raw = "[";
    for (std::size_t i = 0; i < Pieces::kMax; ++i)
        raw += "\ndata: 1,";
    const auto frame = frameOf({"data: ", raw, "\n\n"}, raw, 1, Channel::Received, true);
    QCOMPARE(frame.lines.size(), Pieces::kMax);
    QVERIFY(frame.moreLines);
}

void MessageFrameTest::aLongFrameIsCut()
{
    const std::string comment(MessageFrame::kMaxAround, ':');
    const auto frame = frameOf(
        {"\n" + comment + "\ndata:" + std::string(kPing) + "\n" + comment + "\n\n"}, kPing, 1);
    QCOMPARE(frame.before.size(), std::size_t(MessageFrame::kMaxAround));
    QCOMPARE(frame.after.size(), std::size_t(MessageFrame::kMaxAround));
    QVERIFY(frame.cutBefore && frame.cutAfter);
}

void MessageFrameTest::aBodyHasNoFrame()
{
    const auto frame = frameOf(
        {"HTTP/1.1 200 OK\r\n\r\n", std::string(kPing), "HTTP/1.1 200 OK\r\n\r\n"}, kPing, 1);
    QVERIFY(frame.before.isEmpty() && frame.after.isEmpty());
    QVERIFY(!frame.cutBefore && !frame.cutAfter);
    QCOMPARE(words(frame.pieces), QByteArray("19+40@59"));
}

void MessageFrameTest::whatNobodyReadHasNone()
{
    const auto frame = frameOf({"connected\n"}, "connected", 0, Channel::Lifecycle);
    QVERIFY(frame.after.isEmpty());
    QVERIFY(frame.pieces.list.empty());
}

QTEST_GUILESS_MAIN(MessageFrameTest)
#include "tst_messageframe.moc"
