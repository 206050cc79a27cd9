// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/places.h"
#include "wire/process/processreaper.h"
#include "wire/process/stdiotransport.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <concepts>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include <unistd.h>

using namespace sonde;
using namespace sonde::wire;
using namespace std::chrono_literals;

namespace {

using Cause = rpc::EndReport::Cause;

constexpr auto kLeaveBehind = "SONDE_TEST_LEAVE_BEHIND";
const QString kServer = sonde::test::programPath("mcptestserver");

struct Sink final : TransportSink {
    void started(const StartReport &what) override
    {
        report = what;
        isStarted = true;
    }
    void failed(const StartReport &what, const Error &why) override
    {
        report = what;
        error = why;
        isFailed = true;
    }
    void sent(const Bytes &bytes, Stamp at) override
    {
        sentText += bytes.view();
        ++sentCalls;
        stamps.push_back(at);
    }
    void received(const Bytes &bytes, Stamp at) override
    {
        afterEnd = afterEnd || isEnded;
        receivedSize += bytes.size();
        if (keep)
            receivedText += bytes.view();
        stamps.push_back(at);
    }
    void diagnostics(const Bytes &bytes, Stamp) override
    {
        afterEnd = afterEnd || isEnded;
        stderrText += bytes.view();
    }
    void ended(const ExitReport &what) override
    {
        exit = what;
        isEnded = true;
    }

    StartReport report;
    Error error;
    ExitReport exit;
    bool isStarted = false;
    bool isFailed = false;
    bool isEnded = false;
    bool afterEnd = false;
    bool keep = true;
    int sentCalls = 0;
    std::size_t receivedSize = 0;
    std::string sentText, receivedText, stderrText;
    std::vector<Stamp> stamps;
};

struct Run {
    explicit Run(const QStringList &arguments, std::chrono::milliseconds patience = 2s)
        : Run(Launch{kServer, arguments, {}, {}, patience})
    {
    }
    template <std::same_as<Launch> Described> // lets a list in braces mean arguments
    explicit Run(Described launch)
        : transport(std::make_unique<StdioTransport>(std::move(launch)))
    {
        transport->setSink(&sink);
        transport->start();
    }

    void send(std::string_view text) { transport->send(Bytes::copyOf(text)); }

    Sink sink;
    std::unique_ptr<StdioTransport> transport;
};

constexpr std::string_view kPing = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
constexpr std::string_view kPong = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n";

bool isAlive(qint64 pid)
{
    return ::kill(static_cast<pid_t>(pid), 0) == 0;
}

// A zombie does not run: a killed grandchild belongs to init, which may take a moment to collect
// it.
bool isRunning(qint64 pid)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray text = file.readAll();
    return text.mid(text.lastIndexOf(')') + 2, 1) != "Z";
}

qint64 grandchildIn(const Sink &sink)
{
    static const QRegularExpression pattern(QStringLiteral("grandchild (\\d+)\n"));
    return pattern.match(QString::fromStdString(sink.stderrText)).captured(1).toLongLong();
}

} // namespace

class TestStdioTransport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void movesBytesBothWays()
    {
        Run run(QStringList{});
        QVERIFY(!run.sink.isStarted); // never inside the call
        run.send(kPing);
        QTRY_COMPARE(run.sink.receivedText, std::string(kPong));
        QVERIFY(run.sink.isStarted);
        QVERIFY(run.sink.report.pid > 0);
        QVERIFY(run.sink.report.spawnNs > 0);
        QCOMPARE(run.sink.sentText, std::string(kPing));
        QVERIFY(std::is_sorted(run.sink.stamps.begin(), run.sink.stamps.end(),
            [](Stamp a, Stamp b) { return a.steady < b.steady; }));
        run.transport->stop();
        QTRY_VERIFY(run.sink.isEnded);
        QCOMPARE(run.sink.exit.exitCode, 0);
        QVERIFY(run.sink.exit.requested);
        QCOMPARE(run.sink.exit.survivors, 0);
        QCOMPARE(run.sink.exit.end().recordedText(), QStringLiteral("exit code 0"));
        QVERIFY(!isAlive(run.sink.report.pid));
    }

    void gathersCorkedBytesIntoOneWrite()
    {
        Run run(QStringList{});
        QTRY_VERIFY(run.sink.isStarted);
        run.transport->cork();
        for (int i = 0; i < 10; ++i)
            run.send(kPing);
        QCOMPARE(run.sink.sentCalls, 0);
        run.transport->uncork();
        QCOMPARE(run.sink.sentCalls, 10);
        for (const Stamp &stamp : run.sink.stamps)
            QCOMPARE(stamp.steady, run.sink.stamps.front().steady);
        QTRY_COMPARE(run.sink.receivedText.size(), 10 * kPong.size());
    }

    void givesArgumentsEnvironmentAndDirectoryAsTheyAre()
    {
        const QTemporaryDir folder;
        Launch launch;
        launch.program = kServer;
        launch.arguments = {QStringLiteral("--print-env"), QStringLiteral("SONDE_TEST_KEY"),
            QStringLiteral("--print-cwd"), QStringLiteral("--print-args"), QStringLiteral("--"),
            QString(), QStringLiteral("a b"), QStringLiteral("$HOME *\n'\""), QStringLiteral("ü")};
        launch.workingDirectory = folder.path();
        launch.environment = {{QStringLiteral("SONDE_TEST_KEY"), Secret(QStringLiteral("v 1"))}};
        Run run(launch);
        run.transport->stop();
        QTRY_VERIFY(run.sink.isEnded);
        const std::string expected = "SONDE_TEST_KEY=v 1\n"
            + QDir(folder.path()).canonicalPath().toStdString()
            + "\n--print-env\nSONDE_TEST_KEY\n--print-cwd\n--print-args\n--\n\na b\n"
              "$HOME *\n'\"\n\xc3\xbc\n";
        QCOMPARE(run.sink.stderrText, expected);
        QCOMPARE(run.sink.report.environment,
            QStringList{QStringLiteral("SONDE_TEST_KEY=(hidden, 3 characters)")});
    }

    void reportsAProgramThatIsNotThere()
    {
        Launch launch;
        launch.program = QStringLiteral("no-such-program");
        Run run(launch);
        QVERIFY(!run.sink.isFailed);
        QTRY_VERIFY(run.sink.isFailed);
        QCOMPARE(run.sink.error.domain, Domain::Process);
        QVERIFY(!run.sink.report.searched.isEmpty());
        QVERIFY(!run.sink.isStarted);
    }

    void explainsAMissingInterpreterAndAFormatError()
    {
        const QTemporaryDir folder;
        const auto fileWith = [&](const char *name, const QByteArray &text) {
            QFile file(folder.filePath(QString::fromLatin1(name)));
            [[maybe_unused]] const bool written =
                file.open(QIODevice::WriteOnly) && file.write(text) > 0;
            file.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
            return file.fileName();
        };
        Run script(Launch{fileWith("script", "#!/no/such/interpreter -x\n"), {}, {}, {}, 1s});
        QTRY_VERIFY(script.sink.isFailed);
        QVERIFY(script.sink.error.sentence.contains(QStringLiteral("“/no/such/interpreter”")));
        Run argument(Launch{fileWith("argument", "#!/no/such/sh -x\r\n"), {}, {}, {}, 1s});
        QTRY_VERIFY(argument.sink.isFailed);
        QVERIFY(argument.sink.error.sentence.contains(QStringLiteral("“/no/such/sh”, does not")));
        Run windows(Launch{fileWith("windows", "#!/bin/sh\r\n"), {}, {}, {}, 1s});
        QTRY_VERIFY(windows.sink.isFailed);
        QVERIFY(windows.sink.error.sentence.contains(QStringLiteral("CR LF")));
        Run garbage(Launch{fileWith("garbage", "\x01\x02\x03"), {}, {}, {}, 1s});
        QTRY_VERIFY(garbage.sink.isFailed);
        QVERIFY(garbage.sink.error.sentence.contains(QStringLiteral("neither a program")));
    }

    void reportsAnExitWithItsLastWords()
    {
        Run run({QStringLiteral("--garbage"), QStringLiteral("out"), QStringLiteral("--stderr"),
            QStringLiteral("config missing"), QStringLiteral("--exit"), QStringLiteral("7")});
        QTRY_VERIFY(run.sink.isEnded);
        QCOMPARE(run.sink.exit.exitCode, 7);
        QVERIFY(!run.sink.exit.requested);
        QCOMPARE(run.sink.receivedText, std::string("out\n"));
        QCOMPARE(run.sink.stderrText, std::string("config missing\n"));
    }

    void reportsASignal()
    {
        Run run({QStringLiteral("--signal"), QStringLiteral("10")});
        QTRY_VERIFY(run.sink.isEnded);
        QCOMPARE(run.sink.exit.signal, SIGUSR1);
        QCOMPARE(run.sink.exit.end().recordedText(), QStringLiteral("killed by SIGUSR1"));
    }

    void losesNothingOfAFloodBeforeTheExit()
    {
        Run run({QStringLiteral("--flood"), QStringLiteral("20000"), QStringLiteral("200"),
            QStringLiteral("--flood-stderr"), QStringLiteral("2000"), QStringLiteral("--exit"),
            QStringLiteral("0")});
        QTRY_VERIFY(run.sink.isEnded);
        QCOMPARE(run.sink.receivedSize, std::size_t(20000 * 201));
        QCOMPARE(std::count(run.sink.stderrText.begin(), run.sink.stderrText.end(), '\n'), 2000);
        QVERIFY(!run.sink.afterEnd);
    }

    void keepsWhatWaitsWhileReadingIsOff()
    {
        Run run({QStringLiteral("--flood"), QStringLiteral("200"), QStringLiteral("200"),
            QStringLiteral("--exit"), QStringLiteral("0")});
        constexpr auto kLingering = 5ms;
        run.transport->setLingering(kLingering);
        run.transport->setReading(false);
        // The process ends with its output in the pipe: 40 kB fit into every system's.
        QTRY_VERIFY(run.sink.isStarted);
        QTRY_VERIFY(!isRunning(run.sink.report.pid));
        QTimer later;
        later.setSingleShot(true);
        later.start(20 * kLingering);
        QTRY_VERIFY(!later.isActive());
        QVERIFY(!run.sink.isEnded);
        QCOMPARE(run.sink.receivedSize, std::size_t(0));
        run.transport->setReading(true);
        QTRY_VERIFY(run.sink.isEnded);
        QCOMPARE(run.sink.receivedSize, std::size_t(200 * 201));
    }

    void stopsReadingWhenTold()
    {
        Run run({QStringLiteral("--flood"), QStringLiteral("100000"), QStringLiteral("200")});
        run.sink.keep = false;
        QTRY_VERIFY(run.sink.receivedSize > 0);
        run.transport->setReading(false);
        const std::size_t before = run.sink.receivedSize;
        QCoreApplication::processEvents();
        QCOMPARE(run.sink.receivedSize, before);
        run.transport->setReading(true);
        QTRY_COMPARE(run.sink.receivedSize, std::size_t(100000 * 201));
    }

    void climbsTheLadderToSigterm()
    {
        Run run({QStringLiteral("--no-read")}, 50ms);
        QTRY_VERIFY(run.sink.isStarted);
        run.transport->stop();
        QTRY_VERIFY(run.sink.isEnded);
        QCOMPARE(run.sink.exit.signal, SIGTERM);
        QCOMPARE(run.sink.exit.survivors, 0);
    }

    void climbsTheLadderToSigkill()
    {
        Run run(
            {QStringLiteral("--ignore-sigterm"), QStringLiteral("--stderr"), QStringLiteral("up")},
            50ms);
        QTRY_COMPARE(run.sink.stderrText, std::string("up\n"));
        run.transport->stop();
        QTRY_VERIFY(run.sink.isEnded);
        QCOMPARE(run.sink.exit.signal, SIGKILL);
        QCOMPARE(run.sink.exit.survivors, 1);
        QCOMPARE(run.sink.exit.end().recordedText(), QStringLiteral("killed by SIGKILL"));
    }

    void writesWhatIsQueuedBeforeStdinIsClosed()
    {
        Run run(QStringList{});
        run.send(kPing);
        run.transport->stop();
        QTRY_VERIFY(run.sink.isEnded);
        QCOMPARE(run.sink.receivedText, std::string(kPong));
        QCOMPARE(run.sink.exit.exitCode, 0);
    }

    void endsAlthoughAGrandchildHoldsThePipes()
    {
        Run run({QStringLiteral("--grandchild"), QStringLiteral("--exit"), QStringLiteral("0")});
        QTRY_VERIFY(run.sink.isEnded);
        QCOMPARE(run.sink.exit.exitCode, 0);
        QCOMPARE(run.sink.exit.survivors, 1);
        QCOMPARE(run.sink.exit.end().recordedText(),
            QStringLiteral("exit code 0; 1 process it left behind was killed"));
        const qint64 grandchild = grandchildIn(run.sink);
        QVERIFY(grandchild > 0);
        QTRY_VERIFY(!isRunning(grandchild));
    }

    void givesUpOnAServerThatDoesNotRead()
    {
        Run run({QStringLiteral("--no-read")}, 50ms);
        QTRY_VERIFY(run.sink.isStarted);
        const Bytes large = Bytes::copyOf(std::string(std::size_t(20) << 20, 'x'));
        for (int i = 0; i < 3; ++i)
            run.transport->send(large);
        QCoreApplication::processEvents();
        QVERIFY(!run.sink.isEnded);
        run.transport->send(large);
        QVERIFY(!run.sink.isEnded); // never inside the call
        QTRY_VERIFY(run.sink.isEnded);
        QVERIFY(!run.sink.exit.requested);
        QCOMPARE(run.sink.exit.end().recordedText(),
            QStringLiteral("killed by SIGTERM; the server does not read what is sent to it"));
    }

    void takesAMessageLargerThanTheQueue()
    {
        Run run({QStringLiteral("--mute")});
        const std::string large((std::size_t(70) << 20), 'x');
        run.send(large);
        QTRY_COMPARE(run.sink.sentText.size(), large.size());
    }

    void survivesWritingToAServerThatHasEnded()
    {
        Run run({QStringLiteral("--exit"), QStringLiteral("1")});
        QTRY_VERIFY(run.sink.isStarted);
        QTRY_VERIFY(([&] {
            run.send(kPing);
            return run.sink.isEnded;
        }()));
        run.send(kPing);
        QCOMPARE(run.sink.exit.exitCode, 1);
    }

    void endsAServerThatClosesItsInput()
    {
        Run run({QStringLiteral("--close-stdin"), QStringLiteral("--stderr"),
                    QStringLiteral("closed"), QStringLiteral("--no-read")},
            50ms);
        QTRY_COMPARE(run.sink.stderrText, std::string("closed\n"));
        run.send(kPing); // SIGPIPE must not end us
        QTRY_VERIFY(run.sink.isEnded);
        QVERIFY(run.sink.sentText.empty());
        QVERIFY(run.sink.exit.cause == Cause::InputClosed);
    }

    // Its output ends when it is ended for that: a consequence, and no other cause.
    void namesTheEndThatWasClosedFirst()
    {
        // Its stdin is closed; when it is asked to end it closes its stdout, and goes on.
        const QString script = QStringLiteral("exec 0<&-; trap 'exec 1>&-' TERM; echo closed >&2; "
                                              "while :; do sleep 0.05; done");
        Run run(Launch{QStringLiteral("/bin/sh"), {QStringLiteral("-c"), script}, {}, {}, 200ms});
        QTRY_COMPARE(run.sink.stderrText, std::string("closed\n"));
        run.send(kPing);
        QTRY_VERIFY(run.sink.isEnded);
        QVERIFY2(run.sink.exit.cause == Cause::InputClosed,
            qPrintable(run.sink.exit.end().recordedText()));
    }

    void endsAServerThatClosesItsOutput()
    {
        Run run({QStringLiteral("--close-stdout"), QStringLiteral("--no-read")}, 50ms);
        QTRY_VERIFY(run.sink.isEnded);
        QCOMPARE(run.sink.exit.signal, SIGTERM);
        QVERIFY(run.sink.exit.cause == Cause::OutputClosed);
    }

    void leavesARunningServerToTheReaper()
    {
        auto run = std::make_unique<Run>(
            QStringList{QStringLiteral("--grandchild"), QStringLiteral("--ignore-sigterm")}, 50ms);
        QTRY_VERIFY(grandchildIn(run->sink) > 0);
        const qint64 pid = run->sink.report.pid;
        const qint64 grandchild = grandchildIn(run->sink);
        run.reset();
        QVERIFY(isRunning(pid)); // its end was not waited for
        QCOMPARE(ProcessReaper::pending(), 1);
        QTRY_COMPARE(ProcessReaper::pending(), 0);
        QVERIFY(!isAlive(pid));
        QTRY_VERIFY(!isRunning(grandchild));
    }

    void leavesAServerThatWasJustStartedToTheReaper()
    {
        Run(QStringList{}, 2s).transport.reset();
        QCOMPARE(ProcessReaper::pending(), 1);
        QTRY_COMPARE(ProcessReaper::pending(), 0);
    }

    void leavesNoServerBehindWhenTheProgramEnds()
    {
        Launch launch;
        launch.program = QCoreApplication::applicationFilePath();
        launch.environment = {{QString::fromLatin1(kLeaveBehind), Secret(QStringLiteral("1"))}};
        Run run(launch);
        QTRY_VERIFY(!run.sink.receivedText.empty());
        QTRY_VERIFY(run.sink.isEnded); // although its patience is an hour
        QCOMPARE(run.sink.exit.exitCode, 0);
        QVERIFY(!isAlive(std::atoll(run.sink.receivedText.c_str())));
    }

    void leavesNoDescriptorsOpen()
    {
        const auto count = [] {
            return QDir(QStringLiteral("/proc/self/fd")).entryList(QDir::NoFilter).size();
        };
        const auto before = count();
        for (int i = 0; i < 5; ++i) {
            Run run({QStringLiteral("--exit"), QStringLiteral("0")});
            QTRY_VERIFY(run.sink.isEnded);
        }
        {
            Run run(QStringList{});
            QTRY_VERIFY(run.sink.isStarted);
        }
        QTRY_COMPARE(ProcessReaper::pending(), 0);
        QCOMPARE(count(), before);
    }
};

// A program that ends while its server runs and does not want to go.
static int leaveServerBehind(int &argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    Run run(
        {QStringLiteral("--ignore-sigterm"), QStringLiteral("--stderr"), QStringLiteral("up")}, 1h);
    while (run.sink.stderrText.empty())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    std::printf("%lld\n", static_cast<long long>(run.sink.report.pid));
    std::fflush(stdout);
    return 0;
}

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsSet(kLeaveBehind))
        return leaveServerBehind(argc, argv);
    QCoreApplication app(argc, argv);
    TestStdioTransport test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_stdiotransport.moc"
