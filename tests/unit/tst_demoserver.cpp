// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/server.h"
#include "json/document.h"

#include <QProcess>
#include <QTest>

using namespace sonde;
using namespace sonde::demo;

namespace {

// A conversation, line by line:
//   "> …"  is sent; $M stands for the _meta of a stateless request without its braces' end,
//          $STATE for the requestState that was last received
//   "< …"  must be exactly the next message that comes back
//   "~ …"  must be in the next message that comes back
//   "+ …"  must be in the message that "~" looked at, "- …" must not
//   "@ 13" lets that many milliseconds pass
//   "."    nothing more has come back
// At the end nothing may be left over.
using Talk = QStringList;

const QString kMeta = QStringLiteral(
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"sampling":{},"elicitation":{}},"progressToken":"p")");

class Conversation {
public:
    explicit Conversation(const Options &options)
        : m_server(options, QByteArrayLiteral("a secret of the test"))
    {
    }

    // Empty when all went as told; otherwise what went differently.
    QString play(const Talk &talk)
    {
        for (const QString &line : talk) {
            const QString problem = step(line);
            if (!problem.isEmpty())
                return line % QStringLiteral("\n   but: ") % problem;
        }
        return step(QStringLiteral("."));
    }

    Server &server() { return m_server; }

private:
    QString step(const QString &line)
    {
        const QString text = line.mid(2);
        switch (line.at(0).unicode()) {
        case '>':
            send(text);
            return {};
        case '@':
            m_now += Milliseconds(text.toInt());
            m_server.tick(m_now);
            return {};
        case '<':
            next();
            return m_last == text ? QString() : m_last;
        case '~':
            next();
            [[fallthrough]];
        case '+':
            return m_last.contains(text) ? QString() : m_last;
        case '-':
            return m_last.contains(text) ? m_last : QString();
        default:
            gather();
            return m_received.isEmpty() ? QString() : m_received.first();
        }
    }

    void send(QString text)
    {
        text.replace(QStringLiteral("$STATE"), m_state);
        text.replace(QStringLiteral("$M"), kMeta);
        m_server.receive(Bytes::fromByteArray(text.toUtf8() + '\n'), m_now);
    }

    void gather()
    {
        const QString output = QString::fromStdString(m_server.takeOutput());
        m_received += output.split(u'\n', Qt::SkipEmptyParts);
    }

    void next()
    {
        gather();
        m_last = m_received.isEmpty() ? QStringLiteral("(nothing)") : m_received.takeFirst();
        const auto document = json::Document::parse(m_last.toStdString());
        if (const auto state = document.path(u"result.requestState"))
            m_state = state.toString();
    }

    Server m_server;
    Milliseconds m_now{0};
    QStringList m_received;
    QString m_last;
    QString m_state;
};

Talk hello(const QString &revision, const QString &capabilities = QStringLiteral("{}"))
{
    return {QStringLiteral(R"(> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{)"
                           R"("protocolVersion":"%1","capabilities":%2,)"
                           R"("clientInfo":{"name":"test","version":"1"}}})")
                .arg(revision, capabilities),
        QStringLiteral(R"(~ "result":{"protocolVersion":"%1")").arg(revision),
        QStringLiteral(R"(> {"jsonrpc":"2.0","method":"notifications/initialized"})")};
}

Talk say(std::initializer_list<const char *> lines)
{
    Talk talk;
    for (const char *line : lines)
        talk << QString::fromUtf8(line);
    return talk;
}

constexpr const char *kOldest = "2024-11-05";
constexpr const char *kBatches = "2025-03-26";
constexpr const char *kStructured = "2025-06-18";
constexpr const char *kNewestSession = "2025-11-25";

Result<CommandLine> parse(const QByteArrayList &switches)
{
    std::vector<std::string_view> arguments;
    for (const QByteArray &each : switches)
        arguments.emplace_back(each.constData(), std::size_t(each.size()));
    return CommandLine::parse(arguments);
}

} // namespace

class TestDemoServer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void speaksEachSessionRevision_data();
    void speaksEachSessionRevision();
    void speaksTheStatelessRevision_data();
    void speaksTheStatelessRevision();
    void followsItsSwitches_data();
    void followsItsSwitches();
    void refusesWrongSwitches_data();
    void refusesWrongSwitches();
    void doesNotCareHowTheInputIsSplit();
    void limitsTheSizeOfAMessage();
    void limitsTheCallsAtTheSameTime();
    void answersAPipedConversation();
};

static void row(const char *name, const Talk &talk)
{
    QTest::newRow(name) << talk;
}

void TestDemoServer::speaksEachSessionRevision_data()
{
    QTest::addColumn<Talk>("talk");
    const auto session = [](const char *revision) { return hello(QString::fromUtf8(revision)); };
    const auto able = [](const char *revision, const char *capabilities) {
        return hello(QString::fromUtf8(revision), QString::fromUtf8(capabilities));
    };

    row("offers the newest session for an unknown revision",
        say({R"(> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"1999-01-01","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})",
            R"(~ "protocolVersion":"2025-11-25")"}));
    row("wants a complete initialize",
        say({R"(> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})",
            R"(~ "id":0,"error":{"code":-32602)"}));
    row("is initialized once",
        session(kNewestSession)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})",
                    R"(~ "id":1,"error":{"code":-32600)"}));
    row("answers ping before the session",
        say({R"(> {"jsonrpc":"2.0","id":"p","method":"ping"})",
            R"(< {"jsonrpc":"2.0","id":"p","result":{}})"}));
    row("answers nothing else before the session",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list"})",
            R"(~ "id":1,"error":{"code":-32600)"}));
    row("2024-11-05 has no completions capability, no titles",
        say({R"(> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})",
            R"(~ "serverInfo":{"name":"sonde-demo-server","version":)", R"(- completions)",
            R"(- resultType)", R"(- icons)"}));
    row("2024-11-05 lists bare tools",
        session(kOldest)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list"})", R"(~ "inputSchema")",
                R"(- annotations)", R"(- "outputSchema")", R"(- "icons")",
                R"(- "title":"Weather forecast")", R"(- nextCursor)", R"(+ ping_client)"}));
    row("2025-03-26 has hints",
        session(kBatches)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list"})",
                R"(~ "annotations":{"title":"Weather forecast","readOnlyHint":true)",
                R"(- "outputSchema")", R"(- "icons")"}));
    row("2025-06-18 has output schemas and titles",
        session(kStructured)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list"})",
                R"(~ "name":"get_weather","title":"Weather forecast")", R"(+ "outputSchema")",
                R"(- "icons")"}));
    row("2025-11-25 has icons",
        session(kNewestSession)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list"})", R"(~ "icons":[)",
                R"(- ttlMs)"}));
    for (const char *revision : {kStructured, kNewestSession}) {
        row(qPrintable(u"echoes every byte in " % QString::fromUtf8(revision)),
            session(revision)
                + say({R"(> {"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{"name":"echo","arguments":{"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2}}})",
                    R"(< {"jsonrpc":"2.0","id":1.0,"result":{"content":[{"type":"text","text":"{\"a\":9007199254740993,\"b\":1.0,\"c\":1e400,\"d\":-0,\"a\":2}"}],"structuredContent":{"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2},"isError":false}})"}));
    }
    row("2024-11-05 echoes as text only",
        session(kOldest)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{ "x" : -0 }}})",
                R"(< {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{ \"x\" : -0 }"}],"isError":false}})"}));
    row("reports progress day by day",
        session(kBatches)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":"Oulu","days":2},"_meta":{"progressToken":9007199254740993}}})",
                ".", "@ 13",
                R"(< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":9007199254740993,"progress":1,"total":2,"message":"day 1 of 2"}})",
                "@ 13", R"(~ "progress":2,"total":2)", R"(~ "id":1,"result":)",
                R"(- structuredContent)"}));
    row("2024-11-05 progress has no message",
        session(kOldest)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":"Oulu","days":1},"_meta":{"progressToken":"t"}}})",
                "@ 13",
                R"(< {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1,"total":1}})",
                R"(~ "id":1,"result":)"}));
    row("writes weather numbers as they are",
        session(kStructured)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":"Reykjavík","station":9007199254740993}}})",
                "@ 13", "@ 13", "@ 13",
                R"(~ "structuredContent":{"city":"Reykjavík","days":[{"day":1,"min":-1.0,"max":4.0,"sky":"light rain"},{"day":2,"min":-3.5,"max":1.0,"sky":"snow"},{"day":3,"min":-0,"max":2.25,"sky":"clouds"}],"station":9007199254740993})"}));
    row("audio is a text in 2024-11-05",
        session(kOldest)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"make_sound"}})",
                    R"(~ "type":"text")", R"(- "audio")"}));
    row("audio is a WAV file since 2025-03-26",
        session(kBatches)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"make_sound"}})",
                    R"(~ {"type":"audio","data":"UklGR)"}));
    row("a chart is a PNG file",
        session(kOldest)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"make_chart","arguments":{"values":[1,2.5]}}})",
                    R"(~ {"type":"image","data":"iVBORw0KGgo)"}));
    row("a link is a text before 2025-06-18",
        session(kBatches)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_station","arguments":{"station":9007199254740993}}})",
                    R"(~ "text":"See the resource demo://stations/9007199254740993")",
                    R"(- resource_link)"}));
    row("a link is a resource_link since 2025-06-18",
        session(kStructured)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_station","arguments":{"station":9007199254740993}}})",
                    R"(~ {"type":"resource_link","uri":"demo://stations/9007199254740993")"}));
    row("lastModified since 2025-06-18",
        session(kBatches)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_alerts"}})",
                    R"(~ "type":"resource")", R"(+ "priority":0.8)", R"(- lastModified)"}));
    row("wrong arguments are a protocol error before 2025-11-25",
        session(kStructured)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":5}}})",
                    R"(~ "error":{"code":-32602)"}));
    row("wrong arguments are a tool error since 2025-11-25",
        session(kNewestSession)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_weather","arguments":{"city":5}}})",
                    R"(~ "isError":true)", R"(+ must be a string)"}));
    row("an unknown tool, prompt, cursor, level or method",
        session(kNewestSession)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing"}})",
                R"(~ "id":1,"error":{"code":-32602)",
                R"(> {"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"nothing"}})",
                R"(~ "id":2,"error":{"code":-32602)",
                R"(> {"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":""}})",
                R"(~ "id":3,"error":{"code":-32602)",
                R"(> {"jsonrpc":"2.0","id":4,"method":"logging/setLevel","params":{"level":"loud"}})",
                R"(~ "id":4,"error":{"code":-32602)",
                R"(> {"jsonrpc":"2.0","id":5,"method":"tasks/list"})",
                R"(~ "id":5,"error":{"code":-32601)",
                R"(> {"jsonrpc":"2.0","id":6,"method":"tools/list","params":[]})",
                R"(~ "id":6,"error":{"code":-32602)"}));
    row("what is not JSON, not a message, or has no usable id",
        session(kNewestSession)
            + say({"> hello", R"(~ "id":null,"error":{"code":-32700)",
                "> {\"a\":", R"(~ "id":null,"error":{"code":-32700)", "> 5",
                R"(~ "id":null,"error":{"code":-32600)",
                R"(> {"jsonrpc":"2.0","id":null,"method":"ping"})",
                R"(~ "id":null,"error":{"code":-32600)", "> ", "."}));
    row("an array is an error outside 2025-03-26",
        session(kNewestSession)
            + say({R"(> [{"jsonrpc":"2.0","id":1,"method":"ping"}])",
                R"(~ "id":null,"error":{"code":-32600)"}));
    row("a batch is answered with a batch, when its last member is ready",
        session(kBatches)
            + say({R"(> [{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow_count","arguments":{"n":1,"delay_ms":50}}},{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":2,"method":"ping"},7])",
                ".", "@ 50",
                R"(~ [{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":null,"error":{"code":-32600)",
                R"(+ Counted to 1.)"}));
    row("a batch without requests has no answer",
        session(kBatches) + say({R"(> [{"jsonrpc":"2.0","method":"notifications/x"}])", "."}));
    row("a batch is released by a cancellation",
        session(kBatches)
            + say({R"(> [{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow_count"}},{"jsonrpc":"2.0","id":2,"method":"ping"}])",
                ".",
                R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})",
                R"(< [{"jsonrpc":"2.0","id":2,"result":{}}])"}));
    row("a cancelled call says nothing more",
        session(kNewestSession)
            + say({R"(> {"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"slow_count","arguments":{"delay_ms":10},"_meta":{"progressToken":1}}})",
                "@ 10", R"(~ "progress":1)",
                R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}})",
                "@ 10", "."}));
    row("an id in use is refused",
        session(kNewestSession)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow_count","arguments":{"n":1}}})",
                    R"(> {"jsonrpc":"2.0","id":1,"method":"ping"})",
                    R"(~ "id":1,"error":{"code":-32600)",
                    R"(> {"jsonrpc":"2.0","id":"1","method":"ping"})",
                    R"(< {"jsonrpc":"2.0","id":"1","result":{}})", "@ 500", R"(~ Counted to 1.)"}));
    row("logs from the level on that was set",
        session(kOldest)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"alert"}})",
                R"(< {"jsonrpc":"2.0","id":1,"result":{}})",
                R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"log_something","arguments":{"message":"m"}}})",
                R"(< {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"alert","logger":"demo","data":{"message":"m","number":1}}})",
                R"(~ "level":"emergency")", R"(~ 2 log messages sent)"}));
    row("floods",
        session(kNewestSession)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"flood","arguments":{"n":2,"size":3}}})",
                    R"(~ "data":"xxx")", R"(~ "data":"xxx")", R"(~ Sent 2 notifications.)"}));
    row("asks for sampling when the client can",
        able(kNewestSession, R"({"sampling":{}})")
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"summarize","arguments":{"text":"t"}}})",
                R"(~ {"jsonrpc":"2.0","id":"s-1","method":"sampling/createMessage","params":{"messages":[)",
                R"(+ "maxTokens":400)", ".",
                R"(> {"jsonrpc":"2.0","id":"s-1","result":{"role":"assistant","content":{"type":"text","text":"short"},"model":"m"}})",
                R"(~ "id":1,"result":{"content":[{"type":"text","text":"short"})"}));
    row("takes no for an answer",
        able(kOldest, R"({"sampling":{}})")
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"summarize","arguments":{"text":"t"}}})",
                R"(~ sampling/createMessage)",
                R"(> {"jsonrpc":"2.0","id":"s-1","error":{"code":-1,"message":"User rejected sampling request"}})",
                R"(~ The client refused: User rejected sampling request)", R"(+ "isError":true)"}));
    row("names the capability that is missing",
        session(kNewestSession)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_roots"}})",
                    R"(~ capability roots)", R"(+ "isError":true)"}));
    row("withdraws its question with the call",
        able(kNewestSession, R"({"roots":{}})")
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_roots"}})",
                R"(< {"jsonrpc":"2.0","id":"s-1","method":"roots/list"})",
                R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})",
                R"(~ "method":"notifications/cancelled","params":{"requestId":"s-1")",
                R"(> {"jsonrpc":"2.0","id":"s-1","result":{"roots":[]}})", "."}));
    row("elicitation before 2025-06-18 does not exist",
        able(kBatches, R"({"elicitation":{}})")
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"confirm_address"}})",
                    R"(~ has no elicitation)"}));
    row("elicitation in 2025-06-18 has enumNames and no mode",
        able(kStructured, R"({"elicitation":{}})")
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"confirm_address"}})",
                    R"(~ "method":"elicitation/create","params":{"message":)", R"(+ enumNames)",
                    R"(- "mode")",
                    R"(> {"jsonrpc":"2.0","id":"s-1","result":{"action":"decline"}})",
                    R"(~ Not confirmed: decline)"}));
    row("elicitation since 2025-11-25 wants form mode",
        able(kNewestSession, R"({"elicitation":{"url":{}}})")
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"confirm_address"}})",
                    R"(~ capability elicitation)"}));
    row("pings the client",
        session(kOldest)
            + say(
                {R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ping_client"}})",
                    R"(< {"jsonrpc":"2.0","id":"s-1","method":"ping"})", "@ 7",
                    R"(> {"jsonrpc":"2.0","id":"s-1","result":{}})", R"(~ answered after 7 ms)"}));
    row("reads text, binary and templated resources",
        session(kOldest)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"demo://about"}})",
                R"(~ "mimeType":"text/markdown","text":)",
                R"(> {"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"demo://chart.png"}})",
                R"(~ "blob":"iVBORw0KGgo)",
                R"(> {"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"demo://stations/17"}})",
                R"(~ {\"id\":17,)",
                R"(> {"jsonrpc":"2.0","id":4,"method":"resources/read","params":{"uri":"demo://stations/18"}})",
                R"(~ "id":4,"error":{"code":-32002)", R"(+ "data":{"uri":"demo://stations/18"})",
                R"(> {"jsonrpc":"2.0","id":5,"method":"resources/templates/list"})",
                R"(~ "uriTemplate":"demo://stations/{id}")"}));
    row("tells of changes as long as it is subscribed to",
        session(kNewestSession)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"demo://pulse"}})",
                R"(< {"jsonrpc":"2.0","id":1,"result":{}})", "@ 1000",
                R"(< {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"demo://pulse"}})",
                R"(> {"jsonrpc":"2.0","id":2,"method":"resources/unsubscribe","params":{"uri":"demo://pulse"}})",
                R"(< {"jsonrpc":"2.0","id":2,"result":{}})", "@ 1000", "@ 1000", "."}));
    row("tells when a station is gone",
        session(kBatches)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"station_delete","arguments":{"station":17}}})",
                R"(< {"jsonrpc":"2.0","method":"notifications/resources/list_changed"})",
                R"(~ "id":1,"result")",
                R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"station_delete","arguments":{"station":17}}})",
                R"(~ "isError":true)"}));
    row("gives prompts with arguments, an image, a resource",
        session(kStructured)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"packing_list"}})",
                R"(~ "id":1,"error":{"code":-32602)",
                R"(> {"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"packing_list","arguments":{"city":"Oulu"}}})",
                R"(~ I travel to Oulu for 3 days.)",
                R"(> {"jsonrpc":"2.0","id":3,"method":"prompts/get","params":{"name":"describe_chart"}})",
                R"(~ "content":{"type":"image")",
                R"(> {"jsonrpc":"2.0","id":4,"method":"prompts/get","params":{"name":"review_station","arguments":{"station":"17"}}})",
                R"(~ "content":{"type":"resource")"}));
    row("completes, in the light of what is filled in",
        session(kStructured)
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"completion/complete","params":{"ref":{"type":"ref/resource","uri":"demo://stations/{id}"},"argument":{"name":"id","value":"9"}}})",
                R"(~ "completion":{"values":["9007199254740993","9007199254740995"],"total":2,"hasMore":false})",
                R"(> {"jsonrpc":"2.0","id":2,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"review_station"},"argument":{"name":"station","value":""},"context":{"arguments":{"city":"Oulu"}}}})",
                R"(~ "values":["17"])",
                R"(> {"jsonrpc":"2.0","id":3,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"no"},"argument":{"name":"x","value":""}}})",
                R"(~ "id":3,"error":{"code":-32602)"}));
}

void TestDemoServer::speaksEachSessionRevision()
{
    QFETCH(Talk, talk);
    QCOMPARE(Conversation(Options()).play(talk), QString());
}

void TestDemoServer::speaksTheStatelessRevision_data()
{
    QTest::addColumn<Talk>("talk");
    row("discovers without a session",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{$M}}})",
            R"(~ {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","ttlMs":3600000,"cacheScope":"public","supportedVersions":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],)",
            R"(+ "_meta":{"io.modelcontextprotocol/serverInfo":{"name":"sonde-demo-server")"}));
    row("says what is missing in _meta",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{}})",
            R"(~ "id":1,"error":{"code":-32602)",
            R"(> {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})",
            R"(~ "id":2,"error":{"code":-32602)", R"(+ clientCapabilities)",
            R"(> {"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"x"}}}})",
            R"(~ "id":3,"error":{"code":-32602)",
            R"(> {"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":7,"io.modelcontextprotocol/clientCapabilities":{}}}})",
            R"(~ "id":4,"error":{"code":-32602)"}));
    row("names its revisions to a stranger",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2030-01-01"}}})",
            R"(~ "id":1,"error":{"code":-32022)",
            R"(+ "data":{"supported":["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"],"requested":"2030-01-01"})"}));
    row("marks all six cacheable results, and no other",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{$M}}})",
            R"(~ "ttlMs":60000,"cacheScope":"public")", R"(- ping_client)",
            R"(> {"jsonrpc":"2.0","id":2,"method":"prompts/list","params":{$M}}})", R"(~ "ttlMs":)",
            R"(> {"jsonrpc":"2.0","id":3,"method":"resources/list","params":{$M}}})",
            R"(~ "ttlMs":)",
            R"(> {"jsonrpc":"2.0","id":4,"method":"resources/templates/list","params":{$M}}})",
            R"(~ "ttlMs":)",
            R"(> {"jsonrpc":"2.0","id":5,"method":"resources/read","params":{"uri":"demo://pulse",$M}}})",
            R"(~ "ttlMs":0,)",
            R"(> {"jsonrpc":"2.0","id":6,"method":"prompts/get","params":{"name":"greet",$M}}})",
            R"(~ "resultType":"complete")", R"(- ttlMs)"}));
    row("echoes every byte",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2},$M}}})",
            R"(~ "structuredContent":{"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2},"isError":false,"_meta":)"}));
    row("has none of the methods that were removed",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"ping","params":{$M}}})",
            R"(~ "id":1,"error":{"code":-32601)",
            R"(> {"jsonrpc":"2.0","id":2,"method":"logging/setLevel","params":{"level":"info",$M}}})",
            R"(~ "id":2,"error":{"code":-32601)",
            R"(> {"jsonrpc":"2.0","id":3,"method":"resources/subscribe","params":{"uri":"demo://pulse",$M}}})",
            R"(~ "id":3,"error":{"code":-32601)"}));
    row("a resource that is not there is an invalid parameter",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"demo://no",$M}}})",
            R"(~ "id":1,"error":{"code":-32602)"}));
    row("names the capability that is missing",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_roots",$M}}})",
            R"(~ "error":{"code":-32021)", R"(+ "data":{"requiredCapabilities":{"roots":{}}})"}));
    row("gets its input in rounds",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"confirm_address","arguments":{},$M}}})",
            R"(~ "result":{"resultType":"input_required","inputRequests":{"elicitation":{"method":"elicitation/create","params":{"mode":"form")",
            R"(+ "requestState":")",
            R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"confirm_address","arguments":{},"inputResponses":{},"requestState":"$STATE",$M}}})",
            R"(~ "resultType":"input_required")",
            R"(> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"confirm_address","arguments":{},"inputResponses":{"elicitation":{"action":"accept","content":{"street":"A 1"}}},"requestState":"$STATE",$M}}})",
            R"(~ "id":3,"result":{"resultType":"complete","content":[{"type":"text","text":"Confirmed: {\"street\":\"A 1\"}"}])"}));
    row("notices a requestState that was changed or belongs elsewhere",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"summarize","arguments":{"text":"a"},$M}}})",
            R"(~ "method":"sampling/createMessage")",
            R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"summarize","arguments":{"text":"b"},"inputResponses":{"sampling":{}},"requestState":"$STATE",$M}}})",
            R"(~ "id":2,"error":{"code":-32602)",
            R"(> {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"summarize","arguments":{"text":"a"},"inputResponses":{"sampling":{}},"requestState":"x$STATE",$M}}})",
            R"(~ "id":3,"error":{"code":-32602)",
            R"(> {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"summarize","arguments":{"text":"a"},"inputResponses":{"sampling":{}},$M}}})",
            R"(~ "id":4,"error":{"code":-32602)"}));
    row("logs only for a request that wants it",
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"log_something",$M}}})",
            R"(~ 0 log messages sent)",
            R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"log_something",$M,"io.modelcontextprotocol/logLevel":"emergency"}}})",
            R"(~ "method":"notifications/message","params":{"level":"emergency")",
            R"(~ 1 log messages sent)"}));
    row("acknowledges a subscription first, with what it honours",
        say({R"(> {"jsonrpc":"2.0","id":"l","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["demo://pulse","demo://no"]},$M}}})",
            R"(< {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"l"},"notifications":{"resourcesListChanged":true,"resourceSubscriptions":["demo://pulse"]}}})",
            "@ 1000",
            R"(< {"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"l"},"uri":"demo://pulse"}})",
            R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"station_rename","arguments":{"station":17,"name":"New"},$M}}})",
            R"(< {"jsonrpc":"2.0","method":"notifications/resources/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":"l"}}})",
            R"(~ "id":2,"result")",
            R"(> {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"l"}})",
            "@ 1000", "@ 1000", "."}));
    row("serves a session beside it",
        hello(QString::fromUtf8(kNewestSession))
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"big_numbers",$M}}})",
                R"(~ "resultType":"complete")",
                R"(> {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"big_numbers"}})",
                R"(~ "beyondDouble":1e400)", R"(- resultType)"}));
}

void TestDemoServer::speaksTheStatelessRevision()
{
    QFETCH(Talk, talk);
    QCOMPARE(Conversation(Options()).play(talk), QString());
}

void TestDemoServer::followsItsSwitches_data()
{
    QTest::addColumn<QByteArrayList>("switches");
    QTest::addColumn<Talk>("talk");
    const auto add = [](const char *name, const QByteArrayList &switches, const Talk &talk) {
        QTest::newRow(name) << switches << talk;
    };
    const Talk newest = hello(QString::fromUtf8(kNewestSession));

    add("--page-size", {"--page-size", "20"},
        newest
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list"})", R"(~ "tools":)",
                R"(- nextCursor)"}));
    add("--page-size cuts a list into pages", {"--page-size=3"},
        newest
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"prompts/list"})",
                R"(~ "nextCursor":"cHJvbXB0czoz")",
                R"(> {"jsonrpc":"2.0","id":2,"method":"prompts/list","params":{"cursor":"cHJvbXB0czoz"}})",
                R"(~ review_station)", R"(- nextCursor)", R"(- greet)",
                R"(> {"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":"cHJvbXB0czoz"}})",
                R"(~ "error":{"code":-32602)"}));
    add("--empty-cursor", {"--empty-cursor", "--page-size", "2"},
        newest
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"prompts/list"})", R"(~ "nextCursor":"")",
                R"(> {"jsonrpc":"2.0","id":2,"method":"prompts/list","params":{"cursor":""}})",
                R"(~ describe_chart)", R"(- nextCursor)"}));
    add("--modern-only refuses initialize with its versions", {"--modern-only"},
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})",
            R"(~ "id":1,"error":{"code":-32022)",
            R"(+ {"supported":["2026-07-28"],"requested":"2025-11-25"})",
            R"(> {"jsonrpc":"2.0","id":2,"method":"tools/list"})",
            R"(~ "id":2,"error":{"code":-32602)", "> x",
            R"(~ {"jsonrpc":"2.0","error":{"code":-32700)"}));
    add("--legacy-only knows no discovery", {"--legacy-only"},
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{$M}}})",
            R"(~ "id":1,"error":{"code":-32601)",
            R"(> {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{$M}}})",
            R"(~ "id":2,"error":{"code":-32600)"})
            + newest);
    add("--revisions", {"--revisions", "2024-11-05,2025-03-26"},
        say({R"(> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})",
            R"(~ "protocolVersion":"2025-03-26")"}));
}

void TestDemoServer::followsItsSwitches()
{
    QFETCH(QByteArrayList, switches);
    QFETCH(Talk, talk);
    const auto line = parse(switches);
    QVERIFY2(line.ok(), line.ok() ? "" : qPrintable(line.error().sentence));
    QCOMPARE(Conversation(line->options).play(talk), QString());
}

void TestDemoServer::refusesWrongSwitches_data()
{
    QTest::addColumn<QByteArrayList>("switches");
    QTest::addColumn<QString>("sentence");
    const auto add = [](const QByteArrayList &switches, const char *sentence) {
        QTest::newRow(switches.join(' ').constData()) << switches << QString::fromUtf8(sentence);
    };
    add({"--what"}, "not a known switch");
    add({"word"}, "not a known switch");
    add({"--page-size"}, "needs a value");
    add({"--page-size", "0"}, "from 1 to 1000");
    add({"--page-size", "3x"}, "from 1 to 1000");
    add({"--revisions", "2025-11-25,"}, "\"\" is not a revision");
    add({"--revisions", "2025"}, "known are 2024-11-05");
    add({"--legacy-only", "--modern-only"}, "exclude each other");
    add({"--legacy-only", "--revisions", "2026-07-28"}, "no revision is left");
    add({"--help=yes"}, "not a switch with a value");
}

void TestDemoServer::refusesWrongSwitches()
{
    QFETCH(QByteArrayList, switches);
    QFETCH(QString, sentence);
    const auto line = parse(switches);
    QVERIFY(!line.ok());
    QVERIFY2(line.error().sentence.contains(sentence), qPrintable(line.error().sentence));
}

static QByteArray shortConversation()
{
    return QByteArrayLiteral(
        R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})"
        "\r\n"
        R"({"jsonrpc":"2.0","id":2,"method":"ping"})"
        "\n\n"
        R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"é":-0}}})"
        "\n");
}

void TestDemoServer::doesNotCareHowTheInputIsSplit()
{
    const QByteArray input = shortConversation();
    Server whole(Options(), {});
    whole.receive(Bytes::fromByteArray(input), Milliseconds(0));
    const std::string expected = whole.takeOutput();
    for (qsizetype at = 0; at <= input.size(); ++at) {
        Server server(Options(), {});
        server.receive(Bytes::fromByteArray(input.left(at)), Milliseconds(0));
        server.receive(Bytes::fromByteArray(input.mid(at)), Milliseconds(0));
        QCOMPARE(server.takeOutput(), expected);
    }
}

void TestDemoServer::limitsTheSizeOfAMessage()
{
    Server server(Options(), {});
    const Bytes megabyte = Bytes::fromByteArray(QByteArray(1 << 20, 'x'));
    for (std::size_t sent = 0; sent <= kMaxMessage; sent += megabyte.size())
        server.receive(megabyte, Milliseconds(0));
    server.receive(
        Bytes::copyOf("\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"), Milliseconds(0));
    const QString output = QString::fromStdString(server.takeOutput());
    QVERIFY2(output.contains(QStringLiteral("-32600")), qPrintable(output));
    QVERIFY2(output.endsWith(QStringLiteral("\"id\":1,\"result\":{}}\n")), qPrintable(output));
}

void TestDemoServer::limitsTheCallsAtTheSameTime()
{
    Conversation conversation{Options()};
    Talk talk = hello(QString::fromUtf8(kNewestSession));
    for (std::size_t i = 0; i < kMaxCalls; ++i)
        talk << QStringLiteral(R"(> {"jsonrpc":"2.0","id":"c%1","method":"tools/call",)"
                               R"("params":{"name":"slow_count"}})")
                    .arg(i);
    talk << QStringLiteral(R"(> {"jsonrpc":"2.0","id":1,"method":"ping"})")
         << QStringLiteral(R"(~ "id":1,"error":{"code":-32603)");
    QCOMPARE(conversation.play(talk), QString());
}

void TestDemoServer::answersAPipedConversation()
{
    QProcess process;
    process.start(QStringLiteral(SONDE_BIN_DIR "/sonde-demo-server"), {});
    QVERIFY(process.waitForStarted());
    process.write(shortConversation()
        + QByteArrayLiteral(R"({"jsonrpc":"2.0","id":4,"method":"tools/call","params":)"
                            R"({"name":"get_weather","arguments":{"city":"Oulu"}}})"));
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 0);
    const QByteArrayList lines = process.readAllStandardOutput().trimmed().split('\n');
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines.at(1), QByteArray(R"({"jsonrpc":"2.0","id":2,"result":{}})"));
    QVERIFY(lines.at(2).contains(R"("structuredContent":{"é":-0})"));
    QVERIFY(lines.at(3).contains(R"("id":4,"result")"));
    QCOMPARE(process.readAllStandardError(), QByteArray("[weather] cache miss for \"Oulu\"\n"));
}

QTEST_GUILESS_MAIN(TestDemoServer)
#include "tst_demoserver.moc"
