// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/output.h"
#include "cli/trace/verboseprinter.h"
#include "support/recordingsink.h"

#include <QTemporaryFile>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;
using namespace sonde;
using cli::VerbosePrinter;
using rpc::Channel;

namespace {

constexpr std::int64_t kMs = 1'000'000;

// Prints into a file.
class Printed {
public:
    explicit Printed(rpc::TrafficSink *next = nullptr)
    {
        if (!m_file.open())
            qFatal("no temporary file");
        m_out = std::make_unique<cli::Output>(m_file.handle());
        printer = std::make_unique<VerbosePrinter>(*m_out, next);
        for (const Channel channel :
            {Channel::Sent, Channel::Received, Channel::Stderr, Channel::Lifecycle, Channel::Http})
            printer->openStream({u"demo"_s, 1, channel, false});
    }
    void cross(Channel channel, std::int64_t ms, std::string_view text)
    {
        rpc::Message message;
        rpc::decodeOne(Bytes::copyOf(text), message);
        tell(channel, ms, message);
    }
    void tell(Channel channel, std::int64_t ms, const rpc::Message &message)
    {
        const auto stream = static_cast<rpc::StreamId>(static_cast<int>(channel) + 1);
        printer->message({stream, 0, message.bytes().size()}, {ms * kMs, ms * kMs}, message);
    }
    QStringList lines()
    {
        QFile file(m_file.fileName());
        if (!file.open(QIODevice::ReadOnly))
            return {};
        return QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    }

    std::unique_ptr<VerbosePrinter> printer;

private:
    QTemporaryFile m_file;
    std::unique_ptr<cli::Output> m_out;
};

} // namespace

class VerbosePrinterTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void printsALineForEachStep();
    void printsAnExchange();
    void printsNoSecretAndNoContent();
    void printsHostileNamesInOneLine();
    void handsEverythingOn();
};

void VerbosePrinterTest::printsALineForEachStep()
{
    Printed printed;
    printed.tell(Channel::Lifecycle, 5,
        rpc::plainRecord(rpc::Kind::Lifecycle, Bytes::copyOf("process started\tdemo")));
    printed.cross(Channel::Sent, 6, R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})");
    printed.cross(Channel::Received, 7, R"({"jsonrpc":"2.0","method":"notifications/message"})");
    printed.cross(Channel::Received, 9, R"({"jsonrpc":"2.0","id":1,"result":{}})");
    printed.cross(Channel::Received, 9, R"({"jsonrpc":"2.0","id":1,"error":{"code":-1}})");
    printed.cross(Channel::Received, 10, "hello");
    printed.tell(Channel::Stderr, 11, rpc::plainRecord(rpc::Kind::Stderr, Bytes::copyOf("x")));
    QCOMPARE(printed.lines(),
        (QStringList{u"     +0.000 ms  · process started demo"_s,
            u"     +1.000 ms  → request tools/call  id 1  46 bytes"_s,
            u"     +2.000 ms  ← notification notifications/message  50 bytes"_s,
            u"     +4.000 ms  ← response tools/call  id 1  3.000 ms  36 bytes"_s,
            u"     +4.000 ms  ← error response  id 1  code -1  44 bytes  malformed-error"_s,
            u"     +5.000 ms  ← no message  5 bytes  stray-output"_s}));
}

void VerbosePrinterTest::printsAnExchange()
{
    Printed printed;
    rpc::Exchange exchange;
    exchange.method = "POST";
    exchange.target = "/mcp?token=hunter2";
    exchange.begun = {kMs, kMs};
    const auto one = printed.printer->openExchange(exchange);
    const auto other = printed.printer->openExchange(exchange);
    printed.printer->updateExchange(one, exchange); // still open
    exchange.state = rpc::Exchange::State::Done;
    exchange.status = 200;
    exchange.received = 1234;
    exchange.ended = {3 * kMs, 3 * kMs};
    printed.printer->updateExchange(one, exchange);
    exchange.state = rpc::Exchange::State::Failed;
    printed.printer->updateExchange(other, exchange);
    printed.printer->updateExchange(other, exchange); // it has ended
    QCOMPARE(printed.lines(),
        (QStringList{u"     +0.000 ms  → POST /mcp?token=*******"_s,
            u"     +0.000 ms  → POST /mcp?token=*******"_s,
            u"     +2.000 ms  ← 200  POST /mcp?token=*******  2.000 ms  1234 bytes"_s,
            u"     +2.000 ms  · POST /mcp?token=******* failed after 2.000 ms"_s}));
}

void VerbosePrinterTest::printsNoSecretAndNoContent()
{
    Printed printed;
    printed.tell(Channel::Lifecycle, 1,
        rpc::plainRecord(
            rpc::Kind::Lifecycle, Bytes::copyOf("process started\tserver API_KEY=hunter2")));
    printed.cross(Channel::Sent, 2,
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"note":"hunter2"}})");
    QCOMPARE(printed.lines().size(), 2);
    QVERIFY2(!printed.lines().join(u'\n').contains(u"hunter2"), qPrintable(printed.lines()[0]));
}

void VerbosePrinterTest::printsHostileNamesInOneLine()
{
    Printed printed;
    printed.cross(
        Channel::Received, 1, R"({"jsonrpc":"2.0","id":"\u001b[31m\n","method":"a\u001b[2J\nb"})");
    const std::string endless(100'000, 'x');
    printed.cross(Channel::Received, 1, R"({"jsonrpc":"2.0","method":")" + endless + R"("})");
    const QStringList lines = printed.lines();
    QCOMPARE(lines.size(), 2);
    QVERIFY(!lines.join(QString()).contains(QChar(0x1b)));
    QVERIFY2(lines[1].size() < 300, qPrintable(lines[1]));
}

void VerbosePrinterTest::handsEverythingOn()
{
    test::RecordingSink next;
    Printed printed(&next);
    const std::string_view text = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
    printed.printer->bytes(1, 0, {kMs, kMs}, Bytes::copyOf(text));
    printed.cross(Channel::Sent, 1, text);
    QCOMPARE(next.messages.size(), std::size_t(1));
    QCOMPARE(next.messages[0].method, std::string("ping"));
}

QTEST_GUILESS_MAIN(VerbosePrinterTest)
#include "tst_verboseprinter.moc"
