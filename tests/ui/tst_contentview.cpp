// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/base/viewer.h"
#include "content/json/jsontreeview.h"
#include "content/json/jsonviewer.h"
#include "content/view/contentlist.h"
#include "content/view/contentview.h"
#include "look/controls/inlinemessage.h"
#include "look/theme/theme.h"
#include "support/buttons.h"
#include "support/contentsamples.h"

#include <QAction>
#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::content;
using namespace sonde::look;
using namespace Qt::StringLiterals;

// Takes the place of the desktop's programs.
class Player : public QObject {
    Q_OBJECT
public Q_SLOTS:
    void play(const QUrl &url) { played << url; }

public:
    QList<QUrl> played;
};

class TestContentView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void theViewerFollowsTheType_data();
    void theViewerFollowsTheType();
    void aLieIsSaidAndTheBytesAreShown_data();
    void aLieIsSaidAndTheBytesAreShown();
    void everyViewOfEverythingIsPainted();
    void rawIsOneKeyAway();
    void theNewestContentWins();
    void theDecodedBytesAreSaved();
    void aLinkIsOnlyTold();
    void anAddressInATextIsShownBeforeItIsOpened();
    void aSoundIsHandedToThePlayerByItsOwnType();
    void marksAreShownWhateverComesFirst();
    void jsonInAStringIsOpened();
    void aSearchInTheTreeChoosesTheNode();
    void levelsAreOpenedByKey();
    void onlyWhatIsInSightIsDecoded();
    void staysAtTheContentThatWasChosen();
    void aSingleTextIsReadFromItsBeginning();
    void theWheelTurnsTheListUntilAViewerHasTheFocus();
    void aListOfThousandsIsLaidOutInSteps();
};

namespace {

void show(ContentView &view, const Content &content)
{
    view.resize(500, 300);
    view.show();
    view.setContent(content);
    QTRY_VERIFY(view.isReady());
}

QByteArray broken()
{
    return R"({"type":"image","mimeType":"image/png","data":"no base64!"})";
}

} // namespace

void TestContentView::initTestCase()
{
    CurrentTheme::instance().setChoice(ThemeChoice::Light);
}

void TestContentView::theViewerFollowsTheType_data()
{
    using namespace samples;
    QTest::addColumn<QByteArray>("block");
    QTest::addColumn<View>("view");
    QTest::newRow("text") << textBlock("hello") << View::Text;
    QTest::newRow("text that is JSON") << textBlock(R"({"a":[1]})") << View::Json;
    QTest::newRow("text that only begins like it") << textBlock("[note] hello") << View::Text;
    QTest::newRow("markdown") << textBlock("# x", "text/markdown") << View::Markdown;
    QTest::newRow("html") << resourceBlock("a:b", "text/html", "<b>x</b>") << View::Text;
    QTest::newRow("csv") << resourceBlock("a:b", "text/csv", "a,b\n1,2\n") << View::Table;
    QTest::newRow("json") << resourceBlock("a:b", "application/json", "[1]") << View::Json;
    QTest::newRow("png") << dataBlock("image", "image/png", png({9, 9})) << View::Image;
    QTest::newRow("svg") << dataBlock("image", "image/svg+xml", svg()) << View::Image;
    QTest::newRow("svg as text") << resourceBlock("a:b", "image/svg+xml", svg()) << View::Image;
    QTest::newRow("wav") << dataBlock("audio", "audio/wav", wav(100)) << View::Audio;
    QTest::newRow("x-wav") << dataBlock("audio", "audio/x-wav", wav(100)) << View::Audio;
    QTest::newRow("pdf") << blobBlock("a:b", "application/pdf", "%PDF-1.7\n") << View::File;
    QTest::newRow("bytes") << blobBlock("a:b", "application/octet-stream", QByteArray(9, '\0'))
                           << View::Hex;
    QTest::newRow("blob of text") << blobBlock("a:b", "text/plain", "hello") << View::Text;
    QTest::newRow("link") << QByteArray(R"({"type":"resource_link","uri":"a:b","name":"n"})")
                          << View::Link;
    QTest::newRow("tool use") << QByteArray(R"({"type":"tool_use","id":"1","name":"n","input":{}})")
                              << View::Json;
}

void TestContentView::theViewerFollowsTheType()
{
    QFETCH(QByteArray, block);
    ContentView view;
    show(view, samples::single(block));
    QTEST(view.view(), "view");
    QVERIFY2(view.note().isEmpty(), qPrintable(view.note()));
    QCOMPARE(view.views().back(), View::Raw);
    QVERIFY(!view.facts().isEmpty() || view.view() == View::Link);
}

void TestContentView::aLieIsSaidAndTheBytesAreShown_data()
{
    using namespace samples;
    QTest::addColumn<QByteArray>("block");
    QTest::addColumn<View>("view");
    QTest::addColumn<QString>("word"); // of the note
    QTest::newRow("picture as text")
        << blobBlock("a:b", "text/plain", png({9, 9})) << View::Hex << u"image/png"_s;
    QTest::newRow("text as picture")
        << dataBlock("image", "image/png", "hello, I am a text") << View::Hex << u"image/png"_s;
    QTest::newRow("sound as picture")
        << dataBlock("image", "image/png", wav(50)) << View::Hex << u"audio/wav"_s;
    QTest::newRow("one picture as another")
        << dataBlock("image", "image/jpeg", png({9, 9})) << View::Image << u"image/png"_s;
    QTest::newRow("broken base64") << broken() << View::Hex << u"base64"_s;
    QTest::newRow("cut sound") << dataBlock("audio", "audio/wav", wav(900).left(700)) << View::Audio
                               << u"truncated"_s;
    QTest::newRow("no sound") << dataBlock("audio", "audio/mpeg", "hello") << View::Hex
                              << u"audio/mpeg"_s;
    QTest::newRow("cut picture") << dataBlock("image", "image/png", png({99, 99}).left(60))
                                 << View::Hex << u"decoded"_s;
    QTest::newRow("empty picture")
        << dataBlock("image", "image/png", {}) << View::Hex << u"image/png"_s;
    QTest::newRow("bytes as text")
        << blobBlock("a:b", "text/plain", QByteArray("a\0b\xff", 4)) << View::Hex << u"not text"_s;
    QTest::newRow("text as JSON") << resourceBlock("a:b", "application/json", "{\"a\":}")
                                  << View::Text << u"line 1"_s;
    QTest::newRow("unknown block")
        << QByteArray(R"({"type":"hologram","data":1})") << View::Json << u"2026-07-28"_s;
    QTest::newRow("svg that is none")
        << dataBlock("image", "image/svg+xml", "<svg><g></svg>") << View::Text << u"line 1"_s;
}

void TestContentView::aLieIsSaidAndTheBytesAreShown()
{
    QFETCH(QByteArray, block);
    QFETCH(QString, word);
    ContentView view;
    show(view, samples::single(block));
    QTEST(view.view(), "view");
    QVERIFY2(view.note().contains(word), qPrintable(view.note()));
    const auto views = view.views();
    QVERIFY(std::find(views.begin(), views.end(), View::Raw) != views.end());
    view.grab();
}

void TestContentView::everyViewOfEverythingIsPainted()
{
    using namespace samples;
    for (const QByteArray &block : {textBlock(R"([{"a":1},{"a":2}])"), textBlock("# x\n\n*y*"),
             dataBlock("image", "image/png", png({300, 20})), dataBlock("image", "", svg()),
             dataBlock("audio", "audio/wav", wav(100)), blobBlock("a:b", "", "%PDF-1.4"),
             resourceBlock("a:b", "text/csv", "a,b\n1,2\n"), broken()}) {
        ContentView view;
        show(view, single(block));
        for (const View one : view.views()) {
            view.setView(one);
            QCOMPARE(view.view(), one);
            QVERIFY(view.viewer()->wantedHeight(480, 400) > 0);
            QVERIFY(view.viewer()->wantedHeight(480, 400) <= 400);
            QVERIFY(!view.grab().isNull());
        }
    }
}

void TestContentView::rawIsOneKeyAway()
{
    ContentView view;
    show(view, samples::single(samples::dataBlock("image", "image/png", samples::png({9, 9}))));
    view.viewer()->setFocus();
    QTest::keyClick(view.focusWidget(), Qt::Key_R, Qt::ControlModifier);
    QVERIFY(view.isRaw());
    QTest::keyClick(view.focusWidget(), Qt::Key_R, Qt::ControlModifier);
    QCOMPARE(view.view(), View::Image);
    view.setRaw(true);
    view.copyAction()->trigger();
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(u"{\"type\":\"image\""_s));
}

void TestContentView::theNewestContentWins()
{
    ContentView view;
    view.resize(500, 300);
    view.show();
    QSignalSpy ready(&view, &ContentView::ready);
    view.setContent(
        samples::single(samples::dataBlock("image", "image/png", samples::png({2000, 2000}))));
    view.setContent(samples::single(samples::textBlock("newest")));
    QTRY_VERIFY(view.isReady());
    QCOMPARE(view.view(), View::Text);
    view.clear();
    QVERIFY(!view.isReady());
    view.setContent(samples::single(samples::textBlock("again")));
    QTRY_VERIFY(view.isReady());
    QCOMPARE(ready.count(), 2);
}

void TestContentView::theDecodedBytesAreSaved()
{
    const QTemporaryDir folder;
    const QByteArray png = samples::png({9, 9});
    ContentView view;
    show(view, samples::single(samples::dataBlock("image", "image/png", png)));
    QSignalSpy saved(&view, &ContentView::saved);
    view.saveTo(folder.filePath(u"x.png"_s));
    QTRY_COMPARE(saved.count(), 1);
    QFile file(folder.filePath(u"x.png"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), png);
    view.saveTo(folder.filePath(u"no/such/folder/x.png"_s));
    QTRY_VERIFY(!view.note().isEmpty());
}

void TestContentView::aLinkIsOnlyTold()
{
    ContentView view;
    show(view, samples::single(R"({"type":"resource_link","uri":"demo://x","name":"x"})"));
    QSignalSpy wanted(&view, &ContentView::linkRequested);
    tests::press(view.viewer()->findChild<QPushButton *>());
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.front().front().toString(), u"demo://x"_s);
}

void TestContentView::anAddressInATextIsShownBeforeItIsOpened()
{
    Player player;
    QDesktopServices::setUrlHandler(u"http"_s, &player, "play");
    ContentView view;
    show(
        view, samples::single(samples::textBlock("[safe](http://evil.example/)", "text/markdown")));
    Q_EMIT view.viewer()->linkRequested(u"http://evil.example/"_s);
    QVERIFY(player.played.isEmpty());
    InlineMessage *shown = nullptr;
    for (auto *message : view.findChildren<InlineMessage *>())
        shown = message->isHidden() ? shown : message;
    QVERIFY(shown);
    QCOMPARE(shown->sentence(), u"http://evil.example/"_s);
    tests::press(shown->findChild<QPushButton *>());
    QDesktopServices::unsetUrlHandler(u"http"_s);
    QCOMPARE(player.played, QList<QUrl>{QUrl(u"http://evil.example/"_s)});
}

void TestContentView::aSoundIsHandedToThePlayerByItsOwnType()
{
    Player player;
    QDesktopServices::setUrlHandler(u"file"_s, &player, "play");
    ContentView view;
    // The name that the server gives it plays no part.
    show(view,
        samples::single(R"({"type":"resource","resource":{"uri":"demo://evil.exe",)"
                        R"("mimeType":"audio/wav","blob":")"
            + samples::wav(100).toBase64() + "\"}}"));
    QCOMPARE(view.view(), View::Audio);
    tests::press(view.viewer()->findChild<QPushButton *>());
    QTRY_COMPARE(player.played.size(), 1);
    QDesktopServices::unsetUrlHandler(u"file"_s);
    QVERIFY(player.played.front().fileName().endsWith(u".wav"_s));
    QVERIFY(!player.played.front().fileName().contains(u"evil"_s));
}

void TestContentView::marksAreShownWhateverComesFirst()
{
    const auto document =
        std::make_shared<const json::Document>(json::Document::parse(R"({"a":{"b":1},"c":2})"));
    const json::NodeId b = document->pointer(u"/a/b").id();
    ContentView view;
    view.setContent(contentOfValue(document, document->root()));
    view.setMarks({{b, u"must be text"_s}});
    QTRY_VERIFY(view.isReady());
    auto *tree = view.viewer()->findChild<JsonTreeView *>();
    auto *model = qobject_cast<JsonTreeModel *>(tree->model());
    const QModelIndex marked = model->indexOf(b);
    QCOMPARE(marked.data(JsonTreeModel::MarkRole).toString(), u"must be text"_s);
    QVERIFY(tree->isExpanded(marked.parent()));
    view.goToMark();
    QCOMPARE(tree->currentNode(), b);
}

void TestContentView::jsonInAStringIsOpened()
{
    ContentView view;
    show(view, samples::single(samples::textBlock(R"({"raw":" {\"a\": [1, 2]}","s":"{no"})")));
    auto *json = qobject_cast<JsonViewer *>(view.viewer());
    QVERIFY(json);
    const auto document = json->tree().document();
    json->tree().selectNode(document->pointer(u"/raw").id());
    QVERIFY(json->canOpenString());
    json->openString();
    QTRY_COMPARE(json->depth(), 1);
    QVERIFY(json->tree().document()->pointer(u"/a/1").exists());
    json->leaveString();
    QCOMPARE(json->depth(), 0);
    QCOMPARE(json->tree().currentNode(), document->pointer(u"/raw").id());
    json->tree().selectNode(document->pointer(u"/s").id());
    json->openString();
    QTRY_VERIFY(!json->findChildren<QWidget *>(QString()).isEmpty());
    QCOMPARE(json->depth(), 0);
    json->tree().selectNode(0);
    QVERIFY(!json->canOpenString());
}

void TestContentView::aSearchInTheTreeChoosesTheNode()
{
    ContentView view;
    show(view, samples::single(samples::textBlock(R"({"a":{"b":"needle"},"c":["x","Needle"]})")));
    auto *json = qobject_cast<JsonViewer *>(view.viewer());
    QVERIFY(json);
    json->setFocus();
    QTest::keyClick(&json->tree(), Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(QApplication::focusWidget() != &json->tree());
    QTest::keyClicks(QApplication::focusWidget(), u"needle"_s);
    const auto document = json->tree().document();
    QTRY_COMPARE(json->tree().currentNode(), document->pointer(u"/a/b").id());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    QCOMPARE(json->tree().currentNode(), document->pointer(u"/c/1").id());
}

void TestContentView::levelsAreOpenedByKey()
{
    ContentView view;
    show(view, samples::single(samples::textBlock(R"({"a":{"b":{"c":{"d":1}}}})")));
    auto *json = qobject_cast<JsonViewer *>(view.viewer());
    QVERIFY(json);
    const auto isOpen = [&](QStringView pointer) {
        auto *model = qobject_cast<JsonTreeModel *>(json->tree().model());
        return json->tree().isExpanded(
            model->indexOf(json->tree().document()->pointer(pointer).id()));
    };
    QTest::keyClick(&json->tree(), Qt::Key_2);
    QVERIFY(isOpen(u"/a"));
    QVERIFY(!isOpen(u"/a/b"));
    QTest::keyClick(&json->tree(), Qt::Key_4);
    QVERIFY(isOpen(u"/a/b/c"));
}

void TestContentView::onlyWhatIsInSightIsDecoded()
{
    QByteArray blocks;
    for (int i = 0; i < 60; ++i)
        blocks += (i > 0 ? "," : "") + samples::textBlock("one\ntwo\nthree\nfour");
    ContentList list;
    list.resize(400, 300);
    list.setContents(samples::contents(blocks));
    list.show();
    QTRY_VERIFY(list.view(0)->isReady());
    QVERIFY(!list.view(59)->isReady());
    list.scrollTo(59);
    QTRY_VERIFY(list.view(59)->isReady());
}

// The contents before it get their heights when they are decoded, and must not push it out of
// sight.
void TestContentView::staysAtTheContentThatWasChosen()
{
    QByteArray blocks;
    for (int i = 0; i < 60; ++i)
        blocks += (i > 0 ? "," : "") + samples::textBlock(QByteArray("line\n").repeated(40));
    ContentList list;
    list.resize(400, 300);
    list.setContents(samples::contents(blocks));
    list.show();
    QCoreApplication::processEvents(); // begins to decode what is in sight
    list.scrollTo(59);
    QTRY_VERIFY(list.view(0)->isReady());
    QTRY_VERIFY(list.view(59)->isReady());
    QTRY_VERIFY(!list.view(59)->visibleRegion().isEmpty());
}

// From its beginning, with one scroll bar: its own.
void TestContentView::aSingleTextIsReadFromItsBeginning()
{
    const QByteArray markdown =
        "# Title\n\n" + QByteArray("A paragraph of some words.\n\n").repeated(60);
    for (const QByteArray &type : {QByteArray("text/markdown"), QByteArray("text/plain")}) {
        ContentList list;
        list.resize(400, 300);
        list.setContents(samples::contents(samples::textBlock(markdown, type)));
        list.show();
        list.scrollTo(0);
        QTRY_VERIFY(list.view(0)->isReady());
        const auto *inner = list.view(0)->viewer()->findChild<QAbstractScrollArea *>();
        QVERIFY(inner);
        QTRY_VERIFY(inner->verticalScrollBar()->maximum() > 0);
        QTRY_COMPARE(list.verticalScrollBar()->maximum(), 0);
        QTRY_VERIFY(inner->width() > list.width() / 2); // as it was laid out
        QCOMPARE(inner->verticalScrollBar()->value(), 0);
    }
}

void TestContentView::theWheelTurnsTheListUntilAViewerHasTheFocus()
{
    const QByteArray lines = QByteArray("line\n").repeated(200);
    ContentList list;
    list.resize(400, 300);
    list.setContents(
        samples::contents(samples::textBlock(lines) + "," + samples::textBlock(lines)));
    list.show();
    QTRY_VERIFY(list.view(0)->isReady() && list.verticalScrollBar()->maximum() > 0);
    auto *area = list.view(0)->viewer()->findChild<QAbstractScrollArea *>();
    const auto turn = [&] {
        QWheelEvent event(QPointF(20, 20), area->viewport()->mapToGlobal(QPointF(20, 20)), QPoint(),
            QPoint(0, -120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(area->viewport(), &event);
    };
    list.setFocus();
    turn();
    QVERIFY(list.verticalScrollBar()->value() > 0);
    QCOMPARE(area->verticalScrollBar()->value(), 0);
    area->setFocus();
    turn();
    QVERIFY(area->verticalScrollBar()->value() > 0);
}

void TestContentView::aListOfThousandsIsLaidOutInSteps()
{
    QByteArray blocks = samples::textBlock("x");
    for (int i = 1; i < 1000; ++i)
        blocks += "," + samples::textBlock("x");
    ContentList list;
    list.resize(400, 300);
    list.show();
    list.setContents(samples::contents(blocks));
    QCOMPARE(list.count(), 1000U);
    QVERIFY(list.view(ContentList::kStep - 1));
    QVERIFY(!list.view(ContentList::kStep));
    auto *more = list.findChild<QPushButton *>(u"showMore"_s);
    QVERIFY(more);
    QVERIFY2(more->text().contains(u"900"_s), qPrintable(more->text()));
    tests::press(more);
    QTRY_VERIFY(list.view(2 * ContentList::kStep - 1));
    list.setNothing(u"nothing"_s);
    QCOMPARE(list.count(), 0U);
}

QTEST_MAIN(TestContentView)

#include "tst_contentview.moc"
