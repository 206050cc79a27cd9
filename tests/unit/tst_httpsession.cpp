// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/message/dialect.h"
#include "support/playbook.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mcp;
using namespace sonde::test;

namespace {

// Bodies of requests are long in the stateless era; these tables are about what is around them.
QString shortened(QString line)
{
    return line
        .replace(QStringLiteral("\"params\":{") + kMeta.arg(QString()),
            QStringLiteral("\"params\":{META"))
        .replace(kMeta.arg(QString()), QStringLiteral("META"));
}

QString post(int id, const QString &method, const QString &params, const QString &headers)
{
    return QStringLiteral(
               "  > {\"jsonrpc\":\"2.0\",\"id\":%1,\"method\":\"%2\",\"params\":{%3%4}}\n")
               .arg(id)
               .arg(method, params.isEmpty() ? QString() : params + u',', kMeta.arg(QString()))
        + QStringLiteral("  +Mcp-Method: %1\n").arg(method) + headers;
}

QString httpModern()
{
    return QStringLiteral("open\n  speak stateless 2026-07-28 ready\n")
        + post(1, QStringLiteral("server/discover"), {}, {})
        + QStringLiteral(
            R"(<200:1 {"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"]}}
  speak stateless 2026-07-28 ready
  opened 2026-07-28
)");
}

QString httpInitialize(int id)
{
    return QStringLiteral("  speak\n")
        + QString(kInitialize)
              .arg(QLatin1String("2025-11-25"))
              .replace(QStringLiteral("\"id\":1"), QStringLiteral("\"id\":%1").arg(id));
}

QString httpLegacy(const char *revision = "2025-11-25", const char *named = " 2025-11-25")
{
    return QStringLiteral("open\n") + httpInitialize(1)
        + QStringLiteral(
            R"(<200:1 {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"%1","capabilities":{}}}
  speak%2
  > {"jsonrpc":"2.0","method":"notifications/initialized"}
  speak%2 ready
  opened %1
)")
              .arg(QLatin1String(revision), QLatin1String(named));
}

QString renewing(int id)
{
    return QStringLiteral("  remark session renewal\n") + httpInitialize(id);
}

QString renewed(int id)
{
    return QStringLiteral(
        R"(<200:%1 {"jsonrpc":"2.0","id":%1,"result":{"protocolVersion":"2025-11-25"}}
  speak 2025-11-25
  > {"jsonrpc":"2.0","method":"notifications/initialized"}
  speak 2025-11-25 ready
  renewed 2025-11-25
)")
        .arg(id);
}

} // namespace

// A session over HTTP: heads, refusals, lost sessions, subscriptions.
class TestHttpSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void playsTheConversation_data();
    void playsTheConversation();
    void keepsWhatTheRefusalSaid();
    void adoptsTheProbesResponse();
    void refusesALostSessionOnlyOnce();
};

void TestHttpSession::playsTheConversation_data()
{
    QTest::addColumn<bool>("stateless");
    QTest::addColumn<QString>("script");
    const auto legacy = [](const char *name, const QString &script) {
        QTest::newRow(name) << false << script;
    };
    const auto modern = [](const char *name, const QString &script) {
        QTest::newRow(name) << true << script;
    };

    legacy("the version is in the head after initialize", httpLegacy());
    legacy("the version is in no head before 2025-06-18", httpLegacy("2025-03-26", ""));
    legacy("cancelling tells the server, and leaves the stream",
        httpLegacy() + QStringLiteral(R"(call slow
  > {"jsonrpc":"2.0","id":2,"method":"slow"}
cancel 2
  abandon 2
  > {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"enough"}}
  failed 2 Cancelled: enough
)"));
    legacy("initialize is never cancelled",
        QStringLiteral("open\n") + httpInitialize(1) + QStringLiteral(R"(at 5000
  remark request timed out
  broken No response to initialize within 5 s.
)"));
    legacy("initialize is refused",
        QStringLiteral("open\n") + httpInitialize(1) + QStringLiteral(R"(refused 1 405
  broken The server answered 405.
)"));
    legacy("an error without an id belongs to the request it answers",
        httpLegacy() + QStringLiteral(R"(call a
  > {"jsonrpc":"2.0","id":2,"method":"a"}
call b
  > {"jsonrpc":"2.0","id":3,"method":"b"}
<400:2 {"jsonrpc":"2.0","error":{"code":-32600,"message":"no"}}
  failed 2 no
<400:3 {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"nor this"}}
  failed 3 nor this
)"));
    legacy("a refusal fails its request alone", httpLegacy() + QStringLiteral(R"(call a
  > {"jsonrpc":"2.0","id":2,"method":"a"}
call b
  > {"jsonrpc":"2.0","id":3,"method":"b"}
refused 2 500
  failed 2 The server answered 500.
refused  500
<200:3 {"jsonrpc":"2.0","id":3,"result":{}}
  done 3 {}
)"));
    legacy("a forgotten session is opened anew, and the request sent once more",
        httpLegacy() + QStringLiteral(R"(call a {"x":1}
  > {"jsonrpc":"2.0","id":2,"method":"a","params":{"x":1}}
gone 2
)") + renewing(3)
            + QStringLiteral("call b\n")
            + renewed(3).replace(QStringLiteral("  renewed 2025-11-25\n"),
                QStringLiteral(
                    "  renewed 2025-11-25\n"
                    "  renumbered 2 5\n"
                    "  > {\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"a\",\"params\":{\"x\":1}}\n"
                    "  > {\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"b\"}\n"))
            + QStringLiteral(R"(<200:5 {"jsonrpc":"2.0","id":5,"result":{"r":1}}
  done 2 {"r":1}
<200:4 {"jsonrpc":"2.0","id":4,"result":{"r":2}}
  done 4 {"r":2}
)"));
    legacy("a request that was sent once more is cancelled by its first id",
        httpLegacy() + QStringLiteral(R"(call a
  > {"jsonrpc":"2.0","id":2,"method":"a"}
gone 2
)") + renewing(3)
            + renewed(3) + QStringLiteral(R"(  renumbered 2 4
  > {"jsonrpc":"2.0","id":4,"method":"a"}
cancel 2
  abandon 4
  > {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4,"reason":"enough"}}
  failed 2 Cancelled: enough
)"));
    legacy("a request that was sent once more fails by its first id",
        httpLegacy() + QStringLiteral(R"(call a
  > {"jsonrpc":"2.0","id":2,"method":"a"}
gone 2
)") + renewing(3)
            + renewed(3) + QStringLiteral(R"(  renumbered 2 4
  > {"jsonrpc":"2.0","id":4,"method":"a"}
<200:4 {"jsonrpc":"2.0","id":4,"error":{"code":-1,"message":"no"}}
  failed 2 no
)"));
    legacy("what waits for the new session is cancelled in silence",
        httpLegacy() + QStringLiteral(R"(call a
  > {"jsonrpc":"2.0","id":2,"method":"a"}
gone 2
)") + renewing(3)
            + QStringLiteral(R"(cancel 2
  failed 2 Cancelled: enough
)") + renewed(3));
    legacy("several requests of one session open one new session",
        httpLegacy() + QStringLiteral(R"(call a
  > {"jsonrpc":"2.0","id":2,"method":"a"}
call b
  > {"jsonrpc":"2.0","id":3,"method":"b"}
call c
  > {"jsonrpc":"2.0","id":4,"method":"c"}
gone 2
)") + renewing(5)
            + QStringLiteral("gone 3\n") + renewed(5) + QStringLiteral(R"(  renumbered 2 6
  > {"jsonrpc":"2.0","id":6,"method":"a"}
  renumbered 3 7
  > {"jsonrpc":"2.0","id":7,"method":"b"}
gone 4
  renumbered 4 8
  > {"jsonrpc":"2.0","id":8,"method":"c"}
)"));
    legacy("a request that may have been acted on is not sent again",
        httpLegacy() + QStringLiteral(R"(call a
  > {"jsonrpc":"2.0","id":2,"method":"a"}
lost 2
  failed 2 The server forgot the session while it worked on a. Whether it completed the request is not known.
)") + renewing(3)
            + renewed(3));
    legacy("no new session fails all that waits",
        httpLegacy() + QStringLiteral(R"(call a
  > {"jsonrpc":"2.0","id":2,"method":"a"}
gone 2
)") + renewing(3)
            + QStringLiteral(R"(refused 3 503
  failed 2 The server answered 503.
  broken The server answered 503.
)"));

    modern("a tool is named in the head",
        httpModern() + QStringLiteral("call tools/call {\"name\":\"x y\"}\n")
            + post(2, QStringLiteral("tools/call"), QStringLiteral("\"name\":\"x y\""),
                QStringLiteral("  +Mcp-Name: x y\n")));
    modern("a resource is named by its URI, encoded where a head cannot carry it",
        httpModern() + QStringLiteral("call resources/read {\"uri\":\"x:世\"}\n")
            + post(2, QStringLiteral("resources/read"), QStringLiteral("\"uri\":\"x:世\""),
                QStringLiteral("  +Mcp-Name: =?base64?eDrkuJY=?=\n")));
    modern("a task is named by its id",
        httpModern() + QStringLiteral("call tasks/get {\"taskId\":\"t\"}\n")
            + post(2, QStringLiteral("tasks/get"), QStringLiteral("\"taskId\":\"t\""),
                QStringLiteral("  +Mcp-Name: t\n")));
    const QString listing = QStringLiteral("call tools/list\n")
        + post(2, QStringLiteral("tools/list"), {}, {})
        + QStringLiteral(
            R"(<200:2 {"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}]}}
  done 2 {"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}]}
)");
    modern("an argument is repeated in the head as the list said",
        httpModern() + listing
            + QStringLiteral("call tools/call {\"name\":\"t\",\"arguments\":{\"region\":\"eu\"}}\n")
            + post(3, QStringLiteral("tools/call"),
                QStringLiteral("\"name\":\"t\",\"arguments\":{\"region\":\"eu\"}"),
                QStringLiteral("  +Mcp-Name: t\n  +Mcp-Param-Region: eu\n")));
    modern("closing the stream cancels",
        httpModern() + QStringLiteral("call slow\n") + post(2, QStringLiteral("slow"), {}, {})
            + QStringLiteral(R"(cancel 2
  abandon 2
  failed 2 Cancelled: enough
)") + QStringLiteral("call slow\n")
            + post(3, QStringLiteral("slow"), {}, {}) + QStringLiteral(R"(at 10000
  remark request timed out
  abandon 3
  failed 3 No response to slow within 10 s.
)"));
    modern("a missing capability is named",
        httpModern() + QStringLiteral("call a\n") + post(2, QStringLiteral("a"), {}, {})
            + QStringLiteral(
                R"(<400:2 {"jsonrpc":"2.0","id":2,"error":{"code":-32021,"message":"Missing","data":{"requiredCapabilities":{"elicitation":{"form":{}},"sampling":{}}}}}
  failed 2 Missing. The server requires capabilities that the client did not declare: elicitation.form, sampling.
)"));
    modern("an unsupported version is told with what is supported",
        httpModern() + QStringLiteral("call a\n") + post(2, QStringLiteral("a"), {}, {})
            + QStringLiteral(
                R"(<400:2 {"jsonrpc":"2.0","id":2,"error":{"code":-32022,"message":"","data":{"supported":["2025-11-25","2027-01-01"]}}}
  failed 2 The server supports 2025-11-25, 2027-01-01.
)"));
    modern("a session id means nothing",
        httpModern() + QStringLiteral("call a\n") + post(2, QStringLiteral("a"), {}, {})
            + QStringLiteral(R"(gone 2
  failed 2 The server answered 404.
)"));
    const QString listen = QStringLiteral("listen {\"toolsListChanged\":true}\n")
        + post(2, QStringLiteral("subscriptions/listen"),
            QStringLiteral("\"notifications\":{\"toolsListChanged\":true}"), {});
    const QString acknowledged = QStringLiteral(
        R"(<200:2 {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":2},"notifications":{}}}
  heard 2
  notify notifications/subscriptions/acknowledged
)");
    modern("a subscription has no timeout and hears its own",
        httpModern() + listen + acknowledged + QStringLiteral(R"(at 9000000
<200:2 {"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":2}}}
  heard 2
  notify notifications/tools/list_changed
<200:2 {"jsonrpc":"2.0","method":"notifications/tools/list_changed","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":7}}}
  notify notifications/tools/list_changed
<200:2 {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}
  heard 2
  notify notifications/tools/list_changed
<200:2 {"jsonrpc":"2.0","id":2,"result":{}}
  done 2 {}
)"));
    modern("progress that nobody asked for gives a subscription no timeout",
        httpModern() + listen + acknowledged + QStringLiteral("call slow\n")
            + post(3, QStringLiteral("slow"), {}, {})
            + QStringLiteral(
                R"(<200:2 {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}
  progress 2
  heard 2
  notify notifications/progress
at 9000000
  remark request timed out
  abandon 3
  failed 3 No response to slow within 10 s.
<200:2 {"jsonrpc":"2.0","id":2,"result":{}}
  done 2 {}
)"));
    modern(
        "closing its stream ends a subscription", httpModern() + listen + QStringLiteral(R"(cancel 2
  abandon 2
  failed 2 Cancelled: enough
)"));
    modern("the server may cancel a subscription, and nothing else",
        httpModern() + listen + acknowledged + QStringLiteral("call slow\n")
            + post(3, QStringLiteral("slow"), {}, {})
            + QStringLiteral(
                R"(<200:2 {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}
  notify notifications/cancelled
<200:2 {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"restart"}}
  failed 2 The server ended the subscription: restart
  notify notifications/cancelled
)"));
}

void TestHttpSession::playsTheConversation()
{
    QFETCH(bool, stateless);
    QFETCH(QString, script);
    const Era era = stateless ? Era::Modern : Era::Legacy;
    Playbook playbook(era, revisionsOf(era).front(), false, Binding::Http);
    QCOMPARE(shortened(playbook.differs(script)), QString());
}

void TestHttpSession::keepsWhatTheRefusalSaid()
{
    Session session(Era::Legacy, QStringLiteral("2025-11-25"), false, Binding::Http);
    Actions actions;
    session.open(std::chrono::seconds(1), {}, actions);
    wire::HttpFailure failure;
    failure.status = 401;
    failure.error = {
        .domain = Domain::Authorization, .sentence = QStringLiteral("Authorization is needed.")};
    failure.challenges.push_back({"Bearer", {}, {{"scope", "a b"}}});
    actions.clear();
    session.refused("1", failure, {}, actions);
    const auto &broken = std::get<OpenFailed>(actions.front());
    QCOMPARE(broken.error.domain, Domain::Authorization);
    QCOMPARE(broken.error.code, 401);
    QCOMPARE(broken.error.data,
        QByteArray(
            R"({"status":401,"challenges":[{"scheme":"Bearer","parameters":{"scope":"a b"}}]})"));
    QCOMPARE(broken.evidence.httpStatus, 401);
    QCOMPARE(broken.evidence.failure->challenges.size(), std::size_t(1));
}

void TestHttpSession::adoptsTheProbesResponse()
{
    Session session(Era::Modern, QStringLiteral("2026-07-28"), false, Binding::Http);
    Response response;
    response.message = rpc::decode(
        Bytes::copyOf(R"({"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"]}})"),
        false)
                           .front();
    Actions actions;
    session.adopt(response, {}, actions);
    QCOMPARE(session.state(), Session::State::Ready);
    for (const Action &action : actions)
        QVERIFY(!std::holds_alternative<Send>(action));
    QVERIFY(std::holds_alternative<Opened>(actions.back()));
}

// A server that responds to every request with 404 must not be asked for ever.
void TestHttpSession::refusesALostSessionOnlyOnce()
{
    Playbook playbook(Era::Legacy, QStringLiteral("2025-11-25"), false, Binding::Http);
    const QString script = httpLegacy() + QStringLiteral(R"(call a
  > {"jsonrpc":"2.0","id":2,"method":"a"}
gone 2
)") + renewing(3)
        + renewed(3) + QStringLiteral(R"(  renumbered 2 4
  > {"jsonrpc":"2.0","id":4,"method":"a"}
gone 4
  failed 2 The server answered 404.
)") + renewing(5)
        + renewed(5);
    QCOMPARE(playbook.differs(script), QString());
}

QTEST_GUILESS_MAIN(TestHttpSession)
#include "tst_httpsession.moc"
