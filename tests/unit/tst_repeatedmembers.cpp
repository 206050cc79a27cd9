// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/message/repeatedmembers.h"
#include "support/places.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace sonde;
using namespace sonde::mcp;
using namespace Qt::StringLiterals;

// Members that a message has twice, or once more in another case.
class TestRepeatedMembers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsThem_data();
    void findsThem();
    void knowsTheMembersOfTheOfficialSchemas();
    void findsABoundedNumber();
    void showsNoControlCharacters();
};

void TestRepeatedMembers::findsThem_data()
{
    QTest::addColumn<QByteArray>("message");
    QTest::addColumn<QByteArray>("method"); // of the request of a response
    QTest::addColumn<QStringList>("found"); // "path" or "path ~ the known name"
    const auto row = [](const char *name, const char *message, const QStringList &found,
                         const char *method = "") {
        QTest::newRow(name) << QByteArray(message) << QByteArray(method) << found;
    };
    row("none", R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"},{"name":"a"}]}})", {});
    row("twice", R"({"id":1,"result":{"tools":[1],"tools":[]}})", {u"result.tools"_s});
    row("three times", R"({"id":1,"id":2,"id":3})", {u"id"_s});
    row("with an escape", R"({"id":1,"\u0069d":2})", {u"id"_s});
    row("in another case", R"({"params":{"name":"a","Name":"b"}})", {u"params.Name ~ name"_s});
    row("the other case first", R"({"params":{"NAME":"b","name":"a"}})", {u"params.NAME ~ name"_s});
    row("both", R"({"result":{"isError":1,"IsError":2,"isError":3}})",
        {u"result.IsError ~ isError"_s, u"result.isError"_s});
    row("many members",
        R"({"result":{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"tools":1,"k":1,"Tools":1}})",
        {u"result.Tools ~ tools"_s});
    row("a name that the protocol does not know", R"({"params":{"colour":1,"Colour":2}})", {});
    row("free objects",
        R"({"params":{"name":"a","arguments":{"id":1,"ID":2},"_meta":{"name":1,"Name":2}}})", {});
    row("twice in a free object", R"({"params":{"arguments":{"id":1,"id":2}}})",
        {u"params.arguments.id"_s});
    row("deep in a free object",
        R"({"result":{"structuredContent":{"list":[{"id":1,"ID":2,"id":3}]}}})",
        {u"result.structuredContent.list[0].id"_s});
    row("after a free object", R"({"params":{"arguments":{"a":1},"name":"a","Name":"b"}})",
        {u"params.Name ~ name"_s});
    row("a schema", R"({"result":{"tools":[{"inputSchema":{"type":1,"Type":2}}]}})", {});
    row("the definition of an argument",
        R"({"result":{"prompts":[{"arguments":[{"name":"a","Name":"b"}]}]}})",
        {u"result.prompts[0].arguments[0].Name ~ name"_s});
    row("the data of a log",
        R"({"method":"notifications/message","params":{"data":[{"id":1,"ID":2}]}})", {});
    row("a form that was filled in",
        R"({"result":{"action":"accept","content":{"name":"a","Name":"b"}}})", {});
    row("a block", R"({"result":{"content":[{"type":"text","text":"a","Text":"b"}]}})",
        {u"result.content[0].Text ~ text"_s});
    row("another protocol's request", R"({"method":"x/y","params":{"id":1,"ID":2}})", {});
    row("another protocol's response", R"({"id":1,"result":{"name":1,"Name":2}})", {}, "x/y");
    row("another protocol's response twice", R"({"id":1,"result":{"name":1,"name":2}})",
        {u"result.name"_s}, "x/y");
    row("no JSON", R"({"id":1,"id":2,)", {u"id"_s});
    row("an empty name", R"({"":1,"":2})", {u"[\"\"]"_s});
}

void TestRepeatedMembers::findsThem()
{
    QFETCH(QByteArray, message);
    QFETCH(QByteArray, method);
    QFETCH(QStringList, found);
    const auto document = json::Document::parse(message.toStdString());
    QStringList told;
    for (const RepeatedMember &each : repeatedMembers(document, method.toStdString())) {
        told << (each.isOtherCase ? each.value.path() + u" ~ "_s + json::toQString(each.other.key())
                                  : each.value.path());
        QVERIFY(each.value.id() != each.other.id());
    }
    QCOMPARE(told, found);
}

// What the revisions add is known here as well.
void TestRepeatedMembers::knowsTheMembersOfTheOfficialSchemas()
{
    const QDir folder(sonde::test::sourcePath("resources/mcp-schemas"));
    const auto collect = [](const auto &self, const json::Value &value,
                             QStringList &names) -> void {
        for (const json::Value member : value) {
            if (value.isObject() && member.key() == "properties") {
                for (const json::Value property : member)
                    names << json::toQString(property.key());
            }
            self(self, member, names);
        }
    };
    QStringList names;
    for (const QString &name : folder.entryList({u"*.json"_s})) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto schema = json::Document::parse(file.readAll().toStdString());
        collect(collect, schema.root()["$defs"], names);
        collect(collect, schema.root()["definitions"], names);
    }
    QVERIFY(names.size() > 100);
    QStringList unknown;
    for (const QString &name : names) {
        // These are keys of _meta, or of a schema: both are free.
        if (!name.contains(u'/') && !name.startsWith(u'$') && !isKnownMember(name.toStdString()))
            unknown << name;
    }
    unknown.removeDuplicates();
    QCOMPARE(unknown, QStringList());
}

void TestRepeatedMembers::findsABoundedNumber()
{
    std::string text = "[";
    for (int i = 0; i < 1000; ++i)
        text += R"({"id":1,"id":2},)";
    text += "0]";
    const auto document = json::Document::parse(text);
    QCOMPARE(repeatedMembers(document).size(), kMaxRepeated);
    const QStringList notes = repeatedMemberNotes(document);
    QCOMPARE(notes.size(), 4);
    QCOMPARE(notes.back(), u"More members of this message are repeated."_s);
}

void TestRepeatedMembers::showsNoControlCharacters()
{
    const std::string name(300, 'x');
    const auto document =
        json::Document::parse("{\"a\\u001b" + name + "\":1,\"a\\u001b" + name + "\":2}");
    const QStringList notes = repeatedMemberNotes(document);
    QCOMPARE(notes.size(), 1);
    QVERIFY(!notes.front().contains(QChar(0x1b)));
    QVERIFY(notes.front().size() < 300);
}

QTEST_GUILESS_MAIN(TestRepeatedMembers)
#include "tst_repeatedmembers.moc"
