// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/tap/messageprograms.h"

#include <QSignalSpy>
#include <QTest>

using namespace sonde;
using session::MessagePrograms;
using Way = tap::HeldDecision::Kind;

// Programs that change messages for a breakpoint: what is sent, and why the message stays as it
// was.
class TestMessagePrograms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void changesAMessage_data();
    void changesAMessage();
    void endsAProgramInTime();
    void runsSomeAtATime();
};

namespace {

constexpr char kCall[] = R"({"jsonrpc":"2.0","id":5,"method":"tools/call"})";

tap::HeldDecision decisionIn(const QSignalSpy &decided, int at = 0)
{
    return decided.at(at).at(1).value<tap::HeldDecision>();
}

} // namespace

void TestMessagePrograms::changesAMessage_data()
{
    QTest::addColumn<QByteArray>("command");
    QTest::addColumn<QByteArray>("sent"); // empty: as it was
    QTest::addColumn<QByteArray>("reason"); // a part of it
    const auto row = [](const char *name, const char *command, const char *sent,
                         const char *reason) {
        QTest::newRow(name) << QByteArray(command) << QByteArray(sent) << QByteArray(reason);
    };
    row("the same", "cat", kCall, "");
    row("changed", "sed s/call/cast/", R"({"jsonrpc":"2.0","id":5,"method":"tools/cast"})", "");
    row("on several lines", R"(printf '{\n  "a":\n 1}\n')", R"({"a":1})", "");
    row("exact numbers", R"(printf '{"a":9007199254740993,"b":1.0}')",
        R"({"a":9007199254740993,"b":1.0})", "");
    row("no JSON", "printf '{'", "", "is not JSON");
    row("a list", "printf '[]'", "", "is not a JSON object");
    row("nothing", "true", "", "is not JSON");
    row("a failure", "sh -c 'cat; echo lost >&2; exit 3'", "", "lost");
    row("no program", "/no/such/program", "", "/no/such/program");
    row("half a command", "cat '", "", "quot");
    row("no command", " ", "", "Enter a command");
    row("a crash", "sh -c 'kill -SEGV $$'", "", "SIGSEGV");
    row("a flood without an end", "yes", "", "too large");
    row("a flood", R"(printf '{"a":"%17000000s"}' x)", "", "too large");
}

void TestMessagePrograms::changesAMessage()
{
    QFETCH(QByteArray, command);
    QFETCH(QByteArray, sent);
    QFETCH(QByteArray, reason);
    MessagePrograms programs;
    QSignalSpy decided(&programs, &MessagePrograms::decided);
    programs.run(7, command.toStdString(), Bytes::copyOf(kCall));
    QTRY_COMPARE(decided.size(), 1);
    QCOMPARE(decided.front().front().toULongLong(), 7U);
    const tap::HeldDecision decision = decisionIn(decided);
    const QByteArray text = QByteArray::fromStdString(decision.text);
    if (!sent.isEmpty()) {
        QCOMPARE(text, sent);
        QCOMPARE(int(decision.kind), int(Way::Program));
    } else {
        QVERIFY2(text.contains(reason) && !text.contains('\n'), text.constData());
        QCOMPARE(int(decision.kind), int(Way::ProgramFailed));
    }
}

void TestMessagePrograms::endsAProgramInTime()
{
    MessagePrograms programs(std::chrono::milliseconds(20));
    QSignalSpy decided(&programs, &MessagePrograms::decided);
    programs.run(1, "sleep 1000", Bytes::copyOf(kCall));
    QTRY_COMPARE(decided.size(), 1);
    const tap::HeldDecision decision = decisionIn(decided);
    QCOMPARE(int(decision.kind), int(Way::ProgramFailed));
    QVERIFY2(
        decision.text.find("did not respond within") != std::string::npos, decision.text.c_str());
}

// And none for a message that is gone.
void TestMessagePrograms::runsSomeAtATime()
{
    MessagePrograms programs;
    QSignalSpy decided(&programs, &MessagePrograms::decided);
    for (std::uint64_t number = 1; number <= MessagePrograms::kMaxRunning; ++number)
        programs.run(number, "sleep 1000", Bytes::copyOf(kCall));
    programs.run(10, "cat", Bytes::copyOf(kCall));
    programs.run(11, "cat", Bytes::copyOf(kCall));
    programs.cancel(10); // while it waits
    programs.cancel(1); // makes room
    QTRY_COMPARE(decided.size(), 1);
    QCOMPARE(decided.front().front().toULongLong(), 11U);
    programs.clear();
    programs.run(12, "cat", Bytes::copyOf(kCall));
    QTRY_COMPARE(decided.size(), 2);
    QCOMPARE(decided.back().front().toULongLong(), 12U);
}

QTEST_GUILESS_MAIN(TestMessagePrograms)
#include "tst_messageprograms.moc"
