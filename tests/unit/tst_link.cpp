// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/linktalk.h"
#include "support/loopbacktransport.h"
#include "support/places.h"
#include "wire/process/processreaper.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSemaphore>
#include <QTest>
#include <QThread>
#include <QTimer>

#include <algorithm>

using namespace sonde;
using namespace sonde::wire;
using namespace std::chrono_literals;
using namespace sonde::test;

namespace {

// A process that says when nothing more is read from it.
class HeldBack final : public Transport {
public:
    HeldBack(const Launch &launch, QSemaphore &held)
        : m_process(launch)
        , m_held(held)
    {
    }
    void start() override
    {
        m_process.setSink(m_sink);
        m_process.start();
    }
    void send(const Bytes &bytes) override { m_process.send(bytes); }
    void cork() override { m_process.cork(); }
    void uncork() override { m_process.uncork(); }
    void stop() override { m_process.stop(); }
    void setReading(bool reading) override
    {
        m_process.setReading(reading);
        if (!reading)
            m_held.release();
    }

private:
    StdioTransport m_process;
    QSemaphore &m_held;
};

std::string ping(int id)
{
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"ping"})";
}

std::string pong(int id)
{
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"result":{}})";
}

QStringList args(std::initializer_list<const char *> list)
{
    QStringList result;
    for (const char *text : list)
        result << QString::fromUtf8(text);
    return result;
}

} // namespace

class TestLink : public QObject {
    Q_OBJECT

private:
    static void bothWays()
    {
        QTest::addColumn<bool>("threaded");
        QTest::newRow("one thread") << false;
        QTest::newRow("wire thread") << true;
    }

private Q_SLOTS:
    void recordsAConversationExactly_data() { bothWays(); }
    void recordsAConversationExactly()
    {
        QFETCH(bool, threaded);
        Connection talk(args({"--stderr", "hello"}), threaded);
        talk.send(ping(1));
        talk.send(ping(2));
        QTRY_COMPARE(talk.received(), std::size_t(2));
        talk.link->stop();
        QTRY_VERIFY(talk.hasEnded());

        QCOMPARE(talk.traffic.streams.size(), std::size_t(4));
        QCOMPARE(talk.traffic.streams[0].connection, 3);
        QVERIFY(talk.traffic.inOrder);
        QCOMPARE(talk.traffic.bytesOf(rpc::Channel::Sent), ping(1) + "\n" + ping(2) + "\n");
        QCOMPARE(talk.traffic.bytesOf(rpc::Channel::Received), pong(1) + "\n" + pong(2) + "\n");
        QCOMPARE(talk.traffic.bytesOf(rpc::Channel::Stderr), std::string("hello\n"));

        const auto sent = talk.traffic.messagesOf(rpc::Channel::Sent);
        QCOMPARE(sent.size(), std::size_t(2));
        QCOMPARE(sent[0].text, ping(1));
        QCOMPARE(sent[0].kind, rpc::Kind::Request);
        QCOMPARE(sent[1].offset, std::uint64_t(ping(1).size() + 1));

        const auto responses = talk.all<Received>();
        QCOMPARE(responses[1]->message.kind, rpc::Kind::Response);
        QCOMPARE(responses[1]->message.id, rpc::Id("2"));
        QCOMPARE(responses[1]->place.offset, std::uint64_t(pong(1).size() + 1));
        QVERIFY(responses[0]->at.steady >= sent[0].at.steady);
        QCOMPARE(talk.all<Diagnostic>()[0]->line.view(), std::string_view("hello"));
        QCOMPARE(talk.traffic.messagesOf(rpc::Channel::Stderr)[0].kind, rpc::Kind::Stderr);
        QVERIFY(std::holds_alternative<Started>(talk.events.front()));
        QVERIFY(std::holds_alternative<Ended>(talk.events.back()));
    }

    // Whoever has recorded a message apart from what carries it leaves the bytes to the link.
    void recordsOnlyTheBytesOfWhatIsRecordedApart()
    {
        Connection talk(args({}));
        Outgoing apart;
        apart.message = Bytes::copyOf(ping(1));
        apart.isRecorded = true;
        talk.link->send(std::move(apart));
        talk.send(ping(2));
        QTRY_COMPARE(talk.received(), std::size_t(2));
        talk.link->stop();
        QTRY_VERIFY(talk.hasEnded());
        QCOMPARE(talk.traffic.bytesOf(rpc::Channel::Sent), ping(1) + "\n" + ping(2) + "\n");
        QCOMPARE(talk.traffic.messagesOf(rpc::Channel::Sent).size(), std::size_t(1));
        QCOMPARE(talk.traffic.messagesOf(rpc::Channel::Sent)[0].text, ping(2));
    }

    // What is said beside a request stands in for reading it.
    void recordsARequestWithoutParamsAsIfItWereRead()
    {
        Connection talk(args({}));
        talk.link->send({Bytes::copyOf(ping(1)), Outgoing::Kind::Request, "1", {}, "ping"});
        talk.link->send({Bytes::copyOf(ping(2)), Outgoing::Kind::Request, "2"});
        QTRY_COMPARE(talk.received(), std::size_t(2));
        const auto sent = talk.traffic.messagesOf(rpc::Channel::Sent);
        QCOMPARE(sent.size(), std::size_t(2));
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(sent[i].kind, rpc::Kind::Request);
            QCOMPARE(sent[i].id, std::to_string(i + 1));
            QCOMPARE(sent[i].method, std::string("ping"));
            QCOMPARE(sent[i].problem, rpc::Problem::None);
        }
        QVERIFY(talk.traffic.inOrder);
    }

    void recordsWhatBecomesOfTheProcessWithoutSecrets()
    {
        Launch launch;
        launch.program = sonde::test::programPath("mcptestserver");
        launch.arguments = args({"--stderr", "API_KEY=hush", "--exit", "1"});
        launch.environment = {{QStringLiteral("KEY"), Secret(QStringLiteral("hush-hush"))}};
        RecordingSink traffic;
        bool ended = false;
        Link link(overLines([&] { return std::make_unique<StdioTransport>(launch); }),
            {.traffic = &traffic});
        link.setReceiver([&](std::span<Event> batch) {
            ended = ended || std::holds_alternative<Ended>(batch.back());
        });
        link.start();
        link.logLifecycle(QStringLiteral("verdict"), QStringLiteral("modern"));
        QTRY_VERIFY(ended);
        const auto life = traffic.messagesOf(rpc::Channel::Lifecycle);
        QCOMPARE(life.size(), std::size_t(3));
        QCOMPARE(life[0].text, std::string("verdict\tmodern"));
        QCOMPARE(life[1].method, std::string("process started"));
        QVERIFY(life[1].text.find("mcptestserver · pid ") != std::string::npos);
        QVERIFY(life[1].text.find("\n--exit\n1\n") != std::string::npos);
        QVERIFY(life[1].text.find("KEY=(hidden, 9 characters)") != std::string::npos);
        QVERIFY(traffic.bytesOf(rpc::Channel::Lifecycle).find("hush") == std::string::npos);
        QCOMPARE(life[2].text, std::string("process ended\texit code 1"));
        QCOMPARE(life[2].kind, rpc::Kind::Lifecycle);
        QVERIFY(traffic.inOrder);
    }

    void tellsWhenAProgramCannotBeStarted()
    {
        Launch launch;
        launch.program = QStringLiteral("no-such-program");
        RecordingSink traffic;
        std::vector<Event> events;
        Link link(overLines([&] { return std::make_unique<StdioTransport>(launch); }),
            {.traffic = &traffic});
        link.setReceiver([&](std::span<Event> batch) {
            events.insert(events.end(), batch.begin(), batch.end());
        });
        link.start();
        QVERIFY(events.empty());
        QTRY_COMPARE(events.size(), std::size_t(1));
        QCOMPARE(std::get<StartFailed>(events[0]).error.domain, Domain::Process);
        QCOMPARE(traffic.messagesOf(rpc::Channel::Lifecycle).front().method,
            std::string("start failed"));
    }

    void keepsWhatIsNoMessage()
    {
        Connection talk(args({"--garbage", "Listening…", "--garbage", "{\"half\":",
            "--invalid-utf8", "--garbage", "42", "--garbage", "[]", "--unfinished", "{\"json"}));
        QTRY_VERIFY(talk.hasEnded());
        std::vector<rpc::Problem> problems;
        for (const auto *received : talk.all<Received>())
            problems.push_back(received->message.problem);
        using enum rpc::Problem;
        QCOMPARE(problems,
            (std::vector{StrayOutput, NotJson, InvalidUtf8, NotJsonRpc, NotJsonRpc, Unfinished}));
        QVERIFY(talk.traffic.inOrder);
        QCOMPARE(talk.traffic.messagesOf(rpc::Channel::Received).size(), problems.size());
    }

    void readsTheMembersOfABatch()
    {
        const std::string batch = "[" + pong(1) + ", " + pong(2) + "]";
        Connection talk(args({"--garbage", batch.c_str(), "--exit", "0"}), false,
            [](Link::Options &options) { options.batchesAllowed = false; });
        QTRY_VERIFY(talk.hasEnded());
        const auto members = talk.all<Received>();
        QCOMPARE(members.size(), std::size_t(2));
        QCOMPARE(members[1]->place.offset, std::uint64_t(1 + pong(1).size() + 2));
        QCOMPARE(members[1]->message.problem, rpc::Problem::UnexpectedBatch);
        QVERIFY(talk.traffic.inOrder);
    }

    void cutsALineThatIsTooLong()
    {
        Connection talk(args({"--huge", "5000000", "--garbage", "after", "--exit", "0"}), false,
            [](Link::Options &options) { options.maxMessage = 1'000'000; });
        QTRY_VERIFY(talk.hasEnded());
        const auto lines = talk.all<Received>();
        QCOMPARE(lines.size(), std::size_t(2));
        QCOMPARE(lines[0]->message.problem, rpc::Problem::TooLong);
        QCOMPARE(lines[0]->message.bytes().size(), std::size_t(1'000'000));
        QCOMPARE(lines[1]->place.offset, std::uint64_t(5'000'001));
        QCOMPARE(talk.traffic.bytesOf(rpc::Channel::Received).size(), std::size_t(5'000'007));
    }

    // A server that is given up is not waited for.
    void recordsTheLineThatHadNotEnded_data() { bothWays(); }
    void recordsTheLineThatHadNotEnded()
    {
        QFETCH(bool, threaded);
        Launch launch;
        launch.program = QStringLiteral("sh");
        launch.arguments = args({"-c", "printf 'Content-Length: 8\\n{\"id\":1}'; exec cat"});
        Connection talk(
            overLines([launch] { return std::make_unique<StdioTransport>(launch); }), threaded);
        QTRY_VERIFY(!talk.all<Unended>().empty());
        talk.link.reset();
        QTRY_COMPARE(talk.traffic.messagesOf(rpc::Channel::Received).size(), std::size_t(2));
        const auto line = talk.traffic.messagesOf(rpc::Channel::Received)[1];
        QCOMPARE(line.text, std::string("{\"id\":1}"));
        QCOMPARE(line.problem, rpc::Problem::Unfinished);
    }

    void readsResponsesInPiecesOfAnySize()
    {
        for (const char *size : {"1", "2", "7", "64"}) {
            Connection talk(args({"--chunk", size, "--crlf", "--twice"}));
            for (int id = 0; id < 20; ++id)
                talk.send(ping(id));
            QTRY_COMPARE(talk.received(), std::size_t(40));
            for (int i = 0; i < 40; ++i)
                QCOMPARE(talk.all<Received>()[std::size_t(i)]->message.bytes().view(),
                    std::string_view(pong(i / 2)));
            QVERIFY(talk.traffic.inOrder);
        }
    }

    void recordsAMessageThatWasTakenOnlyInPart()
    {
        Connection talk(args({"--no-read", "--stderr", "up"}));
        QTRY_VERIFY(!talk.all<Diagnostic>().empty());
        const std::string large(std::size_t(5) << 20, 'x');
        talk.send(ping(1));
        talk.send(large);
        talk.send(ping(2));
        talk.link->stop();
        QTRY_VERIFY(talk.hasEnded());
        const auto sent = talk.traffic.messagesOf(rpc::Channel::Sent);
        QCOMPARE(sent.size(), std::size_t(2));
        QCOMPARE(sent[1].problem, rpc::Problem::Unfinished);
        QCOMPARE(talk.traffic.bytesOf(rpc::Channel::Sent).size(),
            ping(1).size() + 1 + sent[1].text.size());
        QVERIFY(talk.traffic.inOrder);
    }

    void sendsTheResponsesOfABatchInOneWrite_data() { bothWays(); }
    void sendsTheResponsesOfABatchInOneWrite()
    {
        QFETCH(bool, threaded);
        Connection talk(args({"--flood", "50", "200"}), threaded);
        int answered = 0;
        talk.link->setReceiver([&](std::span<Event> batch) {
            for (const Event &event : batch) {
                if (std::holds_alternative<Received>(event) && answered < 50)
                    talk.send(ping(answered++));
                talk.events.push_back(event);
            }
        });
        QTRY_COMPARE(talk.received(), std::size_t(100));
        talk.link->stop();
        QTRY_VERIFY(talk.hasEnded());
        // The flood leaves the server in one write, too; a few reads may have split it.
        QVERIFY(talk.traffic.bytesCalls[0] <= 5);
    }

    void sendsManySizesInOrder_data() { bothWays(); }
    void sendsManySizesInOrder()
    {
        QFETCH(bool, threaded);
        constexpr int kCount = 3000;
        std::string everything;
        std::vector<std::string> requests;
        for (int id = 0; id < kCount; ++id) {
            const std::size_t size = id % 100 == 0 ? 70'000 : std::size_t(id % 97) * 10;
            requests.push_back("{\"jsonrpc\":\"2.0\",\"id\":" + std::to_string(id)
                + ",\"method\":\"ping\",\"params\":\"" + std::string(size, 'x') + "\"}");
            everything += requests.back() + "\n";
        }
        Connection talk(args({}), threaded);
        talk.link->setReceiver([&](std::span<Event> batch) {
            if (std::holds_alternative<Started>(batch.front())) {
                for (const std::string &request : requests)
                    talk.send(request);
            }
            talk.events.insert(talk.events.end(), batch.begin(), batch.end());
        });
        QTRY_COMPARE(talk.received(), std::size_t(kCount));
        talk.link->stop();
        QTRY_VERIFY(talk.hasEnded());
        QVERIFY(talk.traffic.inOrder);
        QVERIFY(talk.traffic.bytesOf(rpc::Channel::Sent) == everything);
        const auto sent = talk.traffic.messagesOf(rpc::Channel::Sent);
        QCOMPARE(sent.size(), requests.size());
        for (std::size_t i = 0; i < sent.size(); ++i)
            QVERIFY(sent[i].text == requests[i]);
        QVERIFY(talk.all<Received>().back()->message.id == rpc::Id("2999"));
    }

    void speaksToAnyTransport()
    {
        RecordingSink traffic;
        std::vector<Event> events;
        Link link(overLines([] {
            return std::make_unique<LoopbackTransport>(
                [](LoopbackTransport &self, const Bytes &bytes) {
                    self.diagnose(Bytes::copyOf("without line end"));
                    self.respond(bytes);
                });
        }),
            {.traffic = &traffic});
        link.setReceiver([&](std::span<Event> batch) {
            events.insert(events.end(), batch.begin(), batch.end());
        });
        link.start();
        link.send({Bytes::copyOf(ping(1))});
        link.stop();
        QTRY_COMPARE(events.size(), std::size_t(4));
        QCOMPARE(std::get<Received>(events[1]).message.bytes().view(), std::string_view(ping(1)));
        QCOMPARE(std::get<Diagnostic>(events[2]).line.view(), std::string_view("without line end"));
        QCOMPARE(std::get<Ended>(events[3]).report.exitCode, 0);
        QVERIFY(traffic.inOrder);
    }

    void deliversInOrderAcrossThreadsUnderLoad()
    {
        constexpr int kCount = 200'000;
        Connection talk(args({"--flood", "200000", "200"}), true);
        int next = 0;
        bool inOrder = true;
        qint64 longest = 0;
        talk.link->setReceiver([&](std::span<Event> batch) {
            QElapsedTimer elapsed;
            elapsed.start();
            for (const Event &event : batch) {
                const auto *received = std::get_if<Received>(&event);
                if (!received)
                    continue;
                const auto data = received->message.params()["data"].text();
                inOrder = inOrder && data.starts_with(std::to_string(next) + " ");
                ++next;
                // Sending in between must not disturb anything.
                if (next % 1000 == 0)
                    talk.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled"})");
            }
            longest = std::max(longest, elapsed.elapsed());
        });
        QTRY_COMPARE_WITH_TIMEOUT(next, kCount, 60'000);
        QVERIFY(inOrder);
        talk.link->stop();
        QTRY_COMPARE(
            talk.traffic.messageCount.load(), kCount + kCount / 1000 + 2); // and its start and end
        QVERIFY(talk.traffic.inOrder);
    }

    void holdsTheServerBackWhileTheOwnerIsBusy()
    {
        QSemaphore held;
        Connection talk(overLines([&held] {
            return std::make_unique<HeldBack>(launchOf(args({"--flood", "400000", "200"})), held);
        }),
            true);
        // The owner's event loop stands still: what waits for it must stay bounded.
        QVERIFY(held.tryAcquire(1, 60'000));
        QObject wire;
        wire.moveToThread(&talk.wire.thread);
        const auto turn = [&wire] {
            QMetaObject::invokeMethod(
                &wire, [] {}, Qt::BlockingQueuedConnection);
        };
        turn(); // what it was about is done
        const int before = talk.traffic.messageCount;
        QVERIFY(before < 100'000);
        for (int i = 0; i < 100; ++i)
            turn();
        QCOMPARE(talk.traffic.messageCount.load(), before);
        QTRY_COMPARE_WITH_TIMEOUT(talk.received(), std::size_t(400'000), 60'000);
    }

    void letsTheOwnersEventLoopTurnDuringAFlood()
    {
        Connection talk(args({"--flood", "100000", "200"}), true);
        int turns = 0;
        std::size_t count = 0;
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] { ++turns; });
        timer.start(0);
        talk.link->setReceiver([&](std::span<Event> batch) {
            count += batch.size();
            // A slow owner: 100,000 of these in one go would take a second.
            QElapsedTimer busy;
            busy.start();
            while (busy.nsecsElapsed() < 10'000 * qint64(batch.size())) { }
        });
        QTRY_VERIFY_WITH_TIMEOUT(count > 100'000, 60'000);
        QVERIFY(turns > 10); // on an idle machine about 100
    }

    void mayBeDestroyedByItsReceiver_data() { bothWays(); }
    void mayBeDestroyedByItsReceiver()
    {
        QFETCH(bool, threaded);
        Connection talk(args({"--flood", "1000", "200"}), threaded);
        int calls = 0;
        talk.link->setReceiver([&](std::span<Event>) {
            if (++calls == 2)
                talk.link.reset();
        });
        QTRY_VERIFY(!talk.link);
        QTRY_COMPARE(ProcessReaper::pending(), 0);
        QCOMPARE(calls, 2);
    }

    void leavesARunningServerBehindWithoutWaiting_data() { bothWays(); }
    void leavesARunningServerBehindWithoutWaiting()
    {
        QFETCH(bool, threaded);
        Connection talk(args({"--ignore-sigterm"}), threaded);
        QTRY_VERIFY(!talk.events.empty());
        const auto pid = std::get<Started>(talk.events[0]).report.pid;
        talk.link.reset();
        QTRY_VERIFY(!QFile::exists(QStringLiteral("/proc/%1").arg(pid)));
    }

    void canBeDestroyedAfterTheWireThread()
    {
        WireThread *wire = new WireThread;
        bool started = false;
        auto link = std::make_unique<Link>(server({}), Link::Options{.thread = &wire->thread});
        link->setReceiver([&](std::span<Event>) { started = true; });
        link->start();
        QTRY_VERIFY(started);
        wire->thread.quit();
        wire->thread.wait();
        link.reset();
        QTRY_COMPARE(ProcessReaper::pending(), 0);
        delete wire;
    }

    void passesFindingsOnToTheTap()
    {
        Connection talk(args({}), true);
        talk.link->report({0, 17, 1}, rpc::Problem::LateResponse);
        talk.link->stop();
        QTRY_VERIFY(talk.hasEnded());
        QCOMPARE(talk.traffic.problems.size(), std::size_t(1));
        QCOMPARE(talk.traffic.problems[0].first, std::uint64_t(17));
    }
};

QTEST_GUILESS_MAIN(TestLink)
#include "tst_link.moc"
