// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/bytes/bytesview.h"
#include "content/json/jsontreeview.h"
#include "look/theme/theme.h"
#include "support/recordedhttp.h"
#include "support/recordedwire.h"
#include "widgets/trace/messagedetail.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace sonde;
using namespace sonde::content;
using namespace sonde::look;
using sonde::widgets::MessageDetail;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr const char *kChanged = R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})";

int count(const QImage &image, const QColor &color)
{
    int found = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            found += image.pixelColor(x, y) == color ? 1 : 0;
    return found;
}

int count(BytesView &view, const QColor &color)
{
    return count(view.viewport()->grab().toImage(), color);
}

} // namespace

class ByteFrameTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void findsThePieceOfAByte();
    void dimsTheBytesOfTheFrame();
    void clicksTellTheOwnBytesOnly();
    void theKeyboardReachesTheFrame();
    void copiesTheBytesOfTheFrame();
    void marksWhereAPieceBegins();
    void tellsTheBytes();
    void keepsItsPlaceWhenTheFrameComes();
    void showsAnEventThatCameInTwoReads();
    void linksBytesAndTreeInAFrame();
    void saysThatAMessageWasWrittenInPieces();
    void marksTheLinesOfAFoldedMessage();
    void forgetsTheFrameOfTheMessageBefore();
};

void ByteFrameTest::initTestCase()
{
    CurrentTheme::instance().setChoice(ThemeChoice::Light);
}

void ByteFrameTest::findsThePieceOfAByte()
{
    const ByteFrame frame{
        {}, {}, {{-3, QStringLiteral("a")}, {0, QStringLiteral("b")}, {1, QStringLiteral("c")}}};
    QCOMPARE(frame.wordsAt(-4), QString());
    QCOMPARE(frame.wordsAt(-1), QStringLiteral("a"));
    QCOMPARE(frame.wordsAt(0), QStringLiteral("b"));
    QCOMPARE(frame.wordsAt(9), QStringLiteral("c"));
    QVERIFY(!frame.isBorder(-3)); // the first: nothing ends there
    QVERIFY(frame.isBorder(0) && frame.isBorder(1) && !frame.isBorder(2));
    QVERIFY(!ByteFrame().isBorder(0));
    QCOMPARE(ByteFrame().wordsAt(0), QString());
}

void ByteFrameTest::dimsTheBytesOfTheFrame()
{
    BytesView view;
    view.resize(700, 160);
    view.setBytes(Bytes::copyOf("{}"));
    QCOMPARE(count(view, theme().altBase), 0);
    view.setFrame({Bytes::copyOf("data: "), Bytes::copyOf("\n\n"), {}});
    const int both = count(view, theme().altBase);
    QVERIFY(both > 0);
    view.setFrame({{}, Bytes::copyOf("\n\n"), {}});
    const int after = count(view, theme().altBase);
    QVERIFY(after > 0 && after < both);
    QCOMPARE(view.bytes().view(), std::string_view("{}"));
    view.setBytes(Bytes::copyOf("{}"));
    QCOMPARE(count(view, theme().altBase), 0);
}

void ByteFrameTest::clicksTellTheOwnBytesOnly()
{
    BytesView view;
    view.resize(700, 160);
    view.setBytes(Bytes::copyOf(std::string(20, 'x')));
    view.setFrame({Bytes::copyOf(std::string(18, 'b')), Bytes::copyOf("after"), {}});
    QSignalSpy clicked(&view, &BytesView::byteClicked);
    QList<qint64> told;
    for (int y = 2; y < view.viewport()->height(); y += 4) {
        for (int x = 0; x < 420; x += 2) {
            QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, QPoint(x, y));
            if (!clicked.isEmpty()) {
                const qint64 offset = clicked.takeFirst().first().toLongLong();
                if (!told.contains(offset))
                    told.append(offset);
            }
        }
    }
    QList<qint64> expected;
    for (qint64 i = 0; i < 20; ++i)
        expected.append(i);
    QCOMPARE(told, expected);
}

void ByteFrameTest::theKeyboardReachesTheFrame()
{
    BytesView view;
    view.resize(700, 160);
    view.setBytes(Bytes::copyOf("0123456789"));
    view.setFrame({Bytes::copyOf("\xef\xbb\xbf"
                                 "data: "),
        Bytes::copyOf("\r\n\r\n"), {{-9, QStringLiteral("one")}}});
    QSignalSpy clicked(&view, &BytesView::byteClicked);
    QTest::keyClick(&view, Qt::Key_Left);
    QCOMPARE(view.cursor(), qint64(-1));
    QCOMPARE(view.accessibleDescription(),
        QStringLiteral("Offset -1: 20, space · Part of the frame, not of the message · one"));
    QTest::keyClick(&view, Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(view.cursor(), qint64(-9));
    QTest::keyClick(&view, Qt::Key_Left);
    QTest::keyClick(&view, Qt::Key_Up);
    QTest::keyClick(&view, Qt::Key_PageUp);
    QCOMPARE(view.cursor(), qint64(-9));
    QVERIFY(clicked.isEmpty()); // no node of the message has them
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.cursor(), qint64(7));
    QCOMPARE(clicked.count(), 1);
    QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(view.cursor(), qint64(13));
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.cursor(), qint64(13));
    QTest::keyClick(&view, Qt::Key_Home);
    QCOMPARE(view.cursor(), qint64(0));
}

void ByteFrameTest::copiesTheBytesOfTheFrame()
{
    BytesView view;
    view.resize(700, 160);
    view.setBytes(Bytes::copyOf("0123"));
    view.setFrame({Bytes::copyOf("data: "), Bytes::copyOf("\r\n"), {}});
    view.copyTextAction()->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("0123"));
    view.setCursor(-2);
    view.setCursor(5, true);
    view.copyHexAction()->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("3a 20 30 31 32 33 0d 0a"));
}

void ByteFrameTest::marksWhereAPieceBegins()
{
    BytesView view;
    view.resize(700, 160);
    view.setBytes(Bytes::copyOf("0123456789"));
    QCOMPARE(count(view, theme().accent), 0);
    view.setFrame({{}, {}, {{0, QStringLiteral("one")}, {4, QStringLiteral("two")}}});
    const int one = count(view, theme().accent);
    QVERIFY(one > 0);
    view.setFrame({{}, {},
        {{0, QStringLiteral("one")}, {4, QStringLiteral("two")}, {5, QStringLiteral("three")}}});
    QCOMPARE(count(view, theme().accent), 2 * one);
    view.setCursor(3);
    QCOMPARE(view.accessibleDescription(), QStringLiteral("Offset 3: 33, 3 · one"));
    view.setCursor(4);
    QCOMPARE(view.accessibleDescription(), QStringLiteral("Offset 4: 34, 4 · Start of two"));
    view.setBytes(Bytes::copyOf("0123456789"));
    QCOMPARE(count(view, theme().accent), 0);
    QCOMPARE(view.accessibleDescription(), QStringLiteral("Offset 0: 30, 0"));
}

void ByteFrameTest::tellsTheBytes()
{
    BytesView view;
    QCOMPARE(view.accessibleDescription(), QString());
    view.setBytes(Bytes::copyOf("{\"a\":\"\xc3\xa9\"}\n" + std::string(100, 'x')));
    const auto told = [&view](qint64 from, qint64 to) {
        view.setCursor(from);
        view.setCursor(to, true);
        return view.accessibleDescription();
    };
    QCOMPARE(told(0, 0), QStringLiteral("Offset 0: 7B, {"));
    QCOMPARE(told(6, 6), QStringLiteral("Offset 6: C3")); // half of a character
    QCOMPARE(told(10, 10), QStringLiteral("Offset 10: 0A, line feed"));
    QCOMPARE(told(8, 5), QStringLiteral("Bytes 5 to 8: 22 C3 A9 22, \"é\""));
    QCOMPARE(told(9, 11), QStringLiteral("Bytes 9 to 11: 7D 0A 78, } x"));
    const QString most = told(11, 110);
    QVERIFY(most.startsWith(QStringLiteral("Bytes 11 to 110: 78 78 ")));
    QCOMPARE(most.count(QStringLiteral("78")), 32);
    QVERIFY(most.endsWith(QStringLiteral("78 …, ") + QString(32, u'x') + u'…'));
    view.setCursor(11);
    view.setHighlight(1, 4);
    QCOMPARE(view.accessibleDescription(), QStringLiteral("Bytes 1 to 3: 22 61 22, \"a\""));
}

void ByteFrameTest::keepsItsPlaceWhenTheFrameComes()
{
    BytesView view;
    view.resize(700, 160);
    view.setBytes(Bytes::copyOf(std::string(4000, 'x')));
    QCOMPARE(count(view, theme().byteHi), 0); // laid out from here on
    view.setHighlight(3200, 3210);
    const int top = view.verticalScrollBar()->value();
    view.setFrame({Bytes::copyOf(std::string(17, 'b')), {}, {}});
    QCOMPARE(view.verticalScrollBar()->value(), top + 2);
    QVERIFY(count(view, theme().byteHi) > 0);
}

void ByteFrameTest::showsAnEventThatCameInTwoReads()
{
    trace::Recorder recorder;
    test::RecordedHttp http(recorder);
    http.request(0, "GET", "/mcp", "GET /mcp HTTP/1.1\r\n\r\n", {}, {0, 0});
    http.respond(0, 200, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", {kMs, kMs});
    http.part(0, "id: 7\ndata: {\"jsonrpc\"", {2 * kMs, 2 * kMs});
    http.events(0,
        R"(:"2.0","method":"notifications/tools/list_changed"})"
        "\n\n",
        {5 * kMs, 5 * kMs});
    models::TraceModel model(recorder);
    model.drainNow();
    MessageDetail detail(model);
    detail.resize(1400, 300);
    detail.show();
    detail.showMessage(2);
    QTRY_VERIFY(!detail.bytes().frame().pieces.empty());
    QCOMPARE(detail.bytes().bytes().view(), std::string_view(kChanged));
    const ByteFrame &frame = detail.bytes().frame();
    QCOMPARE(frame.before.view(), std::string_view("id: 7\ndata: "));
    QCOMPARE(frame.after.view(), std::string_view("\n\n"));
    QCOMPARE(detail.reads().text(), QStringLiteral("Received in 2 reads over 3.000 ms"));
    QVERIFY(detail.reads().isVisible());
    QVERIFY(frame.isBorder(10)); // before the colon
    QVERIFY(!frame.isBorder(9) && !frame.isBorder(11));
    const QString words = frame.wordsAt(10);
    QVERIFY2(words.startsWith(QStringLiteral("chunk 2 of 2, 53 bytes, read ")), qPrintable(words));
    QVERIFY2(words.endsWith(QStringLiteral("(+3.000 ms)")), qPrintable(words));
    QVERIFY(frame.wordsAt(-12).startsWith(QStringLiteral("chunk 1 of 2, 22 bytes, read ")));
}

void ByteFrameTest::linksBytesAndTreeInAFrame()
{
    trace::Recorder recorder;
    test::RecordedHttp http(recorder);
    http.request(0, "GET", "/mcp", "GET /mcp HTTP/1.1\r\n\r\n", {}, {0, 0});
    http.events(0,
        "id: 7\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n",
        {kMs, kMs});
    models::TraceModel model(recorder);
    model.drainNow();
    MessageDetail detail(model);
    detail.resize(1400, 300);
    detail.show();
    detail.showMessage(2);
    QTRY_VERIFY(!detail.bytes().frame().before.isEmpty());
    QVERIFY(!detail.reads().isVisible()); // one read: nothing to tell
    const std::string_view text(kChanged);
    const auto at = text.find(R"("notifications)");
    Q_EMIT detail.bytes().byteClicked(qint64(at + 3));
    JsonTreeView *tree = detail.request().tree();
    QCOMPARE(tree->document()->value(tree->currentNode()).raw(),
        std::string_view(R"("notifications/tools/list_changed")"));
    QCOMPARE(detail.bytes().highlightBegin(), at);
    Q_EMIT tree->nodeSelected(tree->document()->path(u"jsonrpc").id());
    QCOMPARE(detail.bytes().highlightBegin(), text.find(R"("2.0")"));
}

void ByteFrameTest::saysThatAMessageWasWrittenInPieces()
{
    trace::Recorder recorder;
    test::RecordedWire wire(recorder);
    std::string text(kChanged);
    text += '\n';
    const Bytes line = Bytes::copyOf(text);
    const auto stream = wire.stream(rpc::Channel::Sent);
    for (std::size_t i = 0; i < 3; ++i) {
        const auto at = std::int64_t(i) * kMs;
        const std::size_t end = i == 2 ? line.size() : (i + 1) * 8;
        recorder.bytes(stream, i * 8, {at, at}, line.slice(i * 8, end - i * 8));
    }
    const auto messages = rpc::decode(line.slice(0, line.size() - 1), true);
    recorder.message({stream, 0, line.size() - 1}, {0, 0}, messages.front());
    models::TraceModel model(recorder);
    model.drainNow();
    MessageDetail detail(model);
    detail.showMessage(1);
    QTRY_COMPARE(detail.reads().text(), QStringLiteral("Written in 3 writes over 2.000 ms"));
    QVERIFY(detail.bytes().frame().isBorder(8) && detail.bytes().frame().isBorder(16));
    QCOMPARE(detail.bytes().frame().after.view(), std::string_view("\n"));
    QVERIFY(detail.bytes().frame().wordsAt(8).startsWith(
        QStringLiteral("chunk 2 of 3, 8 bytes, written ")));
}

void ByteFrameTest::marksTheLinesOfAFoldedMessage()
{
    trace::Recorder recorder;
    test::RecordedHttp http(recorder);
    http.request(0, "GET", "/mcp", "GET /mcp HTTP/1.1\r\n\r\n", {}, {0, 0});
    http.part(0, "data: {\"jsonrpc\":\"2.0\",\n", {kMs, kMs});
    http.events(
        0, "id: 1\r\ndata:\"method\":\"notifications/tools/list_changed\"}\n\n", {2 * kMs, 0});
    models::TraceModel model(recorder);
    model.drainNow();
    MessageDetail detail(model);
    detail.showMessage(2);
    QTRY_COMPARE(detail.reads().text(),
        QStringLiteral("Received in 2 reads over 1.000 ms · 2 data lines are joined here"));
    const ByteFrame &frame = detail.bytes().frame();
    const std::string_view text = detail.bytes().bytes().view();
    const auto second = qint64(text.find('\n')) + 1;
    QCOMPARE(frame.pieces.size(), std::size_t(2));
    QCOMPARE(frame.pieces[0].begin, qint64(0));
    QCOMPARE(frame.pieces[1].begin, second);
    QVERIFY(frame.isBorder(second));
    QVERIFY(frame.wordsAt(0).startsWith(QStringLiteral("data line 1 of 2, read ")));
    QVERIFY(frame.wordsAt(second).startsWith(QStringLiteral("data line 2 of 2, read ")));
    QVERIFY(frame.wordsAt(second).endsWith(QStringLiteral("(+1.000 ms)")));
    QCOMPARE(detail.bytes().frame().before.view(), std::string_view("data: "));
}

void ByteFrameTest::forgetsTheFrameOfTheMessageBefore()
{
    trace::Recorder recorder;
    test::RecordedWire wire(recorder);
    wire.put(rpc::Channel::Received, kChanged);
    wire.put(rpc::Channel::Lifecycle, "connected");
    models::TraceModel model(recorder);
    model.drainNow();
    MessageDetail detail(model);
    detail.showMessage(1);
    QTRY_VERIFY(!detail.bytes().frame().after.isEmpty());
    detail.showMessage(2);
    QVERIFY(detail.bytes().frame().after.isEmpty());
    detail.showMessage(0);
    QVERIFY(detail.bytes().frame().after.isEmpty());
}

QTEST_MAIN(ByteFrameTest)
#include "tst_byteframe.moc"
