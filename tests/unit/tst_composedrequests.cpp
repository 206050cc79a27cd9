// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/breakpointeffects.h"

#include <QTest>

#include <string>

using namespace sonde;
using namespace sonde::tests;
using rpc::Channel;
using tap::BreakpointAction;
using tap::BreakpointEffects;
using tap::BreakpointEngine;
using Act = BreakpointAction::Kind;

// What a person sends through a tap, and what comes in response.
class TestComposedRequests : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void composes_data();
    void composes();
    void keepsWhatRespondsToAComposedRequest();
};

namespace {

constexpr auto kCall =
    R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"get","arguments":{"n":1.0}}})";

} // namespace

void TestComposedRequests::composes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("refusal"); // empty: it is sent
    const auto row = [](const char *name, const char *text, const char *refusal = "") {
        QTest::newRow(name) << QByteArray(text) << QString::fromLatin1(refusal);
    };
    const QString strange = u"no: strange id"_s;
    row("a request",
        R"({"jsonrpc":"2.0", "id":"sonde-1aZ-9","method":"ping","params":{"a":1e400}})");
    row("a notification", R"({"jsonrpc":"2.0","method":"notifications/x"})");
    row("a number as the id", R"({"jsonrpc":"2.0","id":5,"method":"ping"})", "no: strange id");
    row("another string", R"({"jsonrpc":"2.0","id":"5","method":"ping"})", "no: strange id");
    row("only the prefix", R"({"jsonrpc":"2.0","id":"sonde-","method":"ping"})", "no: strange id");
    row("an escape", R"({"jsonrpc":"2.0","id":"sonde-\u0031","method":"ping"})", "no: strange id");
    row("a response", R"({"jsonrpc":"2.0","id":"sonde-1","result":{}})", "no: not a message");
    row("a batch", R"([{"jsonrpc":"2.0","method":"x"}])", "no: not a message");
    row("no JSON", "hello", "no: not a message");
    row("two lines", "{\n}", "no: not one line");
    row("a carriage return", "{\r}", "no: not one line");
    row("nothing", "", "no: not one line");
    QTest::newRow("a long id") << R"({"jsonrpc":"2.0","id":"sonde-)" + QByteArray(100, 'x')
            + R"(","method":"ping"})"
                               << strange;
    QTest::newRow("too long") << QByteArray(qsizetype(BreakpointAction::kMaxText) + 1, 'x')
                              << u"no: too long"_s;
}

void TestComposedRequests::composes()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, refusal);
    for (const Channel channel : {Channel::Sent, Channel::Received}) {
        BreakpointEngine engine = engineWith({breakpoint(Act::Hold)});
        take(engine, Channel::Sent, kCall); // is held, and overtaken
        BreakpointEffects effects;
        engine.compose({9, channel, text.toStdString()}, effects);
        const QString arrow = channel == Channel::Sent ? u"> "_s : u"< "_s;
        QCOMPARE(told(effects),
            refusal.isEmpty()
                ? (QStringList{u"composed 9"_s, arrow + QString::fromLatin1(text) + u'|'})
                : QStringList(refusal));
        QCOMPARE(effects.front().message, 9U);
        QCOMPARE(effects.front().composed, !refusal.isEmpty());
        effects.clear();
        engine.compose({10, channel, text.toStdString()}, effects); // the id is in use
        if (text.contains("\"id\"") && refusal.isEmpty())
            QCOMPARE(told(effects), QStringList(u"no: strange id"_s));
    }
}

void TestComposedRequests::keepsWhatRespondsToAComposedRequest()
{
    BreakpointEngine engine; // nothing has to be set
    BreakpointEffects effects;
    const std::string request = R"({"jsonrpc":"2.0","id":"sonde-1","method":"tools/call",)"
                                R"("params":{"_meta":{"progressToken":"sonde-2"}}})";
    engine.compose({1, Channel::Sent, request}, effects);
    QVERIFY(engine.isActive(Channel::Received) && engine.isActive(Channel::Sent));
    const std::string progress = R"({"jsonrpc":"2.0","method":"notifications/progress",)"
                                 R"("params":{"progressToken":"sonde-2","progress":1}})";
    const std::string other = R"({"jsonrpc":"2.0","method":"notifications/progress",)"
                              R"("params":{"progressToken":2,"progress":1}})";
    const std::string response = R"({"jsonrpc":"2.0","id":"sonde-1","result":{}})";
    const QStringList kept{u"note message not passed on"_s};
    QCOMPARE(take(engine, Channel::Received, progress), kept);
    QCOMPARE(take(engine, Channel::Received, other).size(), 1);
    // The host's own messages, also one that looks like the response.
    QVERIFY(take(engine, Channel::Sent, response) != kept);
    QVERIFY(take(engine, Channel::Sent, kCall) != kept);
    QVERIFY(take(engine, Channel::Received, R"({"jsonrpc":"2.0","id":5,"result":{}})") != kept);
    QCOMPARE(take(engine, Channel::Received, response), kept);
    QVERIFY(!engine.isActive(Channel::Received)); // the request is over
    QVERIFY(take(engine, Channel::Received, response) != kept);
    // In the name of the server, and after the window has gone.
    effects.clear();
    engine.compose(
        {2, Channel::Received, R"({"jsonrpc":"2.0","id":"sonde-3","method":"ping"})"}, effects);
    engine.setAttached(false, effects);
    QCOMPARE(take(engine, Channel::Sent, R"({"jsonrpc":"2.0","id":"sonde-3","error":{}})"), kept);
}

QTEST_APPLESS_MAIN(TestComposedRequests)
#include "tst_composedrequests.moc"
