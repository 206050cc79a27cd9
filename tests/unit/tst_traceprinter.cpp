// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/output.h"
#include "cli/trace/traceprinter.h"
#include "support/recordingsink.h"

#include <QTemporaryFile>
#include <QTest>

#include <memory>

using namespace sonde;
using cli::TracePrinter;
using rpc::Channel;
using Ended = rpc::Exchange::State;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr std::string_view kAsk = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";

// Prints into a file, without the times.
class Printed {
public:
    explicit Printed(rpc::TrafficSink *next = nullptr)
    {
        if (!m_file.open())
            qFatal("no temporary file");
        m_out = std::make_unique<cli::Output>(m_file.handle());
        printer = std::make_unique<TracePrinter>(*m_out, next);
    }
    QStringList lines()
    {
        QFile file(m_file.fileName());
        if (!file.open(QIODevice::ReadOnly))
            return {};
        QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
        for (QString &line : lines)
            line.remove(0, qstrlen("00:00:00.000000 "));
        return lines;
    }
    rpc::StreamId open(Channel channel)
    {
        return printer->openStream({QStringLiteral("demo"), 1, channel, false});
    }

    std::unique_ptr<TracePrinter> printer;

private:
    QTemporaryFile m_file;
    std::unique_ptr<cli::Output> m_out;
};

// One connection over HTTP, with one lane.
class Http {
public:
    explicit Http(Printed &printed)
        : m_printer(*printed.printer)
        , m_sent(printed.open(Channel::Sent))
        , m_received(printed.open(Channel::Received))
        , m_facts(printed.open(Channel::Http))
    {
    }
    rpc::ExchangeId begin(std::string_view target)
    {
        m_exchange = {};
        m_exchange.method = "POST";
        m_exchange.target = target;
        m_exchange.begun = {10 * kMs, 10 * kMs};
        tellFacts("{}");
        m_id = m_printer.openExchange(m_exchange);
        return m_id;
    }
    void cross(Channel channel, std::string_view text)
    {
        const auto stream = channel == Channel::Sent ? m_sent : m_received;
        auto &offset = channel == Channel::Sent ? m_sentSize : m_receivedSize;
        const Bytes bytes = Bytes::copyOf(text);
        m_printer.bytes(stream, offset, {1, 1}, bytes);
        rpc::Message message;
        rpc::decodeOne(bytes, message);
        m_printer.message({stream, offset, text.size(), m_id}, {1, 1}, message);
        offset += text.size();
    }
    void event(std::string_view text)
    {
        m_printer.message({m_received, 0, text.size(), m_id}, {1, 1},
            rpc::plainRecord(rpc::Kind::Event, Bytes::copyOf(text)));
    }
    void end(rpc::ExchangeId id, Ended state, int status, std::string_view facts)
    {
        m_exchange.state = state;
        m_exchange.status = status;
        m_exchange.ended = {m_exchange.begun.steady + kMs + kMs / 5, 0};
        tellFacts(facts);
        m_printer.updateExchange(id, m_exchange);
    }

private:
    void tellFacts(std::string_view json)
    {
        m_printer.bytes(m_facts, m_factsSize, {1, 1}, Bytes::copyOf(json));
        m_exchange.facts = {m_facts, m_factsSize, json.size()};
        m_factsSize += json.size();
    }

    TracePrinter &m_printer;
    rpc::StreamId m_sent;
    rpc::StreamId m_received;
    rpc::StreamId m_facts;
    rpc::ExchangeId m_id = 0;
    rpc::Exchange m_exchange;
    std::uint64_t m_sentSize = 0;
    std::uint64_t m_receivedSize = 0;
    std::uint64_t m_factsSize = 0;
};

QString text(const char *utf8)
{
    return QString::fromUtf8(utf8);
}

} // namespace

class TracePrinterTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void printsLinesOfAPipeAsTheyCross();
    void saysOnceThatABatchIsNotAllowed();
    void saysWhatAProblemMeans();
    void printsAnExchangeWithItsMessages();
    void putsAMessageOnOneLine();
    void saysWhichOfSeveralHasEnded();
    void saysWhyAnExchangeFailed();
    void saysThatWeClosedIt();
    void printsEventsWithoutAMessage();
    void handsEverythingOn();
};

void TracePrinterTest::printsLinesOfAPipeAsTheyCross()
{
    Printed printed;
    const auto sent = printed.open(Channel::Sent);
    printed.printer->bytes(sent, 0, {1, 1}, Bytes::copyOf("{\"a\":1}\nhal"));
    printed.printer->bytes(sent, 11, {1, 1}, Bytes::copyOf("f\n"));
    QCOMPARE(printed.lines(), (QStringList{text("→ {\"a\":1}"), text("→ half")}));
}

void TracePrinterTest::saysOnceThatABatchIsNotAllowed()
{
    Printed printed;
    const auto received = printed.open(Channel::Received);
    for (const std::int64_t at : {1, 2}) {
        rpc::Message message;
        QVERIFY(rpc::decodeOne(Bytes::copyOf(kAsk), message));
        message.inBatch = true;
        message.problem = rpc::Problem::UnexpectedBatch;
        message.reason = QStringLiteral("Not here.");
        for (const std::uint64_t offset : {1, 50, 100})
            printed.printer->message({received, offset, kAsk.size()}, {at, at}, message);
    }
    const QString said = text("· unexpected-batch: Not here.");
    QCOMPARE(printed.lines(), (QStringList{said, said}));
}

void TracePrinterTest::saysWhatAProblemMeans()
{
    Printed printed;
    const auto received = printed.open(Channel::Received);
    printed.printer->problem(received, 0, rpc::Problem::UnknownId);
    printed.printer->problem(received, 0, rpc::Problem::DuplicateId);
    QCOMPARE(printed.lines(),
        (QStringList{text("· unknown-id: No pending request has this id."),
            text("· duplicate-id: This id already has its response, or another request "
                 "with it is pending.")}));
}

void TracePrinterTest::printsAnExchangeWithItsMessages()
{
    Printed printed;
    Http http(printed);
    const auto id = http.begin("/mcp");
    http.cross(Channel::Sent, kAsk);
    http.cross(Channel::Received, R"({"jsonrpc":"2.0","id":1,"result":{}})");
    http.end(id, Ended::Done, 200, R"({"answer":{"mediaType":"application/json"}})");
    QCOMPARE(printed.lines(),
        (QStringList{text("→ POST /mcp"), text(R"(→ {"jsonrpc":"2.0","id":1,"method":"ping"})"),
            text(R"(← {"jsonrpc":"2.0","id":1,"result":{}})"),
            text("← 200 application/json 1.200 ms")}));
}

void TracePrinterTest::putsAMessageOnOneLine()
{
    Printed printed;
    Http http(printed);
    http.begin("/mcp");
    http.cross(Channel::Received, "{\n\"jsonrpc\":\"2.0\",\r\n\"method\":\"a\"}");
    QCOMPARE(printed.lines().last(), text(R"(← { "jsonrpc":"2.0",  "method":"a"})"));
}

void TracePrinterTest::saysWhichOfSeveralHasEnded()
{
    Printed printed;
    Http one(printed);
    Http other(printed);
    const auto first = one.begin("/mcp");
    const auto second = other.begin("/other");
    other.end(second, Ended::Done, 202, "{}");
    one.end(first, Ended::Done, 401, "{}");
    QCOMPARE(printed.lines().mid(2),
        (QStringList{text("← 202 1.200 ms · POST /other"), text("← 401 1.200 ms")}));
}

void TracePrinterTest::saysWhyAnExchangeFailed()
{
    Printed printed;
    Http http(printed);
    http.end(http.begin("/mcp"), Ended::Failed, 0, R"({"error":"Connection refused."})");
    QCOMPARE(
        printed.lines().last(), text("· POST /mcp failed after 1.200 ms: Connection refused."));
}

void TracePrinterTest::saysThatWeClosedIt()
{
    Printed printed;
    Http http(printed);
    http.end(http.begin("/mcp"), Ended::Aborted, 200, "{}");
    QCOMPARE(printed.lines().last(), text("· POST /mcp closed by Sonde after 1.200 ms"));
}

void TracePrinterTest::printsEventsWithoutAMessage()
{
    Printed printed;
    Http http(printed);
    http.begin("/sse");
    http.event("event: endpoint\ndata: /messages\n\n");
    QCOMPARE(printed.lines().last(), text("· event: endpoint · data: /messages"));
}

void TracePrinterTest::handsEverythingOn()
{
    test::RecordingSink traffic;
    Printed printed(&traffic);
    Http http(printed);
    const auto id = http.begin("/mcp");
    http.cross(Channel::Sent, kAsk);
    http.end(id, Ended::Done, 200, "{}");
    QCOMPARE(traffic.exchanges.size(), std::size_t(1));
    QCOMPARE(traffic.exchanges[0].status, 200);
    QCOMPARE(traffic.messages.size(), std::size_t(1));
    QVERIFY(traffic.inOrder);
}

QTEST_GUILESS_MAIN(TracePrinterTest)
#include "tst_traceprinter.moc"
