// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/message/discardedinput.h"
#include "mcp/session/session.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mcp;

// A session that receives lines, and what it says when no response came.
class TestDiscardedInput : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void explainsATimeoutWithWhatCame_data();
    void explainsATimeoutWithWhatCame();
    void explainsTheEndOfAProcessWithWhatCame();
    void saysNothingWhenNothingCame();
    void explainsACallOnlyWithWhatCameSince();
    void findsTheRequestThatIsMeantAmongMany();
    void tellsALineThatHasNotEnded();
    void recognisesAProgramThatEchoes();
    void staysSmallWhateverComes();
    void makesControlCharactersVisible();
};

namespace {

Stamp at(int seconds)
{
    Stamp stamp;
    stamp.steady = std::int64_t(seconds) * 1'000'000'000;
    return stamp;
}

struct Talk {
    Session session{Era::Legacy, QStringLiteral("2025-11-25"), false};
    Actions out;

    Talk() { session.open(std::chrono::seconds(5), at(0), out); }
    void receive(std::string_view line)
    {
        for (rpc::Message &message : rpc::decode(Bytes::copyOf(line), false))
            session.received(std::move(message), {at(1)}, out);
    }
    void connect()
    {
        receive(R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25"}})");
    }
    // Of the newest action that failed.
    Error error() const
    {
        for (auto action = out.rbegin(); action != out.rend(); ++action) {
            if (const auto *broken = std::get_if<OpenFailed>(&*action))
                return broken->error;
            if (const auto *done = std::get_if<Complete>(&*action); done && !done->outcome)
                return done->outcome.error();
        }
        return {};
    }
};

#define VERIFY_CONTAINS(text, part) QVERIFY2((text).contains(part), qPrintable(text))

} // namespace

void TestDiscardedInput::explainsATimeoutWithWhatCame_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<QString>("sentence");
    QTest::addColumn<QStringList>("details");
    const auto row = [](const char *name, const QByteArray &output, const char *sentence,
                         const QStringList &details) {
        QTest::newRow(name) << output << QString::fromUtf8(sentence) << details;
    };
    row("log lines", "Starting server...\nlistening\n",
        "2 lines (27 bytes) on stdout could not be used.",
        {QStringLiteral("Starting server..."), QStringLiteral("listening"),
            QStringLiteral("Log lines belong on stderr")});
    row("a byte order mark", "\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n",
        "1 line (39 bytes) on stdout could not be used.",
        {QStringLiteral("byte order mark"), QStringLiteral("\\uFEFF{\"jsonrpc\"")});
    row("UTF-16", QByteArray("\xff\xfe{\0\"\0}\0\n\0", 10), "could not be used",
        {QStringLiteral("The server writes UTF-16")});
    row("JSON over several lines", "{\n \"jsonrpc\": \"2.0\",\n \"id\": 1\n}\n",
        "4 lines (28 bytes) on stdout could not be used.",
        {QStringLiteral("First: {"), QStringLiteral("Last: }"),
            QStringLiteral("spans several lines")});
    row("Content-Length", "Content-Length: 12\r\n\r\n", "on stdout could not be used",
        {QStringLiteral("Language Server Protocol")});
    row("the id as a string", "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}\n",
        "1 line (38 bytes) on stdout could not be used.",
        {QStringLiteral("the id \"1\", but the request has 1"), QStringLiteral("three ids")});
    row("the id as a fraction", "{\"jsonrpc\":\"2.0\",\"id\":1.0,\"result\":{}}\n",
        "could not be used", {QStringLiteral("the id 1.0, but the request has 1")});
    row("the id as a fraction in a string", "{\"jsonrpc\":\"2.0\",\"id\":\"1.0\",\"result\":{}}\n",
        "could not be used", {QStringLiteral("the id \"1.0\", but the request has 1")});
    row("another id", "{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{}}\n", "could not be used",
        {QStringLiteral("the id 99, which matches no pending request")});
    row("neither result nor error", "{\"jsonrpc\":\"2.0\",\"id\":1}\n", "could not be used",
        {QStringLiteral("no \"result\" or \"error\"")});
    row("not JSON", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":[}\n", "could not be used",
        {QStringLiteral("Line 1, column 40")});
    row("not UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"\xff\"}\n", "could not be used",
        {QStringLiteral("Line 1, column 35")});
}

void TestDiscardedInput::explainsATimeoutWithWhatCame()
{
    QFETCH(QByteArray, output);
    QFETCH(QString, sentence);
    QFETCH(QStringList, details);
    Talk talk;
    for (QByteArray line : output.split('\n').mid(0, output.count('\n'))) {
        if (line.endsWith('\r'))
            line.chop(1);
        talk.receive(line.toStdString());
    }
    talk.session.tick(at(5), talk.out);
    const Error error = talk.error();
    QVERIFY2(error.sentence.startsWith(QLatin1String("No response to initialize within 5 s. ")),
        qPrintable(error.sentence));
    VERIFY_CONTAINS(error.sentence, sentence);
    for (const QString &detail : details)
        VERIFY_CONTAINS(error.detail, detail);
}

void TestDiscardedInput::explainsTheEndOfAProcessWithWhatCame()
{
    Talk talk;
    talk.session.received(
        rpc::plainRecord(rpc::Kind::Invalid,
            Bytes::copyOf(std::string_view(R"({"jsonrpc":"2.0","id":1,"result":{}})")),
            rpc::Problem::Unfinished, QStringLiteral("The output ended in the middle of a line.")),
        {at(1)}, talk.out);
    talk.session.ended(QStringLiteral("exit code 0"), talk.out);
    QCOMPARE(talk.error().sentence,
        QStringLiteral("The process ended before it responded: exit code 0. 1 line (36 bytes) on "
                       "stdout could not be used."));
    VERIFY_CONTAINS(talk.error().detail, QStringLiteral("{\"jsonrpc\":\"2.0\",\"id\":1"));
    VERIFY_CONTAINS(talk.error().detail, QStringLiteral("A message ends with a line end"));
}

void TestDiscardedInput::saysNothingWhenNothingCame()
{
    Talk talk;
    talk.session.tick(at(5), talk.out);
    QCOMPARE(talk.error().sentence, QStringLiteral("No response to initialize within 5 s."));
    QVERIFY(talk.error().detail.isEmpty());
    QCOMPARE(talk.session.discardedInput().count(), std::uint64_t(0));
    QVERIFY(talk.session.discardedInput().items().empty());
}

void TestDiscardedInput::explainsACallOnlyWithWhatCameSince()
{
    Talk talk;
    talk.receive("Starting server...");
    talk.connect();
    talk.session.call(
        "ping", {}, {std::chrono::seconds(9), std::chrono::seconds(9)}, false, at(1), talk.out);
    talk.session.tick(at(10), talk.out);
    QCOMPARE(talk.error().sentence, QStringLiteral("No response to ping within 9 s."));

    talk.session.call(
        "ping", {}, {std::chrono::seconds(9), std::chrono::seconds(9)}, false, at(10), talk.out);
    talk.receive(R"({"jsonrpc":"2.0","id":"3","result":{}})");
    talk.session.tick(at(20), talk.out);
    QCOMPARE(talk.error().sentence,
        QStringLiteral("No response to ping within 9 s. 1 line (38 bytes) on stdout could not be "
                       "used."));
    VERIFY_CONTAINS(talk.error().detail, QStringLiteral("the id \"3\", but the request has 3"));
    QVERIFY(!talk.error().detail.contains(QLatin1String("Starting")));
}

void TestDiscardedInput::findsTheRequestThatIsMeantAmongMany()
{
    Talk talk;
    talk.connect();
    for (int i = 0; i < 1000; ++i)
        talk.session.call(
            "ping", {}, {std::chrono::seconds(9), std::chrono::seconds(9)}, false, at(1), talk.out);
    talk.receive(R"({"jsonrpc":"2.0","id":"900","result":{}})");
    QCOMPARE(talk.session.discardedInput().items().back().reason,
        QStringLiteral(
            "The response has the id \"900\", but the request has 900. A response must have "
            "exactly the id of its request (JSON-RPC 2.0 section 5)."));
}

void TestDiscardedInput::tellsALineThatHasNotEnded()
{
    Talk talk;
    talk.session.unended("{\"jsonrpc\":\"2.0\",\"id\":1,\"res", 27, at(1));
    talk.session.tick(at(5), talk.out);
    QCOMPARE(talk.error().sentence,
        QStringLiteral("No response to initialize within 5 s. A line of 27 bytes on stdout has not "
                       "ended."));
    VERIFY_CONTAINS(talk.error().detail, QStringLiteral("{\"jsonrpc\":\"2.0\",\"id\":1,\"res"));

    Talk ended;
    ended.session.unended("{\"jso", 5, at(1));
    ended.connect();
    QVERIFY(ended.session.discardedInput().items().empty());
}

// cat and its like.
void TestDiscardedInput::recognisesAProgramThatEchoes()
{
    Talk talk;
    const Bytes sent = std::get<Send>(talk.out.front()).message;
    talk.out.clear();
    talk.receive(sent.view());
    VERIFY_CONTAINS(talk.error().sentence, QStringLiteral("echoes its input"));
    VERIFY_CONTAINS(talk.error().sentence, QStringLiteral("not an MCP server"));
    for (const Action &action : talk.out)
        QVERIFY(!std::holds_alternative<Send>(action)); // nothing that it would send back as well
}

void TestDiscardedInput::staysSmallWhateverComes()
{
    DiscardedInput unusable(true);
    const rpc::Message message =
        rpc::decode(Bytes::copyOf(std::string(100'000, 'x')), false).front();
    for (int i = 0; i < 1000; ++i)
        unusable.add(message, at(i));
    QCOMPARE(unusable.count(), std::uint64_t(1000));
    const auto items = unusable.items();
    QCOMPARE(items.size(), DiscardedInput::kMaxFirst + 1);
    QCOMPARE(items.back().beginning.size(), DiscardedInput::kMaxText);
    QCOMPARE(items.back().at.steady, at(999).steady);
    QCOMPARE(items.back().bytes, std::uint64_t(100'000));
    QVERIFY(unusable.evidence().size() < 2000);
    QCOMPARE(unusable.summary(),
        QStringLiteral("1,000 lines (100,000,000 bytes) on stdout could not be used."));
}

void TestDiscardedInput::makesControlCharactersVisible()
{
    DiscardedInput unusable(true);
    unusable.add(rpc::decode(Bytes::copyOf("\x1b[31mred\a\x7f"
                                           "\xe2\x80\xae"
                                           "x"),
                     false)
                     .front(),
        at(0));
    QCOMPARE(unusable.items().front().text(), QStringLiteral("␛[31mred␇␡\uFFFDx"));

    // A character of three bytes lies over the limit: it is not cut in two.
    std::string longer(DiscardedInput::kMaxText - 1, 'x');
    longer += "\xe2\x82\xac and more";
    unusable.add(rpc::decode(Bytes::copyOf(longer), false).front(), at(0));
    QVERIFY(unusable.items().back().text().endsWith(QStringLiteral("x…")));
}

QTEST_GUILESS_MAIN(TestDiscardedInput)
#include "tst_discardedinput.moc"
