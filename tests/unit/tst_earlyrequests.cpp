// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/playbook.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mcp;
using namespace sonde::test;

namespace {

// The request by which Sonde asks for a legacy session, after the probe had its response.
QString initializeAs(int id)
{
    return QString(kInitialize)
        .arg(QLatin1String("2025-11-25"))
        .replace(QLatin1String("\"id\":1"), QStringLiteral("\"id\":%1").arg(id));
}

const QString kLegacyResponse = QStringLiteral(
    R"(< {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
)");
const QString kModernResponse = QStringLiteral(
    R"(< {"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}
  opened 2026-07-28
)");
const QString kOpened = QStringLiteral(
    R"(< {"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}
  > {"jsonrpc":"2.0","method":"notifications/initialized"}
  opened 2025-11-25
)");

} // namespace

// Requests of a server from its first line on, while Sonde still probes which era it speaks.
class TestEarlyRequests : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void playsTheConversation_data();
    void playsTheConversation();
    void respondsWhereACachedDetectionIsOutOfDate();
    void respondsAtOnceInAProbeOverHttp();
    void refusesThemWhereNoneAreOffered();
    void keepsABoundedNumber();
    void keepsABoundedNumberOfBytes();
};

void TestEarlyRequests::playsTheConversation_data()
{
    QTest::addColumn<QString>("script");
    const auto row = [](const char *name, const QString &script) { QTest::newRow(name) << script; };
    row("a ping is answered before anything else is known",
        discover() + QStringLiteral(R"(< {"jsonrpc":"2.0","id":0,"method":"ping"}
  > {"jsonrpc":"2.0","id":0,"result":{}}
)") + kLegacyResponse
            + initializeAs(2) + QStringLiteral(R"(< {"jsonrpc":"2.0","id":0,"method":"ping"}
  > {"jsonrpc":"2.0","id":0,"result":{}}
)") + kOpened
            + QStringLiteral(R"(< {"jsonrpc":"2.0","id":0,"method":"ping"}
  > {"jsonrpc":"2.0","id":0,"result":{}}
)"));
    row("even before the probe is sent",
        QStringLiteral(R"(< {"jsonrpc":"2.0","id":0,"method":"ping"}
  > {"jsonrpc":"2.0","id":0,"result":{}}
)") + discover());
    row("other requests wait until a legacy server is known",
        discover() + QStringLiteral(R"(< {"jsonrpc":"2.0","id":"r","method":"roots/list"}
< {"jsonrpc":"2.0","id":"s","method":"sampling/createMessage"}
)") + kLegacyResponse
            + initializeAs(2) + QStringLiteral("  asked \"r\" roots/list\n")
            + QStringLiteral("  asked \"s\" sampling/createMessage\n")
            + QStringLiteral(R"(reply "r" {"roots":[]}
  > {"jsonrpc":"2.0","id":"r","result":{"roots":[]}}
)") + kOpened);
    row("a modern server must not ask, not even for a ping",
        discover() + QStringLiteral(R"(< {"jsonrpc":"2.0","id":0,"method":"ping"}
  > {"jsonrpc":"2.0","id":0,"result":{}}
< {"jsonrpc":"2.0","id":1,"method":"roots/list"}
)") + kModernResponse
            + QStringLiteral(R"(  mark unexpected-request
  mark unexpected-request
< {"jsonrpc":"2.0","id":2,"method":"ping"}
  mark unexpected-request
)"));
    row("the server withdraws its request",
        discover() + QStringLiteral(R"(< {"jsonrpc":"2.0","id":"r","method":"roots/list"}
< {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"r"}}
  notify notifications/cancelled
)") + kLegacyResponse
            + initializeAs(2) + kOpened);
    row("an id that the server uses twice is marked",
        discover() + QStringLiteral(R"(< {"jsonrpc":"2.0","id":"r","method":"roots/list"}
< {"jsonrpc":"2.0","id":"r","method":"roots/list"}
)") + kLegacyResponse
            + initializeAs(2) + QStringLiteral("  asked \"r\" roots/list\n  mark duplicate-id\n"));
    row("the end of the probe withdraws nothing that was not shown",
        discover() + QStringLiteral(R"(< {"jsonrpc":"2.0","id":"r","method":"roots/list"}
ended exit code 7
  broken The process ended before it responded: exit code 7.
)"));
    row("an echo is still an echo",
        discover()
            + QStringLiteral("< {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\"}\n")
            + QStringLiteral(
                "  broken The request server/discover came back instead of a response. "
                "The program echoes its input, so it is not an MCP server.\n"));
}

void TestEarlyRequests::playsTheConversation()
{
    QFETCH(QString, script);
    Playbook playbook(
        Era::Modern, QStringLiteral("2026-07-28"), false, Binding::Stdio, {"{}", true}, true);
    QCOMPARE(playbook.differs(script), QString());
}

// A server that was of the modern era may since have been replaced by one that is not, and that one
// counts on the response.
void TestEarlyRequests::respondsWhereACachedDetectionIsOutOfDate()
{
    Playbook playbook(
        Era::Modern, QStringLiteral("2026-07-28"), false, Binding::Stdio, {"{}", true});
    const QString script = discover() + QStringLiteral(R"(< {"jsonrpc":"2.0","id":0,"method":"ping"}
  > {"jsonrpc":"2.0","id":0,"result":{}}
)") + kModernResponse
        + QStringLiteral(R"(  mark unexpected-request
< {"jsonrpc":"2.0","id":2,"method":"ping"}
  mark unexpected-request
)");
    QCOMPARE(playbook.differs(script), QString());
}

// The connection of the probe becomes no session, in which something could wait.
void TestEarlyRequests::respondsAtOnceInAProbeOverHttp()
{
    Playbook playbook(
        Era::Modern, QStringLiteral("2026-07-28"), true, Binding::Http, {"{}", false, true});
    QString script = playbook.run(QStringLiteral("open\n"));
    script = playbook.run(QStringLiteral(R"(<200:1 {"jsonrpc":"2.0","id":0,"method":"ping"}
<200:1 {"jsonrpc":"2.0","id":"r","method":"roots/list"}
<200:1 {"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}
<200:1 {"jsonrpc":"2.0","id":2,"method":"ping"}
)"));
    const QStringList lines = script.split(u'\n');
    QCOMPARE(lines.value(1), QStringLiteral(R"(  > {"jsonrpc":"2.0","id":0,"result":{}})"));
    QCOMPARE(lines.value(3),
        QStringLiteral(
            R"(  > {"jsonrpc":"2.0","id":"r","error":{"code":-32601,"message":"Sonde does not offer roots/list before the session is open"}})"));
    // A modern server must not ask at all.
    QCOMPARE(script.count(QStringLiteral("  mark unexpected-request")), 3);
}

void TestEarlyRequests::refusesThemWhereNoneAreOffered()
{
    Playbook playbook(
        Era::Modern, QStringLiteral("2026-07-28"), false, Binding::Stdio, {"{}", false}, true);
    const QString script = discover()
        + QStringLiteral("< {\"jsonrpc\":\"2.0\",\"id\":\"r\",\"method\":\"roots/list\"}\n")
        + kLegacyResponse + initializeAs(2)
        + QStringLiteral(
            R"(  > {"jsonrpc":"2.0","id":"r","error":{"code":-32601,"message":"Sonde does not offer roots/list"}}
)");
    QCOMPARE(playbook.differs(script), QString());
}

void TestEarlyRequests::keepsABoundedNumber()
{
    constexpr int kMax = int(ReceivedRequests::kMaxEarly);
    Playbook playbook(
        Era::Modern, QStringLiteral("2026-07-28"), false, Binding::Stdio, {"{}", true}, true);
    QString script = discover();
    for (int i = 0; i < kMax; ++i)
        script += QStringLiteral("< {\"jsonrpc\":\"2.0\",\"id\":%1,\"method\":\"roots/list\"}\n")
                      .arg(i + 10);
    script += QStringLiteral(R"(< {"jsonrpc":"2.0","id":"more","method":"roots/list"}
  > {"jsonrpc":"2.0","id":"more","error":{"code":-32603,"message":"Too many requests before the session is open"}}
< {"jsonrpc":"2.0","id":"p","method":"ping"}
  > {"jsonrpc":"2.0","id":"p","result":{}}
)") + kLegacyResponse
        + initializeAs(2);
    for (int i = 0; i < kMax; ++i)
        script += QStringLiteral("  asked %1 roots/list\n").arg(i + 10);
    QCOMPARE(playbook.differs(script), QString());
}

void TestEarlyRequests::keepsABoundedNumberOfBytes()
{
    PendingRequests calls;
    ReceivedRequests requests(true, calls);
    const auto send = [&requests](const std::string &id, std::size_t bytes) {
        const std::string text = R"({"jsonrpc":"2.0","id":)" + id
            + R"(,"method":"roots/list","params":{"x":")" + std::string(bytes, 'x') + R"("}})";
        Actions out;
        requests.admitEarly(std::move(rpc::decode(Bytes::copyOf(text), false).front()), {}, out);
        return out.size(); // a refusal
    };
    QCOMPARE(send("1", ReceivedRequests::kMaxEarlyBytes / 2), 0U);
    QCOMPARE(send("2", ReceivedRequests::kMaxEarlyBytes / 2), 1U);
    QCOMPARE(send("3", 10), 0U);
    const auto kept = requests.takeEarly(true);
    QCOMPARE(kept.size(), 2U);
    QCOMPARE(kept[1].message.id, rpc::Id("3"));
    QCOMPARE(send("4", ReceivedRequests::kMaxEarlyBytes / 2), 0U);
}

QTEST_APPLESS_MAIN(TestEarlyRequests)
#include "tst_earlyrequests.moc"
