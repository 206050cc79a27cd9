// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/recordingsink.h"

#include "rpc/lifecycle.h"
#include "tap/record/commandtext.h"
#include "tap/record/conversation.h"
#include "tap/record/recordingfile.h"
#include "tap/record/sessionrecorder.h"
#include "tap/record/traffictape.h"
#include "tap/relay/relay.h"
#include "tap/relay/server.h"

#include <QTest>

#include <csignal>
#include <thread>

using namespace sonde;
using namespace sonde::test;
using rpc::Channel;
using tap::Conversation;
using tap::TrafficTape;

// What a tap records: chunks become messages, and what was too fast becomes a gap that says so.
class TestTapConversation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheSameMessagesInEverySplit_data();
    void findsTheSameMessagesInEverySplit();
    void namesTheHost_data();
    void namesTheHost();
    void stampsAMessageByItsDirection();
    void allowsBatchesWhereTheyWereNegotiated();
    void aGapLosesTheLinesThatItCuts();
    void leavesOutWhatHasNoRoom();
    void passesEverythingToASlowRecorderInOrder();
    void redactsSecretsInCommandLines_data();
    void redactsSecretsInCommandLines();
    void namesFilesByServerTimeAndProcess();
    void saysHowTheServerEnded_data();
    void saysHowTheServerEnded();
};

namespace {

constexpr auto kInitialize =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{)"
    R"("protocolVersion":"%1","clientInfo":{"name":"cursor","version":"2"}}})";

Stamp at(std::int64_t time)
{
    return {time, time};
}

void feed(Conversation &conversation, Channel channel, std::string_view text, std::size_t split)
{
    std::int64_t time = 1;
    for (std::size_t i = 0; i < text.size(); i += split)
        conversation.bytes(channel, at(time++), Bytes::copyOf(text.substr(i, split)));
}

std::string texts(const RecordingSink &sink, Channel channel)
{
    std::string all;
    for (const auto &message : sink.messagesOf(channel))
        all += std::to_string(int(message.kind)) + ' ' + message.text + '\n';
    return all;
}

} // namespace

void TestTapConversation::findsTheSameMessagesInEverySplit_data()
{
    QTest::addColumn<int>("split");
    for (const int split : {1, 2, 3, 7, 50, 1000})
        QTest::addRow("%d", split) << split;
}

void TestTapConversation::findsTheSameMessagesInEverySplit()
{
    QFETCH(int, split);
    const std::string text = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\nstray\n\n"
                             "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\xff\xfe\nrest";
    RecordingSink sink;
    {
        Conversation conversation(sink, QStringLiteral("weather"));
        for (const Channel channel : {Channel::Sent, Channel::Received, Channel::Stderr})
            feed(conversation, channel, text, std::size_t(split));
        conversation.finish(at(1000));
    }
    QVERIFY(sink.inOrder);
    QCOMPARE(sink.streams.size(), std::size_t(4));
    QCOMPARE(sink.streams.front().server, QStringLiteral("weather"));
    const std::string expected = "0 {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"
                                 "4 stray\n4 \n1 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n"
                                 "4 \xff\xfe\n4 rest\n";
    QCOMPARE(texts(sink, Channel::Sent), expected);
    QCOMPARE(texts(sink, Channel::Received), expected);
    QCOMPARE(sink.messagesOf(Channel::Stderr).size(), std::size_t(6));
    for (const Channel channel : {Channel::Sent, Channel::Received, Channel::Stderr})
        QCOMPARE(sink.bytesOf(channel), text);
}

void TestTapConversation::namesTheHost_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("event");
    QTest::newRow("legacy") << QString::fromLatin1(kInitialize).arg(QStringLiteral("2025-06-18"))
                            << QStringLiteral("host named\tcursor 2");
    QTest::newRow("modern") << QStringLiteral(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{)"
        R"("io.modelcontextprotocol/clientInfo":{"name":"claude-code"}}}})")
                            << QStringLiteral("host named\tclaude-code");
    QTest::newRow("says nothing") << QStringLiteral(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})")
                                  << QString();
    QTest::newRow("says nonsense")
        << QStringLiteral(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":[{"a":1}]})")
        << QString();
}

void TestTapConversation::namesTheHost()
{
    QFETCH(QString, line);
    RecordingSink sink;
    Conversation conversation(sink, QStringLiteral("weather"));
    for (int i = 0; i < 3; ++i) // it is said once
        feed(conversation, Channel::Sent, line.toStdString() + '\n', 1000);
    const auto events = sink.messagesOf(Channel::Lifecycle);
    QString told;
    for (const auto &event : events)
        told += QString::fromStdString(event.text);
    QTEST(told, "event");
}

// What was sent when its first byte was, what was received when its last byte was.
void TestTapConversation::stampsAMessageByItsDirection()
{
    RecordingSink sink;
    Conversation conversation(sink, QStringLiteral("weather"));
    for (const Channel channel : {Channel::Sent, Channel::Received}) {
        conversation.bytes(channel, at(1), Bytes::copyOf("{\"a\":"));
        conversation.bytes(channel, at(2), Bytes::copyOf("1}\n{\"b\":2}\n{"));
        conversation.bytes(channel, at(3), Bytes::copyOf("}\n"));
    }
    const auto times = [&](Channel channel) {
        QList<std::int64_t> all;
        for (const auto &message : sink.messagesOf(channel))
            all << message.at.steady;
        return all;
    };
    QCOMPARE(times(Channel::Sent), (QList<std::int64_t>{1, 2, 2}));
    QCOMPARE(times(Channel::Received), (QList<std::int64_t>{2, 2, 3}));
}

void TestTapConversation::allowsBatchesWhereTheyWereNegotiated()
{
    for (const QString &revision : {QStringLiteral("2025-03-26"), QStringLiteral("2025-06-18")}) {
        RecordingSink sink;
        Conversation conversation(sink, QStringLiteral("weather"));
        const std::string request = QString::fromLatin1(kInitialize).arg(revision).toStdString();
        feed(conversation, Channel::Sent, request + '\n', 1000);
        feed(conversation, Channel::Received,
            R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":")" + revision.toStdString()
                + "\"}}\n",
            1000);
        feed(conversation, Channel::Sent,
            R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"a"}])"
            "\n",
            1000);
        QVERIFY(sink.inOrder);
        const auto sent = sink.messagesOf(Channel::Sent);
        QCOMPARE(sent.size(), std::size_t(3));
        QCOMPARE(sent.back().method, std::string("a"));
        QCOMPARE(sent.back().problem,
            revision == QLatin1String("2025-03-26") ? rpc::Problem::None
                                                    : rpc::Problem::UnexpectedBatch);
    }
}

void TestTapConversation::aGapLosesTheLinesThatItCuts()
{
    RecordingSink sink;
    Conversation conversation(sink, QStringLiteral("weather"));
    const auto bytes = [&](std::int64_t time, std::string_view text) {
        conversation.bytes(Channel::Received, at(time), Bytes::copyOf(text));
    };
    bytes(1, "{\"a\":1}\n{\"cut\":");
    conversation.gap(Channel::Received, at(2), 12345);
    bytes(3, "the rest of ");
    bytes(4, "some line\n{\"b\":2}\n{\"c\":");
    bytes(5, "3}\n");
    conversation.finish(at(6));
    QVERIFY(sink.inOrder);
    QStringList lines;
    for (const auto &message : sink.messagesOf(Channel::Received))
        lines << QString::fromStdString(message.text);
    QCOMPARE(lines,
        (QStringList{QStringLiteral("{\"a\":1}"), QStringLiteral("{\"b\":2}"),
            QStringLiteral("{\"c\":3}")}));
    const auto events = sink.messagesOf(Channel::Lifecycle);
    QCOMPARE(events.size(), std::size_t(1));
    QCOMPARE(events[0].method, std::string(rpc::lifecycle::kRecordingGap));
    QVERIFY(QString::fromStdString(events[0].text)
                .contains(QStringLiteral("12345 bytes from the server")));
}

void TestTapConversation::leavesOutWhatHasNoRoom()
{
    constexpr std::size_t kBound = 10'000;
    TrafficTape tape(kBound);
    const Bytes chunk = Bytes::copyOf(std::string(1000, 'x'));
    std::uint64_t added = 0;
    for (int i = 0; i < 100; ++i, added += chunk.size())
        tape.add(Channel::Received, at(i + 1), chunk);
    std::vector<TrafficTape::Piece> pieces;
    QVERIFY(tape.drain(pieces));
    std::size_t kept = pieces.size() * chunk.size();
    QVERIFY(kept < kBound);
    QVERIFY(kept > kBound / 2);

    // The gap ends with the next chunk, or with the tape; another channel has none.
    const std::uint64_t missing = added - kept;
    tape.add(Channel::Received, at(200), chunk);
    tape.add(Channel::Sent, at(201), chunk);
    QVERIFY(tape.drain(pieces));
    QCOMPARE(pieces.size(), std::size_t(3));
    QCOMPARE(pieces[0].missing, missing);
    QCOMPARE(pieces[0].at.steady, std::int64_t(kept / chunk.size()) + 1);
    QCOMPARE(pieces[1].bytes, chunk);
    QCOMPARE(pieces[2].channel, Channel::Sent);

    for (int i = 0; i < 100; ++i)
        tape.add(Channel::Stderr, at(i + 1), chunk);
    tape.close();
    std::uint64_t seen = 0;
    while (tape.drain(pieces)) {
        for (const auto &piece : pieces)
            seen += piece.missing + piece.bytes.size();
    }
    QCOMPARE(seen, std::uint64_t(100'000));
    QVERIFY(!tape.drain(pieces));
}

void TestTapConversation::passesEverythingToASlowRecorderInOrder()
{
    TrafficTape tape;
    constexpr std::int64_t kCount = 200'000;
    std::vector<std::int64_t> times;
    std::thread recorder([&] {
        std::vector<TrafficTape::Piece> pieces;
        while (tape.drain(pieces)) {
            for (const auto &piece : pieces)
                times.push_back(piece.at.steady);
        }
    });
    const Bytes chunk = Bytes::copyOf("x");
    for (std::int64_t i = 1; i <= kCount; ++i)
        tape.add(Channel::Sent, at(i), chunk);
    tape.close();
    recorder.join();
    QCOMPARE(std::int64_t(times.size()), kCount);
    QVERIFY(std::is_sorted(times.begin(), times.end()));
}

void TestTapConversation::redactsSecretsInCommandLines_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("recorded");
    const auto row = [](const char *name, const char *words, const char *recorded) {
        QTest::newRow(name) << QString::fromLatin1(words).split(u' ')
                            << QString::fromLatin1(recorded).replace(u' ', u'\n');
    };
    row("nothing secret", "npx -y server --port 80", "npx -y server --port 80");
    row("the next word", "server --api-key abcd --port 80", "server --api-key **** --port 80");
    row("the same word", "server --token=abcd", "server --token=****");
    row("a variable", "docker run -e API_TOKEN=abcd x", "docker run -e API_TOKEN=**** x");
    row("a word of the name", "server --github-token abcd --max-tokens 100",
        "server --github-token **** --max-tokens 100");
    row("a password of a URL", "server postgresql://u:abcd@h/db",
        "server postgresql://u:****@h/db");
}

void TestTapConversation::redactsSecretsInCommandLines()
{
    QFETCH(QStringList, words);
    std::vector<std::string> arguments;
    for (const QString &word : words)
        arguments.push_back(word.toStdString());
    QTEST(tap::recordedArguments(arguments), "recorded");
    QFETCH(QString, recorded);
    QCOMPARE(
        tap::recordedHost(12, arguments), words.first() + QStringLiteral(" · pid 12\n") + recorded);
    QCOMPARE(tap::recordedHost(12, {}), QStringLiteral("pid 12"));
}

void TestTapConversation::namesFilesByServerTimeAndProcess()
{
    const QDateTime now(QDate(2026, 11, 24), QTime(17, 33, 5));
    QCOMPARE(tap::RecordingFile::stem(QStringLiteral("weather"), now, 12),
        QStringLiteral("weather-2026-11-24-173305-12"));
    QCOMPARE(tap::RecordingFile::stem(QStringLiteral("../a b/c"), now, 12),
        QStringLiteral("-a-b-c-2026-11-24-173305-12"));
    QVERIFY(tap::RecordingFile::stem(QString(5000, u'x'), now, 12).size() < 100);
}

// `trace check` takes a bare "killed by SIGTERM" for a server that does not end with its stdin.
void TestTapConversation::saysHowTheServerEnded_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("signal");
    QTest::addColumn<int>("closed"); // so many milliseconds before; -1: never
    QTest::addColumn<QString>("text");
    QTest::newRow("by itself") << 3 << 0 << -1 << QStringLiteral("exit code 3");
    QTest::newRow("by its own fault") << 0 << SIGSEGV << -1 << QStringLiteral("killed by SIGSEGV");
    QTest::newRow("by the host") << 0 << SIGTERM << -1
                                 << QStringLiteral("killed by SIGTERM; its stdin was still open");
    QTest::newRow("by the host, at once")
        << 0 << SIGKILL << 20
        << QStringLiteral("killed by SIGKILL; 20 ms after its stdin was closed");
    QTest::newRow("by a host that waited")
        << 0 << SIGTERM << 2000 << QStringLiteral("killed by SIGTERM");
}

void TestTapConversation::saysHowTheServerEnded()
{
    QFETCH(int, code);
    QFETCH(int, signal);
    QFETCH(int, closed);
    tap::ServerEnd end;
    if (signal != 0)
        end.signal = signal;
    else
        end.exitCode = code;
    constexpr std::int64_t kMs = 1'000'000;
    tap::RelayEnd relay;
    if (closed >= 0)
        relay.inputClosed = at(5000 * kMs - closed * kMs);
    QTEST(tap::SessionRecorder::endOf(end, relay, at(5000 * kMs)).recordedText(), "text");
}

QTEST_GUILESS_MAIN(TestTapConversation)
#include "tst_tapconversation.moc"
