// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json/builder.h"
#include "json/edit.h"

#include <QTest>

using namespace sonde;
using namespace sonde::json;

class TestJsonEdit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void changesOnlyTheEditedBytes_data();
    void changesOnlyTheEditedBytes();
    void refusesWhatIsNoValue();
    void splicesRawTextByteForByte();
    void writesEveryKindOfValue();
};

void TestJsonEdit::changesOnlyTheEditedBytes_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("edit");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("argument");
    QTest::addColumn<QString>("after");
    const auto row = [](const char *name, const char *before, const char *edit, const char *pointer,
                         const char *argument, const char *after) {
        QTest::newRow(name) << before << edit << pointer << argument << after;
    };
    row("replace", R"({ "a" : 1.0 , "b":[ ] })", "replace", "/a", "1e400",
        R"({ "a" : 1e400 , "b":[ ] })");
    row("replace root", " 1 ", "replace", "", "[2]", " [2] ");
    row("rename", R"({"a":1,"a":2})", "rename", "/a", "q\"", R"({"a":1,"q\"":2})");
    row("remove first", R"({ "a":1, "b":2 })", "remove", "/a", "", R"({ "b":2 })");
    row("remove last", R"({ "a":1, "b":2 })", "remove", "/b", "", R"({ "a":1 })");
    row("remove only", R"([ 1 ])", "remove", "/0", "", R"([])");
    row("append to empty", R"({})", "append", "", "1", R"({"new":1})");
    row("append", "{\n  \"a\": 1\n}", "append", "", "-0", "{\n  \"a\": 1,\n  \"new\": -0\n}");
    row("insert at end", "[1, 2]", "insert 2", "", "3", "[1, 2, 3]");
    row("insert at front", "[1, 2]", "insert 0", "", "0", "[0,1, 2]");
    row("insert into empty", "[ ]", "insert 0", "", "7", "[7]");
    row("move to front", "[1 , 22,333]", "move 2 0", "", "", "[333 , 1,22]");
    row("move to end", "[1 , 22,333]", "move 0 3", "", "", "[22 , 333,1]");
    row("move nowhere", "[1,2]", "move 1 2", "", "", "[1,2]");
}

void TestJsonEdit::changesOnlyTheEditedBytes()
{
    QFETCH(QString, before);
    QFETCH(QString, edit);
    QFETCH(QString, pointer);
    QFETCH(QString, argument);
    QFETCH(QString, after);
    const auto document = Document::parse(before.toStdString());
    QVERIFY(document.isValid());
    const Value at = document.pointer(pointer);
    const auto text = argument.toStdString();
    const auto words = edit.split(QLatin1Char(' '));
    const auto number = [&words](int i) { return words.value(i).toUInt(); };
    const auto apply = [&]() -> Result<Bytes> {
        if (words[0] == QLatin1String("replace"))
            return replaceValue(at, text);
        if (words[0] == QLatin1String("rename"))
            return renameMember(at, text);
        if (words[0] == QLatin1String("remove"))
            return removeValue(at);
        if (words[0] == QLatin1String("append"))
            return appendMember(at, "new", text);
        if (words[0] == QLatin1String("insert"))
            return insertElement(at, number(1), text);
        return moveElement(at, number(1), number(2));
    };
    const auto result = apply();
    QVERIFY2(result.ok(), result ? "" : qPrintable(result.error().sentence));
    QCOMPARE(QString::fromUtf8(result->toByteArray()), after);
    QVERIFY(Document::parse(*result).isValid());
}

void TestJsonEdit::refusesWhatIsNoValue()
{
    const auto document = Document::parse(R"({"a":[1]})");
    const auto bad = replaceValue(document.root()["a"], "1,2");
    QVERIFY(!bad);
    QCOMPARE(bad.error().domain, Domain::Json);
    QCOMPARE(
        bad.error().sentence, QStringLiteral("Line 1, column 2: , after the end of the value."));
    QVERIFY(!removeValue(document.root()));
    QVERIFY(!replaceValue(document.root()["none"], "1"));
    const Bytes otherwise = Bytes::copyOf("{}");
    QCOMPARE(replaceValueOr(document.root()["none"], "1", otherwise).view(), otherwise.view());
    QCOMPARE(replaceValueOr(document.root()["a"], "1", otherwise).toByteArray(),
        QByteArray(R"({"a":1})"));
    QVERIFY(!renameMember(document.pointer(u"/a/0"), "x"));
    QVERIFY(!appendMember(document.root()["a"], "x", "1"));
    QVERIFY(!insertElement(document.root()["a"], 5, "1"));
    QVERIFY(!moveElement(document.root()["a"], 1, 0));
}

void TestJsonEdit::splicesRawTextByteForByte()
{
    const auto text = Builder()
                          .beginObject()
                          .member("name", "echo")
                          .rawMember("arguments", R"({"a":9007199254740993, "b":1.0,"a":2})")
                          .endObject()
                          .takeString();
    QCOMPARE(text, R"({"name":"echo","arguments":{"a":9007199254740993, "b":1.0,"a":2}})");
}

void TestJsonEdit::writesEveryKindOfValue()
{
    Builder builder;
    builder.beginArray().string("a\"\\\n\x01é").null().boolean(true).number(std::int64_t(-5));
    builder.number(0.1).beginObject().endObject().beginArray().endArray().endArray();
    QCOMPARE(std::string(builder.view()), "[\"a\\\"\\\\\\n\\u0001é\",null,true,-5,0.1,{},[]]");
    QCOMPARE(json::quoted("\xff"), "\"\xef\xbf\xbd\"");
}

QTEST_GUILESS_MAIN(TestJsonEdit)
#include "tst_jsonedit.moc"
