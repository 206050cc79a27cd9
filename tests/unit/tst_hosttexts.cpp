// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/filesyntaxes.h"
#include "hosts/text/tomlreader.h"
#include "hosts/text/yamlreader.h"

#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::hosts;
using namespace Qt::StringLiterals;

// The values of texts in TOML and in YAML, as JSON, and the bytes where each is written.
class TestHostTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsToml_data();
    void readsToml() { readsAs(&TomlReader::read); }
    void readsYaml_data();
    void readsYaml() { readsAs(&YamlReader::read); }
    void saysWhereItEnds_data();
    void saysWhereItEnds();
    void knowsWhereEachValueIsWritten_data();
    void knowsWhereEachValueIsWritten();
    void guessesTheSyntaxOfAFile_data();
    void guessesTheSyntaxOfAFile();
    void everySyntaxReadsWhatItWrites_data();
    void everySyntaxReadsWhatItWrites();

private:
    static void readsAs(TextReader read);
};

namespace {

void addRow(const char *name, const QByteArray &text, const QByteArray &json)
{
    QTest::newRow(name) << text << json;
}

} // namespace

void TestHostTexts::readsAs(TextReader read)
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, json);
    TextTree tree;
    const auto error = read({text.constData(), std::size_t(text.size())}, tree);
    QVERIFY2(!error, qPrintable(error ? error->sentence : QString()));
    const TranslatedText translated = tree.translated();
    QCOMPARE(QByteArray::fromStdString(translated.json), json);
    const json::Document document = json::Document::parse(std::string_view(translated.json));
    QVERIFY(document.isValid());
    QCOMPARE(translated.places.size(), std::size_t(document.nodeCount()));
}

void TestHostTexts::readsToml_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("json");
    addRow("nothing", "", "{}");
    addRow("comment", "# a = 1", "{}");
    addRow("values", "a = 1\nb = -0.5 # c\nc = true\nd = 'x'\r\ne = \"y\"",
        R"({"a":1,"b":-0.5,"c":true,"d":"x","e":"y"})");
    addRow("numbers that JSON does not have", "a = 0x1F\nb = 1_000\nc = +1\nd = inf",
        R"({"a":"0x1F","b":"1_000","c":"+1","d":"inf"})");
    addRow("times", "a = 1979-05-27 07:32:00Z\nb = 07:32:00",
        R"({"a":"1979-05-27 07:32:00Z","b":"07:32:00"})");
    addRow("escapes", R"(a = "\"\\\t\u00e9\U0001F600"
b = 'C:\new')",
        "{\"a\":\"\\\"\\\\\\té😀\",\"b\":\"C:\\\\new\"}");
    addRow("several lines", "a = \"\"\"x\n\"y\"\"\"\"", R"({"a":"x\n\"y\""})");
    addRow(
        "arrays", "a = [ 1, # one\n  [2,], {b = 3},\n]\nc = []", R"({"a":[1,[2],{"b":3}],"c":[]})");
    addRow("inline tables", "a = {b.c = 1, \"d e\" = {}}", R"({"a":{"b":{"c":1},"d e":{}}})");
    addRow("dotted names", "a.b . 'c.d' = 1\na.b.e = 2", R"({"a":{"b":{"c.d":1,"e":2}}})");
    addRow("tables", "x = 1\n[a.b]\nc = 1\n[a]\nd = 2\n[ a . \"e\" ] # f\n",
        R"({"x":1,"a":{"b":{"c":1},"d":2,"e":{}}})");
    addRow("arrays of tables", "[[a]]\nb = 1\n[a.c]\nd = 2\n[[a]]\n[[a.e]]\nf = 3",
        R"({"a":[{"b":1,"c":{"d":2}},{"e":[{"f":3}]}]})");
    addRow("a table twice", "[a]\nb = 1\n[a]\nc = 2", R"({"a":{"b":1},"a":{"c":2}})");
    addRow("a name twice", "a = 1\na = 2", R"({"a":1,"a":2})");
}

void TestHostTexts::readsYaml_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("json");
    addRow("nothing", "", "{}");
    addRow("comment", "---\n# a: 1\n", "{}");
    addRow("values", "a: 1\nb: -0.5 # c\nc: True\nd: ~\ne:\nf: x y#z\r\ng: 'it''s'",
        R"({"a":1,"b":-0.5,"c":true,"d":null,"e":null,"f":"x y#z","g":"it's"})");
    addRow("numbers that JSON does not have", "a: 0x1F\nb: .5\nc: 08",
        R"({"a":"0x1F","b":".5","c":"08"})");
    addRow("escapes", R"(a: "\"\\\t\u00e9\x41")", "{\"a\":\"\\\"\\\\\\téA\"}");
    addRow("colons", "a: http://h:1/x\n'b:': c:d\n\"e f\": g",
        R"({"a":"http://h:1/x","b:":"c:d","e f":"g"})");
    addRow("nested", "a:\n   b:\n     c: 1\n   d: 2\ne: 3", R"({"a":{"b":{"c":1},"d":2},"e":3})");
    addRow("list", "a:\n  - 1\n  - b: 2\n    c: 3\n  -\n    d: 4\n  - - 5\n    - 6",
        R"({"a":[1,{"b":2,"c":3},{"d":4},[5,6]]})");
    addRow("list in the column of its name", "a:\n- 1\n- 2\nb: 3", R"({"a":[1,2],"b":3})");
    addRow("flow", "a: [1, 'b, c', {d: e, \"f\":2}, ]\ng: {}",
        R"({"a":[1,"b, c",{"d":"e","f":2}],"g":{}})");
    addRow("flow over lines", "a: [1, # one\n  2\n  ]\nb: {c: d,\n e: f}",
        R"({"a":[1,2],"b":{"c":"d","e":"f"}})");
    addRow("JSON", R"({"a": {"b": [true, null, "c"]}})", R"({"a":{"b":[true,null,"c"]}})");
    addRow("a list only", "- a\n- b", R"(["a","b"])");
    addRow("a name twice", "a: 1\na: 2", R"({"a":1,"a":2})");
}

// Only what cannot be read is named, with the byte.
void TestHostTexts::saysWhereItEnds_data()
{
    QTest::addColumn<bool>("isToml");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("offset");
    const auto toml = [](const char *name, const QByteArray &text, int offset) {
        QTest::addRow("toml, %s", name) << true << text << offset;
    };
    toml("value", "a = x", 4);
    toml("no value", "a =\nb = 1", 3);
    toml("equals", "a 1", 2);
    toml("second value", "a = 1 b", 6);
    toml("header", "[a", 2);
    toml("list header", "[[a]", 3);
    toml("quote", "a = 'b\n", 4);
    toml("escape", R"(a = "\q")", 4);
    toml("array", "a = [1 2]", 7);
    toml("inline table", "a = {b 1}", 7);
    const auto yaml = [](const char *name, const QByteArray &text, int offset) {
        QTest::addRow("yaml, %s", name) << false << text << offset;
    };
    yaml("tab", "a:\n\tb: 1", 4);
    yaml("indentation", "a: 1\n  b: 2", 8);
    yaml("no name", "a: 1\nb\n", 5);
    yaml("list", "a: - 1", 3);
    yaml("quote", "a: \"b", 3);
    yaml("second value", "a: 'b' c", 7);
    yaml("reserved", "a: @b", 3);
    yaml("flow", "a: [1 , , 2]", 8);
    yaml("complex key", "? a\n: b", 0);
    yaml("second document", "a: 1\n---\nb: 2", 5);
    yaml("directive", "%YAML 1.2\n---\n", 0);
}

void TestHostTexts::saysWhereItEnds()
{
    QFETCH(bool, isToml);
    QFETCH(QByteArray, text);
    QFETCH(int, offset);
    TextTree tree;
    const TextReader read = isToml ? &TomlReader::read : &YamlReader::read;
    const auto error = read({text.constData(), std::size_t(text.size())}, tree);
    QVERIFY(error);
    QVERIFY(!error->sentence.isEmpty());
    QCOMPARE(int(error->offset), offset);
}

void TestHostTexts::knowsWhereEachValueIsWritten_data()
{
    QTest::addColumn<bool>("isToml");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("name"); // of the member of the root
    QTest::addColumn<QByteArray>("written"); // the bytes of its name and its value
    QTest::newRow("toml") << true << QByteArray("x = 1\n 'a' = \"b\" # c") << QByteArray("a")
                          << QByteArray("'a' = \"b\"");
    QTest::newRow("toml array") << true << QByteArray("a = [1,\n 2] # c") << QByteArray("a")
                                << QByteArray("a = [1,\n 2]");
    QTest::newRow("yaml") << false << QByteArray("x: 1\n'a':   b c  # d") << QByteArray("a")
                          << QByteArray("'a':   b c");
    QTest::newRow("yaml block") << false << QByteArray("a:\n  - b # c\n  - d # e\nf: g")
                                << QByteArray("a") << QByteArray("a:\n  - b # c\n  - d");
    QTest::newRow("yaml flow") << false << QByteArray("a: [b,\n c] # d\n") << QByteArray("a")
                               << QByteArray("a: [b,\n c]");
}

void TestHostTexts::knowsWhereEachValueIsWritten()
{
    QFETCH(bool, isToml);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, written);
    TextTree tree;
    const TextReader read = isToml ? &TomlReader::read : &YamlReader::read;
    QVERIFY(!read({text.constData(), std::size_t(text.size())}, tree));
    const TranslatedText translated = tree.translated();
    const json::Document document = json::Document::parse(std::string_view(translated.json));
    const json::Value member = document.root()[name.toStdString()];
    QVERIFY(member.exists());
    const ValuePlace &place = translated.places[member.id()];
    const auto begin = qsizetype(place.name.begin);
    QCOMPARE(text.mid(begin, qsizetype(place.range.end) - begin), written);
}

void TestHostTexts::guessesTheSyntaxOfAFile_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<Syntax>("syntax");
    QTest::addColumn<bool>("isPart");
    QTest::newRow("object") << u"\n{}"_s << Syntax::JsonWithComments << false;
    QTest::newRow("member") << u"\"a\": {}"_s << Syntax::JsonWithComments << true;
    QTest::newRow("comment") << u"// of VS Code"_s << Syntax::JsonWithComments << true;
    QTest::newRow("header") << u"# of Codex\n[a.b]"_s << Syntax::Toml << true;
    QTest::newRow("assignment") << u"A=1"_s << Syntax::Toml << false; // or a command line
    QTest::newRow("block") << u"a:\n  b: 1"_s << Syntax::Yaml << true;
    QTest::newRow("words") << u"npx -y tide"_s << Syntax::Yaml << false;
}

void TestHostTexts::guessesTheSyntaxOfAFile()
{
    QFETCH(QString, text);
    QFETCH(Syntax, syntax);
    QFETCH(bool, isPart);
    QCOMPARE(guessedSyntax(text), syntax);
    QCOMPARE(isPartOfFile(text), isPart);
}

void TestHostTexts::everySyntaxReadsWhatItWrites_data()
{
    QTest::addColumn<Syntax>("syntax");
    QTest::addColumn<QByteArray>("before");
    QTest::newRow("JSON") << Syntax::Json << QByteArray();
    QTest::newRow("comments") << Syntax::JsonWithComments << QByteArray("{ // all\n}");
    QTest::newRow("TOML") << Syntax::Toml << QByteArray("a = 1 # all\n");
    QTest::newRow("YAML") << Syntax::Yaml << QByteArray("a: 1 # all\n");
}

void TestHostTexts::everySyntaxReadsWhatItWrites()
{
    QFETCH(Syntax, syntax);
    QFETCH(QByteArray, before);
    const FileSyntax &rules = fileSyntax(syntax);
    const json::Document members =
        json::Document::parse(std::string_view(R"({"command":"a \"b\"","args":["-c",{"d":1}]})"));
    const Bytes file = Bytes::copyOf({before.constData(), std::size_t(before.size())});
    const NewEntry entry{"tide pool", members.root(), {u"servers"_s}, false};
    const std::optional<Splice> splice = rules.spliceOf(rules.read(file, 0).text, entry);
    QVERIFY(splice);
    const ReadText after = rules.read(splicedBytes(file, {*splice}), 0);
    QVERIFY2(!after.error, qPrintable(after.error ? after.error->sentence : QString()));
    const json::Value server = after.text.root()["servers"]["tide pool"];
    QCOMPARE(server["command"].toString(), u"a \"b\""_s);
    QCOMPARE(server["args"].at(1)["d"].raw(), std::string_view("1"));
}

QTEST_GUILESS_MAIN(TestHostTexts)
#include "tst_hosttexts.moc"
