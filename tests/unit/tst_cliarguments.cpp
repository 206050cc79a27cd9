// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/argumentssource.h"

#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::cli;

namespace {

QString textOf(const Bytes &bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

std::vector<std::string> words(const QStringList &list)
{
    std::vector<std::string> bytes;
    for (const QString &word : list)
        bytes.push_back(word.toStdString());
    return bytes;
}

Result<ReadyJson> fromText(const char *json)
{
    return argumentsFromText(Bytes::copyOf(json), QStringLiteral("--args"));
}

} // namespace

class TstCliArguments : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void buildsTheBytesAsTyped_data();
    void buildsTheBytesAsTyped();
    void sendsANameTwiceWithANote();
    void explainsAWrongWord_data();
    void explainsAWrongWord();
    void takesTheWholeTextByteForByte();
    void explainsAWrongText();
    void sendsLineBreaksAsBlanks();
    void notesArgumentsThatAreNoObject();
    void wantsParamsThatAreAnObject();
    void readsTheArgumentsFromAFile();
    void explainsAFileThatIsNotThere();
};

void TstCliArguments::buildsTheBytesAsTyped_data()
{
    QTest::addColumn<QStringList>("typed");
    QTest::addColumn<QString>("json");
    const auto row = [](const char *name, const QStringList &typed, const QString &json) {
        QTest::newRow(name) << typed << json;
    };
    row("nothing", {}, QStringLiteral("{}"));
    row("text", {QStringLiteral("city=Paris")}, QStringLiteral(R"({"city":"Paris"})"));
    row("empty text", {QStringLiteral("city=")}, QStringLiteral(R"({"city":""})"));
    row("quotes", {QStringLiteral(R"(a=say "hi" \o/)")},
        QStringLiteral(R"({"a":"say \"hi\" \\o/"})"));
    row("a second =", {QStringLiteral("expr=a=b")}, QStringLiteral(R"({"expr":"a=b"})"));
    row(":= later in the text", {QStringLiteral("expr=a:=b")},
        QStringLiteral(R"({"expr":"a:=b"})"));
    row("= inside JSON", {QStringLiteral(R"(a:="x=y")")}, QStringLiteral(R"({"a":"x=y"})"));
    row("exact numbers",
        {QStringLiteral("a:=9007199254740993"), QStringLiteral("b:=1.0"),
            QStringLiteral("c:=1e400"), QStringLiteral("d:=-0")},
        QStringLiteral(R"({"a":9007199254740993,"b":1.0,"c":1e400,"d":-0})"));
    row("order", {QStringLiteral("z=1"), QStringLiteral("a:=2"), QStringLiteral("m=3")},
        QStringLiteral(R"({"z":"1","a":2,"m":"3"})"));
    row("white space inside", {QStringLiteral("l:=[ 1,\t2 ]")},
        QStringLiteral("{\"l\":[ 1,\t2 ]}"));
    row("escapes as typed", {QStringLiteral(R"(s:="\u00e9\/")")},
        QStringLiteral(R"({"s":"\u00e9\/"})"));
    row("umlauts", {QStringLiteral("größe=ä")}, QStringLiteral(R"({"größe":"ä"})"));
    row("a line break in text", {QStringLiteral("t=a\nb")}, QStringLiteral(R"({"t":"a\nb"})"));
}

void TstCliArguments::buildsTheBytesAsTyped()
{
    QFETCH(QStringList, typed);
    QFETCH(QString, json);
    const Result<ReadyJson> text = argumentsFromWords(words(typed));
    QVERIFY2(text.ok(), qPrintable(text ? QString() : text.error().sentence));
    QCOMPARE(textOf(text->bytes), json);
    QVERIFY(text->notes.isEmpty());
}

void TstCliArguments::sendsANameTwiceWithANote()
{
    const Result<ReadyJson> text = argumentsFromWords({"a:=1", "a:=2"});
    QVERIFY(text.ok());
    QCOMPARE(textOf(text->bytes), QStringLiteral(R"({"a":1,"a":2})"));
    QCOMPARE(text->notes.size(), 1);
    QVERIFY(text->notes.first().contains(u"“a” was given more than once"));
}

void TstCliArguments::explainsAWrongWord_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QStringList>("says");
    QTest::newRow("no =") << QStringLiteral("Paris")
                          << QStringList{QStringLiteral("“Paris”"), QStringLiteral("NAME=TEXT")};
    QTest::newRow("no name") << QStringLiteral("=x")
                             << QStringList{QStringLiteral("no name before “=”")};
    QTest::newRow("no name for JSON")
        << QStringLiteral(":=1") << QStringList{QStringLiteral("no name before “:=”")};
    QTest::newRow("JSON broken") << QStringLiteral("a:={\"b\":tru}")
                                 << QStringList{QStringLiteral("not JSON"),
                                        QStringLiteral("line 1, column"),
                                        QStringLiteral("use = instead of :=")};
    QTest::newRow("JSON broken in line 2")
        << QStringLiteral("a:=[1,\n2,,]") << QStringList{QStringLiteral("line 2, column 3")};
    QTest::newRow("text for JSON")
        << QStringLiteral("a:=Paris") << QStringList{QStringLiteral("line 1, column 1")};
    QTest::newRow("JSON missing") << QStringLiteral("a:=")
                                  << QStringList{QStringLiteral("not JSON")};
    QTest::newRow("two values") << QStringLiteral("a:=1 2")
                                << QStringList{QStringLiteral("line 1, column 3")};
    QTest::newRow("breaks out") << QStringLiteral("a:=1,\"b\":2")
                                << QStringList{QStringLiteral("line 1, column 2")};
}

void TstCliArguments::explainsAWrongWord()
{
    QFETCH(QString, word);
    QFETCH(QStringList, says);
    const Result<ReadyJson> text = argumentsFromWords({"fine=1", word.toStdString()});
    QVERIFY(!text.ok());
    QCOMPARE(text.error().domain, Domain::Usage);
    for (const QString &part : says)
        QVERIFY2(text.error().sentence.contains(part), qPrintable(text.error().sentence));
}

void TstCliArguments::takesTheWholeTextByteForByte()
{
    const char *exact = R"( {"a":9007199254740993,"b":1.0, "c":1e400,"d":-0,"a":2})";
    const Result<ReadyJson> text = fromText(exact);
    QVERIFY(text.ok());
    QCOMPARE(textOf(text->bytes), QString::fromUtf8(exact));
    QVERIFY(text->notes.isEmpty());
}

void TstCliArguments::explainsAWrongText()
{
    const Result<ReadyJson> broken = fromText("{\"a\":1,\n \"b\" 2}");
    QVERIFY(!broken.ok());
    QVERIFY2(broken.error().sentence.contains(u"--args is not JSON: line 2, column 6"),
        qPrintable(broken.error().sentence));
    const Result<ReadyJson> empty = fromText("");
    QVERIFY(!empty.ok());
    QVERIFY2(
        empty.error().sentence.contains(u"--args is not JSON"), qPrintable(empty.error().sentence));
    QVERIFY(!fromText("{\"a\":\"\xff\"}").ok());
}

void TstCliArguments::sendsLineBreaksAsBlanks()
{
    const Result<ReadyJson> text = fromText("{\r\n\"a\":\n1}\n");
    QVERIFY(text.ok());
    QCOMPARE(textOf(text->bytes), QStringLiteral("{  \"a\": 1}"));
    QCOMPARE(text->notes.size(), 1);
    const Result<ReadyJson> singleLine = fromText("{\"a\":1}\n");
    QVERIFY(singleLine.ok());
    QCOMPARE(textOf(singleLine->bytes), QStringLiteral("{\"a\":1}"));
    QVERIFY(singleLine->notes.isEmpty());
}

void TstCliArguments::notesArgumentsThatAreNoObject()
{
    const Result<ReadyJson> text = fromText("[1]");
    QVERIFY(text.ok());
    QCOMPARE(textOf(text->bytes), QStringLiteral("[1]"));
    QCOMPARE(text->notes.size(), 1);
}

void TstCliArguments::wantsParamsThatAreAnObject()
{
    const Result<ReadyJson> none = paramsFromText({});
    QVERIFY(none.ok() && none->bytes.isEmpty());
    const Result<ReadyJson> some = paramsFromText(Bytes::copyOf(R"({"x":1.0})"));
    QVERIFY(some.ok());
    QCOMPARE(textOf(some->bytes), QStringLiteral(R"({"x":1.0})"));
    const Result<ReadyJson> list = paramsFromText(Bytes::copyOf("[1]"));
    QVERIFY(!list.ok());
    QVERIFY(list.error().sentence.contains(u"must be a JSON object"));
    const Result<ReadyJson> broken = paramsFromText(Bytes::copyOf("{x:1}"));
    QVERIFY(!broken.ok());
    QVERIFY2(
        broken.error().sentence.contains(u"line 1, column 2"), qPrintable(broken.error().sentence));
}

void TstCliArguments::readsTheArgumentsFromAFile()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("größe.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"a\":1e400}\n");
    file.close();
    const Result<ArgumentsSource> source = readArgumentsSource("@" + path.toStdString());
    QVERIFY(source.ok());
    QCOMPARE(textOf(source->text), QStringLiteral("{\"a\":1e400}\n"));
    QVERIFY(source->name.contains(u"größe.json"));
    const Result<ArgumentsSource> inPlace = readArgumentsSource("{}");
    QVERIFY(inPlace.ok());
    QCOMPARE(textOf(inPlace->text), QStringLiteral("{}"));
}

void TstCliArguments::explainsAFileThatIsNotThere()
{
    const Result<ArgumentsSource> missing = readArgumentsSource("@/no/such/file.json");
    QVERIFY(!missing.ok());
    QVERIFY(missing.error().sentence.contains(u"/no/such/file.json"));
    QVERIFY(missing.error().sentence.contains(u"No such file"));
    const Result<ArgumentsSource> folder = readArgumentsSource("@/");
    QVERIFY(!folder.ok());
    const Result<ArgumentsSource> nameless = readArgumentsSource("@");
    QVERIFY(!nameless.ok());
    QVERIFY(nameless.error().sentence.contains(u"is missing the file name"));
}

QTEST_GUILESS_MAIN(TstCliArguments)
#include "support/clicommands.h"
#include "tst_cliarguments.moc"
