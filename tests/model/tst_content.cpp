// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/base/content.h"
#include "content/base/contentfile.h"

#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::content;
using namespace Qt::StringLiterals;

class TestContent : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyKindOfBlockIsFound();
    void aBlockOfAnUnknownTypeStays();
    void aBlockWithoutItsDataIsShownAsItArrived();
    void theBlocksOfAToolResultFollowIt();
    void oneBlockNeedsNoArray();
    void moreBlocksThanTheLimitAreCounted();
    void aResourceIsATextOrABlob();
    void aFileNameNeverLeavesItsFolder_data();
    void aFileNameNeverLeavesItsFolder();
    void aFileIsWrittenWholeOrTheReasonIsGiven();
};

namespace {

using DocumentPtr = std::shared_ptr<const json::Document>;

DocumentPtr parsed(std::string_view text)
{
    return std::make_shared<const json::Document>(json::Document::parse(text));
}

std::vector<Content> blocks(const DocumentPtr &document)
{
    return contentsOfBlocks(document, document->root());
}

} // namespace

void TestContent::everyKindOfBlockIsFound()
{
    const DocumentPtr document = parsed(R"([{"type":"text","text":"a\nb"},)"
                                        R"({"type":"image","data":"AA==","mimeType":"image/png"},)"
                                        R"({"type":"audio","data":"AA==","mimeType":"audio/wav"},)"
                                        R"({"type":"resource","resource":{"uri":"demo://a",)"
                                        R"("mimeType":"text/csv","text":"1,2"}},)"
                                        R"({"type":"resource_link","uri":"demo://b","name":"b",)"
                                        R"("title":"The b"},)"
                                        R"({"type":"tool_use","id":"1","name":"add","input":{}}])");
    const auto contents = blocks(document);
    QCOMPARE(contents.size(), 6U);
    QCOMPARE(contents[0].kind, u"text"_s);
    QCOMPARE(document->value(contents[0].payload).toString(), u"a\nb"_s);
    QVERIFY(contents[1].base64);
    QCOMPARE(contents[1].mediaType, u"image/png"_s);
    QCOMPARE(contents[2].mediaType, u"audio/wav"_s);
    QCOMPARE(contents[3].uri, u"demo://a"_s);
    QCOMPARE(contents[3].mediaType, u"text/csv"_s);
    QVERIFY(!contents[3].base64);
    QCOMPARE(contents[4].name, u"The b"_s);
    QCOMPARE(contents[4].uri, u"demo://b"_s);
    QVERIFY(contents[5].isJson);
    for (const Content &content : contents)
        QVERIFY2(content.note.isEmpty(), qPrintable(content.note));
}

void TestContent::aBlockOfAnUnknownTypeStays()
{
    const DocumentPtr document = parsed(R"([{"type":"hologram","depth":3},{"text":"x"},7,null])");
    const auto contents = blocks(document);
    QCOMPARE(contents.size(), 4U);
    QCOMPARE(contents[0].kind, u"hologram"_s);
    for (const Content &content : contents) {
        QVERIFY(content.isJson);
        QVERIFY(!content.note.isEmpty());
    }
    QCOMPARE(QByteArray(document->value(contents[0].block).raw().data(), 29),
        QByteArray(R"({"type":"hologram","depth":3})"));
}

void TestContent::aBlockWithoutItsDataIsShownAsItArrived()
{
    const auto contents = blocks(parsed(
        R"([{"type":"text"},{"type":"image","data":7},{"type":"resource","resource":{"uri":1}}])"));
    QCOMPARE(contents.size(), 3U);
    for (const Content &content : contents) {
        QVERIFY(content.isJson);
        QVERIFY(!content.note.isEmpty());
    }
}

void TestContent::theBlocksOfAToolResultFollowIt()
{
    const auto contents = blocks(parsed(R"([{"type":"tool_result","toolUseId":"t1","isError":true,)"
                                        R"("content":[{"type":"text","text":"no"}]},)"
                                        R"({"type":"text","text":"after"}])"));
    QCOMPARE(contents.size(), 3U);
    QCOMPARE(contents[0].name, u"t1"_s);
    QVERIFY(!contents[0].note.isEmpty());
    QCOMPARE(contents[1].kind, u"text"_s);
    QVERIFY(!contents[1].heading.isEmpty());
    QVERIFY(contents[2].heading.isEmpty());
}

void TestContent::oneBlockNeedsNoArray()
{
    const DocumentPtr document = parsed(R"({"type":"text","text":"x"})");
    const auto contents = contentsOfBlocks(document, document->root(), u"user"_s);
    QCOMPARE(contents.size(), 1U);
    QCOMPARE(contents[0].heading, u"user"_s);
}

void TestContent::moreBlocksThanTheLimitAreCounted()
{
    std::string text = "[0";
    for (std::size_t i = 1; i < kMaxContents + 10; ++i)
        text += ",0";
    const auto contents = blocks(parsed(text + "]"));
    QCOMPARE(contents.size(), kMaxContents + 1);
    QVERIFY(contents.back().note.contains(u"10"_s));
}

void TestContent::aResourceIsATextOrABlob()
{
    const DocumentPtr document =
        parsed(R"([{"uri":"a:1","text":"t"},{"uri":"a:2","blob":"AA=="},{"uri":"a:3"},)"
               R"({"uri":"a:4","text":"t","blob":"AA=="}])");
    const auto contents = contentsOfResources(document, document->root());
    QCOMPARE(contents.size(), 4U);
    QVERIFY(!contents[0].base64);
    QVERIFY(contents[1].base64);
    QVERIFY(contents[2].isJson);
    QVERIFY(!contents[2].note.isEmpty());
    QVERIFY(!contents[3].note.isEmpty());
}

void TestContent::aFileNameNeverLeavesItsFolder_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("uri");
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("file");
    const auto row = [](const char *title, const QString &name, const QString &uri,
                         const QString &type, const QString &file) {
        QTest::newRow(title) << name << uri << type << file;
    };
    row("a name", u"chart.png"_s, {}, u"image/png"_s, u"chart.png"_s);
    row("ending by type", u"chart"_s, {}, u"image/png"_s, u"chart.png"_s);
    row("end of the URI", {}, u"demo://files/a/report.csv?x=/y"_s, u"text/csv"_s, u"report.csv"_s);
    row("up", u"../../.bashrc"_s, {}, {}, u"bashrc"_s);
    row("only dots", u".."_s, {}, {}, u"block"_s);
    row("from the root", u"/etc/passwd"_s, {}, {}, u"passwd"_s);
    row("backslashes", u"..\\..\\x.exe"_s, {}, {}, u"x.exe"_s);
    row("a drive", u"C:"_s, {}, {}, u"C"_s);
    row("encoded separators", {}, u"demo://x/%2e%2e%2f%2e%2e%2fetc%2fpasswd"_s, {}, u"passwd"_s);
    row("encoded nothing", {}, u"demo://x/a%00.png"_s, {}, u"a_.png"_s);
    row("turned around", u"a\u202Egnp.exe"_s, {}, {}, u"a_gnp.exe"_s);
    row("an option", u"--help"_s, {}, {}, u"help"_s);
    row("a device", u"con.txt"_s, {}, {}, u"block"_s);
    row("of a shell", u"$(rm).txt"_s, {}, {}, u"_(rm).txt"_s);
    row("nothing", {}, {}, {}, u"block"_s);
    row("an odd type", u"x"_s, {}, u"../../y"_s, u"x"_s);
    row("long", QString(300, u'x'), {}, u"image/png"_s, QString(100, u'x') + u".png"_s);
}

void TestContent::aFileNameNeverLeavesItsFolder()
{
    QFETCH(QString, name);
    QFETCH(QString, uri);
    QFETCH(QString, type);
    Content content;
    content.kind = u"block"_s;
    content.name = name;
    content.uri = uri;
    QTEST(contentFileName(content, type), "file");
}

void TestContent::aFileIsWrittenWholeOrTheReasonIsGiven()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"x.bin"_s);
    const Bytes bytes = Bytes::copyOf(std::string_view("a\0b", 3));
    QCOMPARE(writeContentFile(path, bytes), QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), bytes.toByteArray());
    QVERIFY(!writeContentFile(folder.filePath(u"no/such/x"_s), bytes).isEmpty());
}

QTEST_GUILESS_MAIN(TestContent)

#include "tst_content.moc"
