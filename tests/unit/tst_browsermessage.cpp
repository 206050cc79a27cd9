// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/browser/browsermessage.h"
#include "json/builder.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::auth;
using Kind = BrowserEvent::Kind;

// What sonde-browser says is read as if a hostile page had written it.
class TestBrowserMessage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsWhatItWrites_data();
    void readsWhatItWrites();
    void readsOrdersThatItWrites();
    void readsAStreamHoweverItIsSplit();
    void refusesHostileLines_data();
    void refusesHostileLines();
    void refusesHostileOrders_data();
    void refusesHostileOrders();
    void saysNothingAfterAnError();
    void endsAtALineThatIsTooLong();
    void keepsLittleOfALineWithoutAnEnd();
    void cutsWhatIsTooLongToSay();
};

namespace {

std::vector<BrowserEvent> samples()
{
    const QString url = u"https://as.example/log-in?a=%C3%A4&b=1"_s;
    const QString odd = u"“ä\"\\\n\t\u2028 𝄞”"_s;
    return {{Kind::Ready, 0, {}, {}, u"6.4.2"_s, kBrowserProtocol},
        {Kind::Navigation, 7, u"redirect"_s, url, {}}, {Kind::Loaded, 1, {}, url, {}, 0, true},
        {Kind::Loaded, 1, {}, url, odd, 503, false},
        {Kind::Refused, 0, u"navigation"_s, u"javascript:alert(1)"_s, odd},
        {Kind::Crashed, 0, {}, {}, odd},
        {Kind::Redirected, 0, {}, u"http://127.0.0.1:1/callback?code=c&state=s"_s, {}},
        {Kind::Elsewhere}, {Kind::Closed}};
}

Bytes lineOf(const BrowserEvent &event)
{
    const Bytes line = event.line();
    return line.slice(0, line.size() - 1);
}

std::string refusedLine(const QString &text)
{
    json::Builder builder;
    builder.beginObject().member("type", "crashed").member("window", 0);
    return builder.member("text", QStringView(text)).endObject().takeString();
}

} // namespace

void TestBrowserMessage::readsWhatItWrites_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(samples().size()); ++i)
        QTest::addRow("%d", i) << i;
}

void TestBrowserMessage::readsWhatItWrites()
{
    QFETCH(const int, index);
    const BrowserEvent event = samples()[std::size_t(index)];
    const Bytes line = event.line();
    QVERIFY(line.view().ends_with('\n'));
    QCOMPARE(line.view().find('\n'), line.size() - 1);
    const auto read = parseBrowserEvent(lineOf(event));
    QVERIFY2(read.ok(), qUtf8Printable(read.ok() ? QString() : read.error().sentence));
    QVERIFY(*read == event);
}

void TestBrowserMessage::readsOrdersThatItWrites()
{
    BrowserOrder order;
    order.kind = BrowserOrder::Kind::Open;
    order.url = QUrl(u"https://as.example/authorize?state=s%2F"_s);
    order.redirectUri = QUrl(u"http://127.0.0.1:7/callback"_s);
    order.title = u"mcp.example"_s;
    order.theme = u"dark"_s;
    order.language = u"zh_CN"_s;
    const Bytes line = order.line();
    const auto read = parseBrowserOrder(line.slice(0, line.size() - 1));
    QVERIFY(read.ok());
    QCOMPARE(read->kind, BrowserOrder::Kind::Open);
    QCOMPARE(read->url, order.url);
    QCOMPARE(read->redirectUri, order.redirectUri);
    QCOMPARE(read->title, order.title);
    QCOMPARE(read->theme, order.theme);
    QCOMPARE(read->language, order.language);
    const auto older = parseBrowserOrder(Bytes::copyOf(
        "{\"type\":\"open\",\"url\":\"http://a\",\"redirect_uri\":\"http://b\",\"title\":\"\","
        "\"theme\":\"\"}"));
    QVERIFY(older.ok() && older->language.isEmpty());
    const auto closed = parseBrowserOrder(Bytes::copyOf("{\"type\":\"close\"}"));
    QVERIFY(closed.ok());
    QCOMPARE(closed->kind, BrowserOrder::Kind::Close);
}

void TestBrowserMessage::readsAStreamHoweverItIsSplit()
{
    std::string stream;
    for (const BrowserEvent &event : samples())
        stream += event.line().view();
    for (std::size_t at = 0; at <= stream.size(); ++at) {
        BrowserEventReader reader;
        std::vector<Result<BrowserEvent>> found;
        for (const auto &piece : {stream.substr(0, at), stream.substr(at)}) {
            for (const auto &event : reader.feed(Bytes::copyOf(piece)))
                found.push_back(event);
        }
        QCOMPARE(found.size(), samples().size());
        for (std::size_t i = 0; i < found.size(); ++i)
            QVERIFY(found[i].ok() && *found[i] == samples()[i]);
    }
    BrowserEventReader reader;
    std::size_t count = 0;
    for (const char byte : stream)
        count += reader.feed(Bytes::copyOf({&byte, 1})).size();
    QCOMPARE(count, samples().size());
}

void TestBrowserMessage::refusesHostileLines_data()
{
    QTest::addColumn<QByteArray>("line");
    const auto row = [](const char *name, const QByteArray &line) { QTest::newRow(name) << line; };
    row("nothing", "");
    row("no JSON", "ready");
    row("no object", "[\"ready\"]");
    row("two objects", R"({"type":"closed"}{"type":"closed"})");
    row("no type", R"({"window":0})");
    row("a type that is no text", R"({"type":1})");
    row("an unknown type", R"({"type":"token"})");
    row("no UTF-8", "{\"type\":\"crashed\",\"window\":0,\"text\":\"\xff\"}");
    row("too deep", R"({"type":"closed","x":[[[[[[1]]]]]]})");
    row("a member is missing", R"({"type":"navigation","window":0,"what":"link"})");
    row("a member of another type", R"({"type":"redirected","url":["http://a"]})");
    row("a window below the first", R"({"type":"crashed","window":-1,"text":""})");
    row("a window above the last", R"({"type":"crashed","window":8,"text":""})");
    row("a window that is no number", R"({"type":"crashed","window":"0","text":""})");
    row("a window that is huge", R"({"type":"crashed","window":99999999999999999999,"text":""})");
    row("a window with a fraction", R"({"type":"crashed","window":0.5,"text":""})");
    row("a status that is none",
        R"({"type":"loaded","window":0,"url":"","status":1000,"secure":true,"text":""})");
    row("secure is no flag",
        R"({"type":"loaded","window":0,"url":"","status":0,"secure":1,"text":""})");
    row("a text that is too long",
        QByteArray::fromStdString(refusedLine(QString(kMaxBrowserText + 1, u'x'))));
    row("an address that is too long",
        R"({"type":"redirected","url":")" + QByteArray(kMaxBrowserAddress + 1, 'x') + "\"}");
    row("a line that is too long",
        R"({"type":"closed","x":")" + QByteArray(int(kMaxBrowserLine), 'x') + "\"}");
}

void TestBrowserMessage::refusesHostileLines()
{
    QFETCH(const QByteArray, line);
    const auto read = parseBrowserEvent(Bytes::fromByteArray(line));
    QVERIFY(!read.ok());
    QCOMPARE(read.error().domain, Domain::Protocol);
    QVERIFY(!read.error().sentence.isEmpty());
}

void TestBrowserMessage::refusesHostileOrders_data()
{
    QTest::addColumn<QByteArray>("line");
    const auto row = [](const char *name, const QByteArray &line) { QTest::newRow(name) << line; };
    row("no JSON", "open");
    row("an unknown type", R"({"type":"run"})");
    row("no address", R"({"type":"open","redirect_uri":"http://a","title":"","theme":""})");
    row("an address that is none",
        R"({"type":"open","url":"http://[","redirect_uri":"http://a","title":"","theme":""})");
    row("no redirect URI", R"({"type":"open","url":"http://a","title":"","theme":""})");
}

void TestBrowserMessage::refusesHostileOrders()
{
    QFETCH(const QByteArray, line);
    QVERIFY(!parseBrowserOrder(Bytes::fromByteArray(line)).ok());
}

void TestBrowserMessage::saysNothingAfterAnError()
{
    BrowserEventReader reader;
    const auto found =
        reader.feed(Bytes::copyOf("{\"type\":\"closed\"}\nhostile\n{\"type\":\"closed\"}\n"));
    QCOMPARE(found.size(), 2U);
    QVERIFY(found[0].ok());
    QVERIFY(!found[1].ok());
    QVERIFY(reader.feed(Bytes::copyOf("{\"type\":\"closed\"}\n")).empty());
}

void TestBrowserMessage::endsAtALineThatIsTooLong()
{
    BrowserEventReader reader;
    const auto found = reader.feed(Bytes::copyOf(
        "{\"type\":\"closed\",\"x\":\"" + std::string(kMaxBrowserLine, 'x') + "\"}\n"));
    QCOMPARE(found.size(), 1U);
    QVERIFY(!found[0].ok());
}

void TestBrowserMessage::keepsLittleOfALineWithoutAnEnd()
{
    BrowserEventReader reader;
    const Bytes piece = Bytes::copyOf(std::string(kMaxBrowserLine, 'x'));
    constexpr int kPieces = 1000; // 65 MB
    for (int i = 0; i < kPieces; ++i)
        QVERIFY(reader.feed(piece).empty());
    const auto found = reader.feed(Bytes::copyOf("\n"));
    QCOMPARE(found.size(), 1U);
    QVERIFY(!found[0].ok());
}

void TestBrowserMessage::cutsWhatIsTooLongToSay()
{
    const QString text(3 * kMaxBrowserText, QChar(1)); // six bytes each, escaped
    const BrowserEvent event{Kind::Crashed, 0, {}, {}, text};
    const auto read = parseBrowserEvent(lineOf(event));
    QVERIFY(read.ok());
    QCOMPARE(read->text, text.left(kMaxBrowserText));
}

QTEST_GUILESS_MAIN(TestBrowserMessage)
#include "tst_browsermessage.moc"
