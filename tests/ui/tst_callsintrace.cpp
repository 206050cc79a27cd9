// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/trace/callsintrace.h"
#include "session/call/toolcall.h"
#include "support/toolserver.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <optional>

using namespace Qt::StringLiterals;
using namespace sonde;
using session::ToolCall;

namespace {

const QString kEcho = u"{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}"_s;

} // namespace

// Calls that have no result are found in the trace by what was sent.
class TestCallsInTrace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_opened.reset(); }
    void doesNotTakeTheRequestOfAnotherServer();
    void findsNothingForACallThatWasNotSent_data();
    void findsNothingForACallThatWasNotSent();

private:
    mcp::Client *client(const QString &name) const { return m_opened->workspace.client(name); }
    void callAndFail(ToolCall &call, const QString &server, const char *note);
    // The message that was sent for the call; empty: none is found.
    QByteArray sent(const ToolCall &call);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<tests::Opened> m_opened;
};

void TestCallsInTrace::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_opened = std::make_unique<tests::Opened>(m_folder->path());
    for (const QString &name : {u"first"_s, u"second"_s}) {
        m_opened->connectTo(tests::toolServer(name, kEcho));
        QTRY_COMPARE_WITH_TIMEOUT(m_opened->state(name), mcp::ClientState::Ready, kPatienceMs);
    }
}

void TestCallsInTrace::callAndFail(ToolCall &call, const QString &server, const char *note)
{
    call.call(client(server), Bytes::copyOf(note), {});
    QTRY_COMPARE_WITH_TIMEOUT(call.state(), ToolCall::State::ProtocolError, kPatienceMs);
}

QByteArray TestCallsInTrace::sent(const ToolCall &call)
{
    const std::optional<Bytes> bytes = m_opened->window.callsInTrace().sentBytes(call);
    return bytes ? bytes->toByteArray() : QByteArray();
}

// Each server has its own ids, so that the same one can come with the same tool.
void TestCallsInTrace::doesNotTakeTheRequestOfAnotherServer()
{
    ToolCall mine(u"echo"_s, nullptr);
    for (int i = 0; i < 10; ++i) // past what the other one was asked at its start
        callAndFail(mine, u"first"_s, R"({"note":"mine"})");
    ToolCall other(u"echo"_s, nullptr);
    for (int i = 0; i < 20 && other.number() != mine.number(); ++i)
        callAndFail(other, u"second"_s, R"({"note":"other"})");
    QCOMPARE(other.number(), mine.number());
    QVERIFY2(sent(mine).contains("\"mine\""), sent(mine).constData());
}

void TestCallsInTrace::findsNothingForACallThatWasNotSent_data()
{
    QTest::addColumn<bool>("isTyped");
    QTest::newRow("made") << false;
    QTest::newRow("typed") << true;
}

void TestCallsInTrace::findsNothingForACallThatWasNotSent()
{
    QFETCH(bool, isTyped);
    mcp::ClientConfig config;
    config.name = u"first"_s;
    mcp::Client stopped(config);
    ToolCall refused(u"echo"_s, nullptr);
    if (isTyped)
        refused.callRaw(&stopped,
            Bytes::copyOf(
                R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}})"),
            {}, {});
    else
        refused.call(&stopped, Bytes::copyOf(R"({"note":"refused"})"), {});
    QTRY_COMPARE_WITH_TIMEOUT(refused.state(), ToolCall::State::Failed, kPatienceMs);
    ToolCall other(u"echo"_s, nullptr);
    callAndFail(other, u"first"_s, R"({"note":"other"})");
    QVERIFY(sent(other).contains("\"other\""));
    QVERIFY2(sent(refused).isEmpty(), sent(refused).constData());
}

QTEST_MAIN(TestCallsInTrace)
#include "tst_callsintrace.moc"
