// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/dispatch.h"
#include "support/ruleplay.h"

#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using namespace sonde;
using namespace sonde::findings;
using namespace sonde::test;

// What a session puts to the test, and what it does not.
class ExercisedTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysExactlyWhatAMessageExercises_data();
    void saysExactlyWhatAMessageExercises();
    void saysNothingThatNoRuleIsAbout_data();
    void saysNothingThatNoRuleIsAbout();

private:
    QSet<QString> play(const QString &script, const QString &kind);

    QTemporaryDir m_folder{memoryFolder()};
    int m_played = 0;
};

QSet<QString> ExercisedTest::play(const QString &script, const QString &kind)
{
    RuleRow row;
    row.revision = QStringLiteral("2025-11-25");
    row.isHttp = kind == u"http";
    row.isBare = kind == u"bare";
    row.script = script.split(u'\n', Qt::SkipEmptyParts);
    const auto store =
        RulePlay(row).record(m_folder.filePath(QStringLiteral("%1.sonde").arg(++m_played)));
    if (!store)
        return {};
    QSet<QString> ids;
    for (const Exercised &one : exercisedBy(*store))
        ids.insert(QString::fromStdString(one.requirement->id));
    return ids;
}

void ExercisedTest::saysExactlyWhatAMessageExercises_data()
{
    QTest::addColumn<QString>("kind"); // of the handshake before it
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("exercised"); // beyond what the handshake does

    // The format of the scripts is that of RuleRow.
    const auto row = [](const char *name, const char *kind, const char *script,
                         const char *exercised) {
        QTest::newRow(name) << QString::fromUtf8(kind) << QString::fromUtf8(script)
                            << QString::fromUtf8(exercised);
    };
    row("the handshake", "bare",
        R"(> {"id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
< {"id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}
> {"method":"notifications/initialized"})",
        "base.core-supported batch.only-2025-03-26 jsonrpc.every-request-answered "
        "jsonrpc.members-once jsonrpc.message-kind jsonrpc.notification-without-id "
        "jsonrpc.one-response-per-request jsonrpc.request-id-not-null "
        "jsonrpc.request-id-type jsonrpc.response-id-matches jsonrpc.result-is-object "
        "jsonrpc.result-or-error jsonrpc.utf-8 jsonrpc.version-member "
        "lifecycle.client-disconnects lifecycle.client-version-supported lifecycle.initialize-once "
        "lifecycle.initialize-params lifecycle.initialize-result schema.ClientCapabilities "
        "schema.Implementation "
        "schema.InitializeRequest schema.InitializeResult schema.InitializedNotification "
        "schema.ServerCapabilities schema.null-for-absent stdio.one-line-per-message "
        "stdio.stdin-messages-only stdio.stdout-messages-only");
    row("ping", "", R"(> {"id":1,"method":"ping"}
< {"id":1,"result":{}})",
        "jsonrpc.notification-not-answered "
        "jsonrpc.request-id-unused-in-session lifecycle.client-waits-for-result "
        "ping.empty-result ping.not-excessive ping.prompt-answer schema.PingRequest");
    row("a request without a response", "", R"(> {"id":1,"method":"ping"})",
        "jsonrpc.request-id-unused-in-session lifecycle.client-waits-for-result "
        "ping.not-excessive schema.PingRequest");
    row("an empty list", "", R"(> {"id":1,"method":"tools/list"}
< {"id":1,"result":{"tools":[]}})",
        "caps.declared-method-answered jsonrpc.notification-not-answered "
        "jsonrpc.request-id-unused-in-session lifecycle.client-waits-for-result "
        "lifecycle.initialized-sent lifecycle.negotiated-capabilities-only "
        "pagination.cursor-string-or-absent schema.ListToolsRequest schema.ListToolsResult "
        "tools.capability");
    row("one tool", "", R"(> {"id":1,"method":"tools/list"}
< {"id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}})",
        "caps.declared-method-answered jsonrpc.notification-not-answered "
        "jsonrpc.request-id-unused-in-session jsonschema.prefer-2020-12 jsonschema.valid "
        "lifecycle.client-waits-for-result lifecycle.initialized-sent "
        "lifecycle.negotiated-capabilities-only pagination.cursor-string-or-absent "
        "practice.definitions-size practice.description-present "
        "practice.no-hidden-characters schema.ListToolsRequest schema.ListToolsResult "
        "schema.Tool tools.capability tools.input-schema-object tools.name-charset "
        "tools.name-length "
        "tools.name-portable");
    row("two tools with everything", "", R"(> {"id":1,"method":"tools/list"}
< {"id":1,"result":{"tools":[{"name":"a","description":"A.","inputSchema":{"type":"object","properties":{"p":{"type":"string"}}},"outputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},{"name":"b","inputSchema":{"type":"object"}}],"nextCursor":"c"}}
> {"id":2,"method":"tools/list","params":{"cursor":"c"}}
< {"id":2,"result":{"tools":[{"name":"c","inputSchema":{"type":"object"}}]}})",
        "caps.declared-method-answered jsonrpc.notification-not-answered "
        "jsonrpc.request-id-unused-in-session jsonschema.prefer-2020-12 jsonschema.valid "
        "lifecycle.client-waits-for-result lifecycle.initialized-sent "
        "lifecycle.negotiated-capabilities-only pagination.cursor-string-or-absent "
        "pagination.not-across-sessions pagination.opaque practice.definitions-size "
        "practice.description-distinct practice.description-present "
        "practice.names-differ-by-more-than-case practice.no-hidden-characters "
        "practice.parameter-description schema.ListToolsRequest schema.ListToolsResult "
        "schema.Tool schema.ToolAnnotations tools.annotations-consistent tools.capability "
        "tools.input-schema-object "
        "tools.name-charset tools.name-length tools.name-portable tools.name-unique "
        "tools.output-schema-object");
    row("a call of a tool that is not known", "",
        R"(> {"id":1,"method":"tools/call","params":{"name":"a"}}
< {"id":1,"result":{"content":[]}})",
        "jsonrpc.notification-not-answered jsonrpc.request-id-unused-in-session "
        "lifecycle.client-waits-for-result lifecycle.initialized-sent "
        "lifecycle.negotiated-capabilities-only schema.CallToolRequest schema.CallToolResult "
        "tools.content-present");
    row("a call with structured content", "", R"(> {"id":1,"method":"tools/list"}
< {"id":1,"result":{"tools":[{"name":"a","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}}]}}
> {"id":2,"method":"tools/call","params":{"name":"a"}}
< {"id":2,"result":{"structuredContent":{},"content":[{"type":"text","text":"{}","annotations":{"priority":1}}]}})",
        "annotations.priority-range caps.declared-method-answered content.types-of-revision "
        "jsonrpc.notification-not-answered jsonrpc.request-id-unused-in-session "
        "jsonschema.prefer-2020-12 jsonschema.valid lifecycle.client-waits-for-result "
        "lifecycle.initialized-sent lifecycle.negotiated-capabilities-only "
        "pagination.cursor-string-or-absent practice.definitions-size "
        "practice.description-present practice.no-hidden-characters practice.result-size "
        "schema.Annotations schema.CallToolRequest schema.CallToolResult "
        "schema.ListToolsRequest schema.ListToolsResult schema.TextContent schema.Tool "
        "tools.capability tools.content-present "
        "tools.input-schema-object tools.name-charset tools.name-length tools.name-portable "
        "tools.output-schema-object tools.structured-conforms tools.structured-is-object "
        "tools.structured-present tools.structured-text-copy");
    row("an error", "", R"(> {"id":1,"method":"prompts/get","params":{"name":"a"}}
< {"id":1,"error":{"code":-32602,"message":"Unknown prompt."}})",
        "jsonrpc.error-code-and-message jsonrpc.error-code-integer jsonrpc.error-id-null "
        "jsonrpc.error-keeps-request-id jsonrpc.error-message-short "
        "jsonrpc.notification-not-answered jsonrpc.request-id-unused-in-session "
        "lifecycle.client-waits-for-result lifecycle.initialized-sent "
        "lifecycle.negotiated-capabilities-only schema.GetPromptRequest");
    row("a cancellation", "", R"(> {"id":1,"method":"prompts/list"}
> {"method":"notifications/cancelled","params":{"requestId":1}})",
        "cancel.in-flight-only cancel.names-request cancel.no-response cancel.not-initialize "
        "cancel.own-requests-only jsonrpc.request-id-unused-in-session "
        "lifecycle.client-waits-for-result lifecycle.initialized-sent "
        "lifecycle.negotiated-capabilities-only schema.CancelledNotification "
        "schema.ListPromptsRequest");
    row("progress", "",
        R"(> {"id":1,"method":"prompts/list","params":{"_meta":{"progressToken":"t"}}}
< {"method":"notifications/progress","params":{"progressToken":"t","progress":1}}
< {"method":"notifications/progress","params":{"progressToken":"t","progress":2}})",
        "jsonrpc.request-id-unused-in-session lifecycle.client-waits-for-result "
        "lifecycle.initialized-sent lifecycle.negotiated-capabilities-only meta.key-name "
        "meta.key-prefix meta.prefix-reverse-dns meta.reserved-prefix progress.increases "
        "progress.known-token progress.rate-limited progress.stops-at-completion "
        "progress.token-type progress.token-unique schema.ListPromptsRequest "
        "schema.ProgressNotification");
    row("a notification of the server", "", R"(< {"method":"notifications/tools/list_changed"})",
        "caps.list-changed-declared schema.ToolListChangedNotification");
    row("over HTTP", "http", R"(POST 200
> {"id":1,"method":"ping"}
< {"id":1,"result":{}})",
        "jsonrpc.request-id-unused-in-session "
        "lifecycle.client-waits-for-result ping.empty-result ping.not-excessive "
        "ping.prompt-answer schema.PingRequest");
}

void ExercisedTest::saysExactlyWhatAMessageExercises()
{
    QFETCH(QString, kind);
    QFETCH(QString, script);
    QFETCH(QString, exercised);
    QSet<QString> ids = play(script, kind);
    if (kind != u"bare")
        ids.subtract(play({}, kind));
    QStringList sorted = ids.values();
    sorted.sort();
    QCOMPARE(sorted, exercised.split(u' ', Qt::SkipEmptyParts));
}

bool isKind(On on, rpc::Kind kind)
{
    using rpc::Kind;
    const bool isMessage = kind == Kind::Request || kind == Kind::Notification
        || kind == Kind::Response || kind == Kind::ErrorResponse;
    switch (on) {
    case On::Message:
        return isMessage;
    case On::Request:
        return kind == Kind::Request;
    case On::Notification:
        return kind == Kind::Notification;
    case On::Result:
        return kind == Kind::Response;
    case On::Error:
        return kind == Kind::ErrorResponse;
    case On::Invalid: // what must not be there is tested by every message
        return isMessage || kind == Kind::Invalid;
    case On::Exchange:
    case On::Metadata:
    case On::Registration:
    case On::Authorization:
    case On::Redirect:
    case On::Token:
        return kind == Kind::Exchange;
    case On::Lifecycle:
        return kind == Kind::Lifecycle;
    }
    return false;
}

// Whether a rule is about such a record, from the table of rules alone.
bool isAbout(const BoundRule &bound, const trace::Record &record, const QString &method)
{
    const Rule &rule = *bound.rule;
    const bool isOfMethod = rule.method.empty()
        || method == QLatin1String(rule.method.data(), qsizetype(rule.method.size()));
    const Party party = bound.requirement->party;
    const bool isOfParty = party == Party::Both
        || (record.channel == rpc::Channel::Sent ? party == Party::Client || party == Party::Host
                : record.channel == rpc::Channel::Received ? party == Party::Server
                                                           : true);
    return isKind(rule.on, record.kind) && isOfMethod && isOfParty;
}

void ExercisedTest::saysNothingThatNoRuleIsAbout_data()
{
    QTest::addColumn<int>("index");
    const auto rows = ruleRows();
    for (std::size_t i = 0; i < rows.size(); ++i)
        QTest::newRow(qPrintable(rows[i].name())) << int(i);
}

void ExercisedTest::saysNothingThatNoRuleIsAbout()
{
    QFETCH(int, index);
    static const std::vector<RuleRow> rows = ruleRows();
    const auto store = RulePlay(rows[std::size_t(index)])
                           .record(m_folder.filePath(QStringLiteral("row%1.sonde").arg(index)));
    QVERIFY(store);
    const auto records = store->readRecords();
    QVERIFY(records.ok());
    std::set<const Requirement *> possible;
    for (const trace::Record &record : *records) {
        const QString method = store->string(record.method);
        for (const BoundRule &bound : boundRules()) {
            if (isAbout(bound, record, method))
                possible.insert(bound.requirement);
        }
    }
    for (const Exercised &one : exercisedBy(*store)) {
        QVERIFY2(possible.contains(one.requirement), one.requirement->id.c_str());
        QVERIFY2(one.requirement->revisions.has(one.revision), one.requirement->id.c_str());
    }
}

QTEST_GUILESS_MAIN(ExercisedTest)
#include "tst_exercised.moc"
