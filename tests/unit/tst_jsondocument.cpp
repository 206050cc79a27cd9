// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json/builder.h"
#include "json/document.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace sonde;
using namespace sonde::json;

namespace {

std::string view(const QByteArray &bytes)
{
    return bytes.toStdString();
}

// The text put together again from the node table alone: what stands between the nodes, and the
// nodes' own bytes.
std::string printed(const Value &value)
{
    const auto text = value.document()->text();
    if (!value.isContainer() || value.count() == 0)
        return std::string(value.raw());
    std::string out;
    std::size_t at = value.node().begin;
    for (const Value child : value) {
        const auto begin = child.node().begin;
        out.append(text.substr(at, begin - at));
        out.append(
            value.document()->nodeCount() < 5000 ? printed(child) : std::string(child.raw()));
        at = child.node().end;
    }
    return out.append(text.substr(at, value.node().end - at));
}

} // namespace

class TestJsonDocument : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsOrderDuplicatesEscapesAndNumberText();
    void agreesWithTheSuite_data();
    void agreesWithTheSuite();
    void saysWhereAndWhyTextIsNotJson_data();
    void saysWhereAndWhyTextIsNotJson();
    void keepsWhatCameBeforeAnError();
    void survivesEveryPrefix();
    void nestsTenThousandDeepAndNoDeeper();
    void refusesTextOverTheSizeLimit();
    void findsByPointerAndPath_data();
    void findsByPointerAndPath();
    void everyNodeIsFoundByItsOwnPointerPathAndOffset();
    void decodesStrings_data();
    void decodesStrings();
    void endsStringsOfEveryLength();
    void readsNumbersOnlyWhenExact();
    void aMissingValueIsNothing();
};

void TestJsonDocument::keepsOrderDuplicatesEscapesAndNumberText()
{
    const std::string text =
        R"( {"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2,"\u0065":"\u00e9"} )";
    const auto document = Document::parse(text);
    QVERIFY(document.isValid());
    std::vector<std::string> seen;
    for (const Value member : document.root())
        seen.push_back(std::string(member.rawKey()) + "=" + std::string(member.raw()));
    const std::vector<std::string> expected{"\"a\"=9007199254740993", "\"b\"=1.0", "\"c\"=1e400",
        "\"d\"=-0", "\"a\"=2", R"("\u0065"="\u00e9")"};
    QCOMPARE(seen, expected);
    QCOMPARE(document.root()["e"].text(), "é");
    QCOMPARE(document.root()["a"].raw(), "2");
}

void TestJsonDocument::agreesWithTheSuite_data()
{
    QTest::addColumn<QString>("file");
    const auto suites = qEnvironmentVariable("SONDE_SUITES");
    if (suites.isEmpty())
        return;
    QDir dir(suites + QLatin1String("/json-test-suite/test_parsing"));
    if (!dir.exists())
        dir.setPath(suites + QLatin1String("/json-test-suite"));
    const auto files = dir.entryList({QStringLiteral("*.json")}, QDir::Files);
    for (const auto &name : files)
        QTest::addRow("%s", qPrintable(name)) << dir.filePath(name);
}

void TestJsonDocument::agreesWithTheSuite()
{
    if (qEnvironmentVariableIsEmpty("SONDE_SUITES"))
        QSKIP("SONDE_SUITES names no folder: the JSON test suite is not there to be asked");
    QFETCH(QString, file);
    QFile input(file);
    QVERIFY2(input.open(QIODevice::ReadOnly), qPrintable(file));
    const QByteArray text = input.readAll();
    const auto document = Document::parse(Bytes::fromByteArray(text));
    const QChar kind = QFileInfo(file).fileName().front();
    if (kind == QLatin1Char('y'))
        QVERIFY2(document.isValid(),
            qPrintable(document.error() ? document.error()->reason : QString()));
    if (kind == QLatin1Char('n')) {
        QVERIFY(!document.isValid());
        QVERIFY(document.error().has_value());
        QVERIFY(!document.error()->reason.isEmpty());
    }
    if (document.isValid()) {
        const auto root = document.root().node();
        const auto whole = document.text();
        const auto again = std::string(whole.substr(0, root.begin)) + printed(document.root())
            + std::string(whole.substr(root.end));
        QVERIFY(again == view(text));
    }
}

void TestJsonDocument::saysWhereAndWhyTextIsNotJson_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *name, QByteArray text, int line, int column, const char *why) {
        QTest::newRow(name) << text << line << column << QString::fromLatin1(why);
    };
    row("empty", "", 1, 1, "the text ends where a value is expected");
    row("blank", "  \n ", 2, 2, "the text ends where a value is expected");
    row("no quotes", "{a:1}", 1, 2, "expected a name in double quotes, found a");
    row("trailing comma", "{\n  \"a\": 1,\n}", 3, 1, "expected a name in double quotes, found }");
    row("no comma", "[1 2]", 1, 4, "expected , or ], found 2");
    row("no colon", "{\"a\" 1}", 1, 6, "expected : after a name, found 1");
    row("open string", "[\"abc", 1, 2, "the string that begins here is not closed");
    row("raw newline", "\"a\nb\"", 1, 3,
        "a control character (0a) inside a string must be escaped");
    row("bad escape", "\"\\x\"", 1, 2, "JSON has no such escape sequence");
    row("short escape", "\"\\u12\"", 1, 2, "\\u needs four hexadecimal digits");
    row("leading zero", "[012]", 1, 2, "a number must not begin with 0");
    row("dot without digits", "[1.]", 1, 4, "a digit is missing after the decimal point");
    row("plus", "[+1]", 1, 2, "expected a value, found +");
    row("word", "nul", 1, 1, "expected a value; true, false and null are the only words");
    row("second value", "1 2", 1, 3, "2 after the end of the value");
    row("invalid UTF-8", "\"a\xc3\"", 1, 3, "byte c3 is not valid UTF-8 here");
    row("overlong", "\"\xc0\x80\"", 1, 2, "byte c0 is not valid UTF-8 here");
    row("BOM", "\xef\xbb\xbf{}", 1, 1,
        "the text begins with a byte order mark, which JSON does not allow");
}

void TestJsonDocument::saysWhereAndWhyTextIsNotJson()
{
    QFETCH(QByteArray, text);
    const auto document = Document::parse(Bytes::fromByteArray(text));
    QVERIFY(!document.isValid());
    QTEST(document.error()->reason, "reason");
    QTEST(document.error()->line, "line");
    QTEST(document.error()->column, "column");
}

void TestJsonDocument::keepsWhatCameBeforeAnError()
{
    const auto document = Document::parse(R"({"a":[1,{"b":"x"},tru)");
    QVERIFY(!document.isValid());
    QCOMPARE(document.pointer(u"/a/1/b").text(), "x");
    QVERIFY(!document.root().node().complete);
    QVERIFY(document.pointer(u"/a/1").node().complete);
    QCOMPARE(document.root().node().end, std::uint32_t(document.error()->offset));
}

void TestJsonDocument::survivesEveryPrefix()
{
    const std::string text =
        R"({"a":[1,-2.5e+3,true,null,"\ud83d\ude00é"],"b":{"c":{},"d":[]},"long":"0123456789abcdefghij"})";
    for (std::size_t length = 0; length < text.size(); ++length) {
        const auto document = Document::parse(std::string_view(text).substr(0, length));
        QVERIFY(!document.isValid());
        QVERIFY(document.error()->offset <= length);
    }
    QVERIFY(Document::parse(text).isValid());
}

void TestJsonDocument::nestsTenThousandDeepAndNoDeeper()
{
    const auto nested = [](std::size_t depth) {
        return std::string(depth, '[') + std::string(depth, ']');
    };
    QVERIFY(Document::parse(nested(10'000)).isValid());
    const auto deeper = Document::parse(nested(10'001));
    QVERIFY(!deeper.isValid());
    QCOMPARE(deeper.error()->kind, ParseError::Kind::TooDeep);
    QCOMPARE(deeper.error()->offset, std::size_t(10'000));
    QVERIFY(Document::parse(nested(50'000), {.maxDepth = 50'000}).isValid());
}

void TestJsonDocument::refusesTextOverTheSizeLimit()
{
    const auto document = Document::parse("[1,2,3]", {.maxBytes = 6});
    QVERIFY(!document.isValid());
    QCOMPARE(document.error()->kind, ParseError::Kind::TooLarge);
}

void TestJsonDocument::findsByPointerAndPath_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("raw");
    QTest::newRow("root")
        << ""
        << ""
        << QByteArray(R"({"result":{"content":[{"text":"t"},7],"a.b":[true],"~/":0,"":null}})");
    QTest::newRow("member") << "/result/content/0/text"
                            << "result.content[0].text" << QByteArray("\"t\"");
    QTest::newRow("element") << "/result/content/1"
                             << "result.content[1]" << QByteArray("7");
    QTest::newRow("odd name") << "/result/a.b/0"
                              << R"(result["a.b"][0])" << QByteArray("true");
    QTest::newRow("escaped name") << "/result/~0~1"
                                  << R"(result["~/"])" << QByteArray("0");
    QTest::newRow("empty name") << "/result/"
                                << R"(result[""])" << QByteArray("null");
    QTest::newRow("missing") << "/result/none"
                             << "result.none" << QByteArray();
    QTest::newRow("beyond") << "/result/content/2"
                            << "result.content[2]" << QByteArray();
    QTest::newRow("leading zero") << "/result/content/01"
                                  << "result.content[01]" << QByteArray();
    QTest::newRow("not a pointer") << "result"
                                   << "result[" << QByteArray();
}

void TestJsonDocument::findsByPointerAndPath()
{
    QFETCH(QString, pointer);
    QFETCH(QString, path);
    QFETCH(QByteArray, raw);
    const auto document =
        Document::parse(R"({"result":{"content":[{"text":"t"},7],"a.b":[true],"~/":0,"":null}})");
    QCOMPARE(document.pointer(pointer).raw(), view(raw));
    QCOMPARE(document.path(path).raw(), view(raw));
}

void TestJsonDocument::everyNodeIsFoundByItsOwnPointerPathAndOffset()
{
    // The last name begins with a byte order mark, which is text like any other inside a string.
    const auto document = Document::parse(
        "{\"a\":[1,{\"b c\":[[],{}]},\"x\"], \"d/e\":{\"\":1,\"~\":2},\"\xef\xbb\xbf"
        "f\":3}");
    QVERIFY(document.isValid());
    for (NodeId id = 0; id < document.nodeCount(); ++id) {
        const Value value = document.value(id);
        QCOMPARE(document.pointer(value.pointer()).id(), id);
        QCOMPARE(document.path(value.path()).id(), id);
        QCOMPARE(document.valueAt(value.node().begin).id(), id);
        QCOMPARE(document.valueAt(value.node().end - 1).id(), id);
        if (value.node().keyEnd > 0)
            QCOMPARE(document.valueAt(value.node().keyBegin).id(), id);
    }
    QVERIFY(!document.valueAt(document.text().size()));
}

void TestJsonDocument::decodesStrings_data()
{
    QTest::addColumn<QByteArray>("inside");
    QTest::addColumn<QByteArray>("decoded");
    QTest::newRow("plain") << QByteArray("abc") << QByteArray("abc");
    QTest::newRow("simple") << QByteArray(R"(\"\\\/\b\f\n\r\t)") << QByteArray("\"\\/\b\f\n\r\t");
    QTest::newRow("unicode") << QByteArray(R"(\u00e9\u20AC)") << QByteArray("é€");
    QTest::newRow("pair") << QByteArray(R"(\ud83d\ude00)") << QByteArray("😀");
    QTest::newRow("lone high") << QByteArray(R"(\ud83dx)") << QByteArray("\xef\xbf\xbdx");
    QTest::newRow("lone low") << QByteArray(R"(\ude00)") << QByteArray("\xef\xbf\xbd");
    QTest::newRow("high high") << QByteArray(R"(\ud83d\ud83d\ude00)")
                               << QByteArray("\xef\xbf\xbd😀");
    QTest::newRow("raw UTF-8") << QByteArray("é") << QByteArray("é");
}

void TestJsonDocument::decodesStrings()
{
    QFETCH(QByteArray, inside);
    QFETCH(QByteArray, decoded);
    QCOMPARE(decodeString(view(inside)), view(decoded));
    const auto document = Document::parse('"' + view(inside) + '"');
    QCOMPARE(document.root().text(), view(decoded));
    // And back: what the builder writes reads the same.
    const auto again = Document::parse(json::quoted(view(decoded)));
    QVERIFY(again.isValid());
    QCOMPARE(again.root().text(), view(decoded));
}

// Strings are looked through in steps of sixteen bytes, of eight and of one.
void TestJsonDocument::endsStringsOfEveryLength()
{
    for (std::size_t length = 0; length < 50; ++length) {
        const std::string plain = '"' + std::string(length, 'x') + '"';
        QVERIFY2(Document::parse(plain).isValid(), plain.c_str());
        QCOMPARE(Document::parse(plain).root().text(), plain.substr(1, length));
        QVERIFY(!Document::parse(plain.substr(0, length + 1)).isValid());
        for (std::size_t at = 1; at <= length; ++at) {
            std::string broken = plain;
            broken[at] = '\n';
            const auto refused = Document::parse(broken);
            QVERIFY(!refused.isValid());
            QCOMPARE(refused.error()->offset, at);
            broken[at] = '\x80';
            QCOMPARE(Document::parse(broken).error()->offset, at);
            broken.replace(at, 1, "\xc3\xa9");
            QCOMPARE(Document::parse(broken).root().raw(), broken);
            broken.replace(at, 2, "\\n");
            QCOMPARE(Document::parse(broken).root().text().find('\n'), at - 1);
        }
    }
}

void TestJsonDocument::readsNumbersOnlyWhenExact()
{
    const auto document =
        Document::parse("[1,-0,9223372036854775807,9223372036854775808,1.0,1e2,1e400]");
    const Value root = document.root();
    QCOMPARE(root.at(0).toInt64(), 1);
    QCOMPARE(root.at(1).toInt64(), 0);
    QCOMPARE(root.at(2).toInt64(), std::numeric_limits<std::int64_t>::max());
    for (const std::uint32_t inexact : {3u, 4u, 5u, 6u})
        QVERIFY(!root.at(inexact).toInt64());
    QCOMPARE(root.at(5).toDouble(), 100.0);
    QVERIFY(!root.at(6).toDouble());
}

void TestJsonDocument::aMissingValueIsNothing()
{
    const auto document = Document::parse("{}");
    const Value missing = document.root()["a"]["b"].at(3).next().parent().first();
    QVERIFY(!missing.exists());
    QVERIFY(missing.raw().empty());
    QVERIFY(missing.text().empty());
    QVERIFY(!missing.toInt64());
    QCOMPARE(missing.count(), 0u);
    QCOMPARE(missing.pointer(), QString());
    QVERIFY(!Document().root().exists());
}

QTEST_GUILESS_MAIN(TestJsonDocument)
#include "tst_jsondocument.moc"
