// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/ruleplay.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace sonde;
using namespace sonde::findings;
using namespace sonde::test;

// What findings say: what is wrong, where, and what was expected instead.
class FindingSentencesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void says_data();
    void says();
    void saysWhatToDoAboutParamsThatAreNull_data();
    void saysWhatToDoAboutParamsThatAreNull();
    void leavesNoPlaceEmpty();

private:
    QTemporaryDir m_folder{memoryFolder()};
};

namespace {

QString listOf(const QString &uri)
{
    return QStringLiteral("> {\"id\":1,\"method\":\"resources/list\"}\n"
                          "< {\"id\":1,\"result\":{\"resources\":[{\"uri\":%1,\"name\":\"a\"}]}}")
        .arg(uri);
}

QString toolsWith(const QString &schemas)
{
    return QStringLiteral("> {\"id\":1,\"method\":\"tools/list\"}\n"
                          "< {\"id\":1,\"result\":{\"tools\":[%1]}}")
        .arg(schemas);
}

QString draft7(const QString &name)
{
    return QStringLiteral("{\"name\":\"%1\",\"inputSchema\":{\"$schema\":"
                          "\"http://json-schema.org/draft-07/schema#\",\"type\":\"object\"}}")
        .arg(name);
}

void addRow(const char *name, const char *rule, const QString &script, const char *sentence)
{
    QTest::newRow(name) << QString::fromUtf8(rule) << script << QString::fromUtf8(sentence);
}

void addUris()
{
    const auto row = [](const char *name, const QString &uri, const char *sentence) {
        addRow(name, "resources.uri-valid", listOf(uri), sentence);
    };
    row("a scheme that begins with a digit", QStringLiteral("\"1password://config\""),
        "\"1password://config\" is not an absolute URI. Its scheme “1password” does not begin "
        "with a letter.");
    row("a scheme with a low line", QStringLiteral("\"my_app://config\""),
        "\"my_app://config\" is not an absolute URI. Its scheme “my_app” has characters other "
        "than letters, digits, “+”, “-” and “.”.");
    row("a path", QStringLiteral("\"/tmp/a\""),
        "\"/tmp/a\" is not an absolute URI. It has no scheme, such as “file:”.");
    row("a blank", QStringLiteral("\"file:///a b\""),
        "\"file:///a b\" is not an absolute URI. It has the character “ ”; write “%20”.");
    row("a letter that is not ASCII", QStringLiteral("\"file:///ä\""),
        "\"file:///ä\" is not an absolute URI. It has the character “ä”; write “%C3%A4”.");
    row("a percent sign", QStringLiteral("\"file:///100%\""),
        "\"file:///100%\" is not an absolute URI. It has a “%” without two hexadecimal digits "
        "after it; write “%25”.");
    row("a template", QStringLiteral("\"file:///{path}/a\""),
        "\"file:///{path}/a\" is not an absolute URI. It is a URI template with the variable "
        "“{path}”; templates belong in the response to `resources/templates/list`.");
    row("a brace", QStringLiteral("\"file:///{\""),
        "\"file:///{\" is not an absolute URI. It has the character “{”; write “%7B”.");
    row("a port", QStringLiteral("\"http://h:x/\""),
        "\"http://h:x/\" is not an absolute URI. Its host, its port or a bracket in it is not "
        "valid.");
    row("a number", QStringLiteral("5"), "The URI 5 is not a string.");
}

void addSchemas()
{
    const auto row = [](const char *name, const QString &tools, const char *sentence) {
        addRow(name, "jsonschema.prefer-2020-12", toolsWith(tools), sentence);
    };
    row("one schema", draft7(QStringLiteral("a")),
        "This schema names the dialect \"http://json-schema.org/draft-07/schema#\". Clients must "
        "know JSON Schema 2020-12; other dialects may not be supported.");
    row("two schemas", draft7(QStringLiteral("a")) + u',' + draft7(QStringLiteral("b")),
        "This schema and 1 more name the dialect \"http://json-schema.org/draft-07/schema#\". "
        "Clients must know JSON Schema 2020-12; other dialects may not be supported.");
}

void addMessages()
{
    addRow("two responses", "jsonrpc.one-response-per-request",
        QStringLiteral("> {\"id\":2,\"method\":\"ping\"}\n< {\"id\":2,\"result\":{}}\n"
                       "< {\"id\":2,\"result\":{}}"),
        "The request with the id 2 already has the response #5.");
    addRow("an unknown tool", "tools.unknown-tool-error",
        QStringLiteral("> {\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
                       "\"sonde-unknown-tool\"}}\n"
                       "< {\"id\":1,\"error\":{\"code\":-32601,\"message\":\"a\"}}"),
        "The unknown tool \"sonde-unknown-tool\" gives the error -32601, not -32602.");
    addRow("ping", "ping.empty-result",
        QStringLiteral("> {\"id\":1,\"method\":\"ping\"}\n"
                       "< {\"id\":1,\"error\":{\"code\":-32601,\"message\":\"a\"}}"),
        "`ping` gives the error -32601, not an empty result.");
    addRow("a message that is a number", "jsonrpc.error-code-and-message",
        QStringLiteral("> {\"id\":1,\"method\":\"ping\"}\n"
                       "< {\"id\":1,\"error\":{\"code\":-32603,\"message\":5}}"),
        "`message` of the error is 5, not a string.");
    addRow("an elicitation of no mode", "elicitation.required-error-list",
        QStringLiteral("> {\"id\":1,\"method\":\"ping\"}\n"
                       "< {\"id\":1,\"error\":{\"code\":-32042,\"message\":\"a\",\"data\":"
                       "{\"elicitations\":[{\"message\":\"a\",\"url\":\"https://a\","
                       "\"elicitationId\":\"e\"}]}}}"),
        "An elicitation of the error -32042 has no `mode`; it must be url.");
    addRow("a tool without a name", "tools.input-schema-object",
        toolsWith(QStringLiteral("{\"description\":\"a\"}")),
        "The tool (missing) has no `inputSchema`.");
    addRow("lines of an error", "jsonrpc.error-message-short",
        QStringLiteral("> {\"id\":1,\"method\":\"ping\"}\n"
                       "< {\"id\":1,\"error\":{\"code\":-32603,\"message\":\"a\\nb\"}}"),
        "The error message has 2 lines; JSON-RPC asks for one short sentence.");
    addRow("a long error", "jsonrpc.error-message-short",
        QStringLiteral("> {\"id\":1,\"method\":\"ping\"}\n"
                       "< {\"id\":1,\"error\":{\"code\":-32603,\"message\":\"%1\"}}")
            .arg(QString(201, u'a')),
        "The error message has 201 characters; JSON-RPC asks for one short sentence.");
}

} // namespace

void FindingSentencesTest::says_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("sentence");
    addUris();
    addSchemas();
    addMessages();
}

void FindingSentencesTest::says()
{
    QFETCH(const QString, rule);
    QFETCH(const QString, script);
    QFETCH(const QString, sentence);
    RuleRow row;
    row.revision = QStringLiteral("2025-11-25");
    row.script = script.split(u'\n');
    const auto store = RulePlay(row).record(
        m_folder.filePath(QString::fromLatin1(QTest::currentDataTag()) + u".sonde"));
    QVERIFY(store);
    QStringList sentences;
    for (const Finding &finding : findingsOf(*store)) {
        if (finding.requirement->id == rule.toStdString())
            sentences << finding.sentence;
    }
    QCOMPARE(sentences, QStringList{sentence});
}

void FindingSentencesTest::saysWhatToDoAboutParamsThatAreNull_data()
{
    QTest::addColumn<QString>("revision");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("remedy");
    const auto row = [](const char *name, const char *revision, const char *message,
                         const char *remedy) {
        QTest::newRow(name) << QString::fromUtf8(revision) << QString::fromUtf8(message)
                            << QString::fromUtf8(remedy);
    };
    constexpr char kLeaveOut[] = "Leave `params` out.";
    constexpr char kSend[] =
        "Send `params` as an object with the members that the method requires.";
    row("a list", "2025-11-25", R"(> {"id":1,"method":"tools/list","params":null})", kLeaveOut);
    row("a change", "2025-11-25",
        R"(< {"method":"notifications/tools/list_changed","params":null})", kLeaveOut);
    row("a call", "2025-11-25", R"(> {"id":1,"method":"tools/call","params":null})", kSend);
    row("a log message", "2025-11-25", R"(< {"method":"notifications/message","params":null})",
        kSend);
}

// Leaving required ones out would be the next fault.
void FindingSentencesTest::saysWhatToDoAboutParamsThatAreNull()
{
    QFETCH(const QString, revision);
    QFETCH(const QString, message);
    RuleRow row;
    row.revision = revision;
    row.script = QStringList{message};
    const auto store = RulePlay(row).record(
        m_folder.filePath(QString::fromLatin1(QTest::currentDataTag()) + u".sonde"));
    QVERIFY(store);
    QStringList remedies;
    for (const Finding &finding : findingsOf(*store)) {
        if (finding.requirement->id == "schema.null-for-absent")
            remedies << finding.remedy;
    }
    QFETCH(const QString, remedy);
    QCOMPARE(remedies, QStringList{remedy});
}

// What a sentence shows may be missing, and needs words of its own then.
void FindingSentencesTest::leavesNoPlaceEmpty()
{
    static const QRegularExpression empty(
        QStringLiteral("  |^ | $| [,.;:!?)]|,,|\\( |“”|``|‘’|%\\d"));
    QStringList wrong;
    int played = 0;
    for (const RuleRow &row : ruleRows()) {
        const auto store =
            RulePlay(row).record(m_folder.filePath(QStringLiteral("%1.sonde").arg(++played)));
        QVERIFY(store);
        for (const Finding &finding : findingsOf(*store)) {
            for (const QString &text : {finding.sentence, finding.remedy}) {
                if (empty.match(text).hasMatch())
                    wrong << row.name() + u": " + text;
            }
        }
    }
    if (!wrong.isEmpty()) // QCOMPARE shows the beginning of a text only
        qInfo("%s", qPrintable(wrong.join(u'\n')));
    QCOMPARE(wrong, QStringList());
}

QTEST_GUILESS_MAIN(FindingSentencesTest)
#include "tst_findingsentences.moc"
