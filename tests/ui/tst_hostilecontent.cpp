// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/base/viewer.h"
#include "content/text/markdowndocument.h"
#include "content/text/markdownviewer.h"
#include "content/text/textview.h"
#include "content/view/contentlist.h"
#include "content/view/contentview.h"
#include "look/theme/theme.h"
#include "support/contentsamples.h"
#include "support/patience.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>

using namespace sonde;
using namespace sonde::content;
using namespace sonde::look;
using namespace Qt::StringLiterals;

// What a server could send to read a file, to reach another machine, or to stop the window.
class TestHostileContent : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void nothingIsFetched();
    void noLocalFileIsRead();
    void markdownShowsNoHtml();
    void markdownOpensAtItsBeginning();
    void aPictureInMarkdownIsAName();
    void markdownThatWouldStallIsShownAsText_data();
    void markdownThatWouldStallIsShownAsText();
    void aHundredMegabytesOfTextAreShown();
    void oneLineOfTwoMegabytesIsShown();
    void aPictureOfFiftyMegabytesIsDecoded();
    void aPictureWithTooManyPixelsIsRefused();
    void namesAndTypesAreCut();
    void deepJsonIsShown();
    void thousandsOfBlocksAreBounded();
};

namespace {

// Whether the content can be shown in every view that it has.
[[nodiscard]] bool showsInEveryView(const Content &content)
{
    ContentView view;
    view.resize(500, 300);
    view.show();
    view.setContent(content);
    if (!QTest::qWaitFor([&view] { return view.isReady(); }, kLongPatienceMs))
        return false;
    for (const View one : view.views()) {
        view.setView(one);
        view.viewer()->wantedHeight(500, 300);
        if (view.grab().isNull())
            return false;
        QCoreApplication::processEvents();
    }
    return !view.views().empty();
}

QByteArray replaced(QByteArray text, const QByteArray &address)
{
    return text.replace("@", address);
}

// Every place of a content that could name an address; "@" stands for it.
QList<QByteArray> blocks(const QByteArray &address)
{
    using namespace samples;
    const QByteArray html = "<html><head><link rel=stylesheet href='@/s.css'></head><body "
                            "background='@/b.png'><img src='@/i.png'><iframe src='@'></iframe>"
                            "<script src='@/x.js'></script></body></html>";
    const QByteArray markdown = "![a](@/a.png) <img src='@/b.png'> [l](@/c) ![r][ref]\n\n"
                                "[ref]: @/d.png\n\n<iframe src=\"@/e\"></iframe>\n\n"
                                "| ![t](@/t.png) |\n|---|\n| @ |\n";
    const QByteArray drawing =
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'>"
        "<image href='@/a.png' width='9' height='9'/><image xlink:href='@/b.png' width='9' "
        "height='9'/><use href='@/c.svg#x'/><rect fill='url(@/d.svg#g)' width='9' "
        "height='9'/><style>@import url(@/e.css); rect { fill: url(@/f.png) }</style></svg>";
    QList<QByteArray> made;
    for (const QByteArray &text : {html, markdown, drawing, QByteArray("@/x.png")}) {
        for (const QByteArray &type : {QByteArray("text/html"), QByteArray("text/markdown"),
                 QByteArray("text/plain"), QByteArray("image/svg+xml"), QByteArray("text/csv"),
                 QByteArray("application/json"), QByteArray()})
            made << resourceBlock("@/r", type, replaced(text, address));
        made << textBlock(replaced(text, address));
        made << dataBlock("image", "image/svg+xml", replaced(text, address));
        made << dataBlock("audio", "audio/mpeg", replaced(text, address));
    }
    made << R"({"type":"resource_link","uri":"@","name":"<img src='@'>","title":"<img src='@'>",)"
            R"("description":"<img src='@/d.png'>![](@) .","icons":[{"src":"@/icon.png"}]})"
         << R"({"type":"<img src='@/t.png'>","mimeType":"<img src='@/m.png'>","icon":"@"})"
         << R"({"type":"text","text":"[{\"a\":\"<img src='@'>\"}]","mimeType":"@"})"
         << dataBlock("image", "@", png({3, 3}));
    for (QByteArray &block : made)
        block = replaced(block, address);
    return made;
}

} // namespace

void TestHostileContent::initTestCase()
{
    CurrentTheme::instance().setChoice(ThemeChoice::Light);
}

void TestHostileContent::nothingIsFetched()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    const QByteArray address = "http://127.0.0.1:" + QByteArray::number(server.serverPort());
    const QSignalSpy hits(&server, &QTcpServer::newConnection);
    for (const QByteArray &block : blocks(address))
        QVERIFY(showsInEveryView(samples::single(block)));
    QCOMPARE(hits.count(), 0);
    QVERIFY(!server.hasPendingConnections());
}

// A file of one colour that nothing else has: it must not be seen anywhere.
void TestHostileContent::noLocalFileIsRead()
{
    constexpr QRgb kColor = 0xffff00fe;
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"secret.png"_s);
    QImage secret(40, 40, QImage::Format_RGB32);
    secret.fill(kColor);
    QVERIFY(secret.save(path));
    const QByteArray url = QUrl::fromLocalFile(path).toEncoded();
    const QByteArray drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40' "
                               "xmlns:xlink='http://www.w3.org/1999/xlink'><image xlink:href='@' "
                               "width='40' height='40'/></svg>";
    for (const QByteArray &address : {url, path.toUtf8()}) {
        using namespace samples;
        for (const QByteArray &block :
            {textBlock("![x](@)", "text/markdown"), textBlock("<img src='@'>", "text/markdown"),
                dataBlock("image", "image/svg+xml", replaced(drawing, address))}) {
            ContentView view;
            view.resize(300, 200);
            view.show();
            view.setContent(single(replaced(block, address)));
            QTRY_VERIFY(view.isReady());
            const QImage shown = view.grab().toImage();
            for (int y = 0; y < shown.height(); ++y)
                for (int x = 0; x < shown.width(); ++x)
                    QVERIFY(shown.pixel(x, y) != kColor);
        }
    }
}

void TestHostileContent::markdownShowsNoHtml()
{
    MarkdownViewer viewer(Bytes::copyOf("before <b>bold</b>\n\n<img src='x'>\n\nafter"));
    const QString text = viewer.document().toPlainText();
    QVERIFY2(text.contains(u"<b>bold</b>"_s), qPrintable(text));
    QVERIFY2(text.contains(u"after"_s), qPrintable(text));
}

void TestHostileContent::markdownOpensAtItsBeginning()
{
    MarkdownViewer viewer(Bytes::fromByteArray(QByteArray("a line\n\n").repeated(200)));
    viewer.resize(300, 200);
    viewer.show();
    const QScrollBar *bar = viewer.browser().verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0);
    QCOMPARE(bar->value(), 0);
}

void TestHostileContent::aPictureInMarkdownIsAName()
{
    MarkdownViewer viewer(Bytes::copyOf("![the map](http://x.example/map.png)"));
    const QString text = viewer.document().toPlainText();
    QVERIFY2(text.contains(u"the map"_s) && text.contains(u"http://x.example/map.png"_s),
        qPrintable(text));
    QVERIFY(!text.contains(QChar::ObjectReplacementCharacter));
}

void TestHostileContent::markdownThatWouldStallIsShownAsText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("20,000 items") << QByteArray("- a\n").repeated(20'000);
    QTest::newRow("20,000 numbered") << QByteArray("1. a\n").repeated(20'000);
    QTest::newRow("20,000 quoted items") << QByteArray("> - a\n").repeated(16'000);
    QTest::newRow("a long word") << QByteArray(90'000, 'x');
    QTest::newRow("a long paragraph") << QByteArray("word ").repeated(18'000);
    QTest::newRow("back-ticks") << QByteArray("`a``b").repeated(2'000);
    QTest::newRow("large") << QByteArray("a line\n\n").repeated(20'000);
    QTest::newRow("rows of a table") << "|a|\n|-|\n" + QByteArray("|1|\n").repeated(20'000);
    QTest::newRow("brackets") << QByteArray(90'000, '[');
}

void TestHostileContent::markdownThatWouldStallIsShownAsText()
{
    QFETCH(QByteArray, text);
    QVERIFY(!MarkdownDocument::canShow(Bytes::fromByteArray(text)));
    ContentView view;
    view.resize(500, 300);
    view.show();
    view.setContent(samples::single(samples::textBlock(text, "text/markdown")));
    QTRY_VERIFY(view.isReady());
    QCOMPARE(view.view(), View::Text);
    QVERIFY2(view.note().contains(u"Markdown"_s), qPrintable(view.note()));
    const auto views = view.views();
    QVERIFY(std::find(views.begin(), views.end(), View::Markdown) == views.end());
}

void TestHostileContent::aHundredMegabytesOfTextAreShown()
{
    QByteArray text = "{\"type\":\"text\",\"text\":\"";
    const QByteArray line = "a line of a text that has a great many of them.\\n";
    text.reserve(105'000'000);
    while (text.size() < 104'000'000)
        text += line;
    ContentList list;
    list.resize(500, 300);
    list.show();
    list.setContents(samples::contents(text + "\"}"));
    text.clear();
    QTRY_VERIFY_WITH_TIMEOUT(list.view(0)->isReady(), kLongPatienceMs);
    QCOMPARE(list.view(0)->view(), View::Text);
    auto *view = list.view(0)->viewer()->findChild<TextView *>();
    QVERIFY(view->rowCount() > 0); // the beginning, before everything is known
    list.grab();
    QTRY_VERIFY_WITH_TIMEOUT(view->isLaidOut(), kLongPatienceMs);
    QVERIFY(view->rowCount() >= 2'000'000);
    view->verticalScrollBar()->setValue(view->verticalScrollBar()->maximum());
    list.grab();
    QVERIFY(view->height() <= 300);
}

void TestHostileContent::oneLineOfTwoMegabytesIsShown()
{
    for (const QByteArray &letter : {QByteArray("x"), QByteArray("\xF0\x9F\x98\x80")}) {
        const QByteArray line = letter.repeated(2'000'000 / int(letter.size()));
        QVERIFY(showsInEveryView(samples::single(samples::textBlock(line))));
        QVERIFY(showsInEveryView(samples::single(samples::textBlock(line, "text/markdown"))));
        QVERIFY(showsInEveryView(samples::single(samples::textBlock("{\"a\":\"" + line + "\"}"))));
        QVERIFY(showsInEveryView(samples::single(samples::resourceBlock("a:b", "text/csv", line))));
    }
}

void TestHostileContent::aPictureOfFiftyMegabytesIsDecoded()
{
    QImage image(3600, 3500, QImage::Format_RGB888);
    // Noise, so that it does not become small.
    quint32 seed = 1;
    for (int y = 0; y < image.height(); ++y) {
        uchar *at = image.scanLine(y);
        for (int x = 0; x < image.bytesPerLine(); ++x)
            at[x] = uchar((seed = seed * 1664525 + 1013904223) >> 24);
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QVERIFY(image.save(&buffer, "BMP"));
    QVERIFY(bytes.toBase64().size() > 50'000'000);
    ContentView view;
    view.resize(500, 300);
    view.show();
    view.setContent(samples::single(samples::dataBlock("image", "image/bmp", bytes)));
    QTRY_VERIFY_WITH_TIMEOUT(view.isReady(), kLongPatienceMs);
    QCOMPARE(view.view(), View::Image);
    QVERIFY2(view.facts().contains(u"3,600"_s), qPrintable(view.facts()));
    view.grab();
}

// A head that promises 60,000 × 60,000 dots.
void TestHostileContent::aPictureWithTooManyPixelsIsRefused()
{
    QByteArray png = samples::png({9, 9});
    const QByteArray side = QByteArray::fromHex("0000ea60");
    png.replace(16, 4, side);
    png.replace(20, 4, side);
    ContentView view;
    view.setContent(samples::single(samples::dataBlock("image", "image/png", png)));
    QTRY_VERIFY(view.isReady());
    QCOMPARE(view.view(), View::Hex);
    QVERIFY(!view.note().isEmpty());
}

void TestHostileContent::namesAndTypesAreCut()
{
    const QByteArray lengthy(1'000'000, 'x');
    const Content content = samples::single("{\"type\":\"" + lengthy + "\",\"mimeType\":\""
        + lengthy + "\",\"uri\":\"" + lengthy + "\",\"name\":\"" + lengthy + "\"}");
    QVERIFY(content.kind.size() < 1000);
    const Content link =
        samples::single("{\"type\":\"resource_link\",\"mimeType\":\"" + lengthy + "\",\"uri\":\""
            + lengthy + "\",\"name\":\"" + lengthy + "\",\"description\":\"" + lengthy + "\"}");
    QVERIFY(link.name.size() < 1000);
    QVERIFY(link.mediaType.size() < 1000);
    QVERIFY(link.uri.size() < 10'000);
    QVERIFY(showsInEveryView(content));
    QVERIFY(showsInEveryView(link));
}

void TestHostileContent::deepJsonIsShown()
{
    const QByteArray deep = QByteArray(5000, '[') + QByteArray(5000, ']');
    QVERIFY(showsInEveryView(samples::single(samples::textBlock(deep))));
    QByteArray nested = "{\"type\":\"text\",\"text\":\"x\"}";
    for (int i = 0; i < 200; ++i)
        nested = "{\"type\":\"tool_result\",\"toolUseId\":\"t\",\"content\":[" + nested + "]}";
    QVERIFY(samples::contents(nested).size() < 10);
}

void TestHostileContent::thousandsOfBlocksAreBounded()
{
    QByteArray many = samples::textBlock("x");
    for (int i = 1; i < 20'000; ++i)
        many += "," + samples::textBlock("x");
    ContentList list;
    list.resize(400, 300);
    list.show();
    list.setContents(samples::contents(many));
    QCOMPARE(list.count(), kMaxContents + 1);
    QVERIFY(!list.view(ContentList::kStep));
    QTRY_VERIFY(list.view(0)->isReady());
}

QTEST_MAIN(TestHostileContent)

#include "tst_hostilecontent.moc"
