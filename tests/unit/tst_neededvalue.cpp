// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/officialschemas.h"
#include "findings/rules/base/correctedvalue.h"
#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::findings;

// What an official type leaves no choice about.
class NeededValueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatFits_data();
    void saysWhatFits();
    void saysNothingOfOtherSchemas();
};

void NeededValueTest::saysWhatFits_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("change"); // "member: value", or the value; empty: nothing is certain
    const auto row = [](const char *name, const char *type, const char *value, const char *change) {
        QTest::newRow(name) << QString::fromLatin1(type) << QByteArray(value)
                            << QString::fromLatin1(change);
    };
    row("a missing list", "ListToolsResult", R"({"_meta":{}})", "tools: []");
    row("in an empty object", "ListToolsResult", "{}", "tools: []");
    row("a missing object", "InitializeResult",
        R"({"protocolVersion":"2025-11-25","serverInfo":{"name":"a","version":"1"}})",
        "capabilities: {}");
    row("an object with a constant", "Tool", R"({"name":"a"})",
        R"(inputSchema: {"type":"object"})");
    row("a missing constant", "TextContent", R"({"text":"a"})", R"(type: "text")");
    row("a wrong constant", "Tool", R"({"name":"a","inputSchema":{"type":"array"}})",
        R"("object")");
    row("a constant of another type", "JSONRPCRequest", R"({"jsonrpc":2,"id":1,"method":"a"})",
        R"("2.0")");
    row("a word in another case", "PromptMessage",
        R"({"role":"User ","content":{"type":"text","text":"a"}})", R"("user")");
    row("another word", "PromptMessage", R"({"role":"robot","content":{"type":"text","text":"a"}})",
        "");
    row("a missing text", "TextContent", R"({"type":"text"})", "");
    row("two missing members", "Implementation", "{}", "");
}

void NeededValueTest::saysWhatFits()
{
    QFETCH(QString, type);
    QFETCH(QByteArray, value);
    QFETCH(QString, change);
    OfficialSchemas schemas;
    constexpr Revision kRevision = Revision::R20251125;
    const auto *validator = schemas.type(kRevision, type.toStdString());
    QVERIFY(validator);
    // The value is a part of a message, as it is in a recording.
    const auto message =
        json::Document::parse(Bytes::fromByteArray("{\"result\":" + value + ",\"id\":1}"));
    const auto instance = message.root()["result"];
    const auto outcome = validator->validate(instance);
    QVERIFY(!outcome.errors.empty());
    QString said;
    for (const schema::Unit &error : outcome.errors) {
        const Instead found =
            neededValue(*validator, instance, error, schemas.keywordOf(kRevision, error));
        if (!found.json.empty())
            said = QString::fromStdString(
                found.member.empty() ? found.json : found.member + ": " + found.json);
    }
    QCOMPARE(said, change);
}

void NeededValueTest::saysNothingOfOtherSchemas()
{
    OfficialSchemas schemas;
    schema::Unit error;
    error.keyword = "const";
    for (const char *location : {"", "#/$defs/Tool", "https://example.org/#/$defs/Tool",
             "sonde:mcp-schema#/$defs/NoSuchType/const"}) {
        error.absoluteLocation = QString::fromLatin1(location);
        QVERIFY2(!schemas.keywordOf(Revision::R20251125, error), location);
    }
}

QTEST_GUILESS_MAIN(NeededValueTest)
#include "tst_neededvalue.moc"
