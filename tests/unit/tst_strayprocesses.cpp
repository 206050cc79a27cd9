// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/processinfo.h"
#include "wire/process/stdiotransport.h"

#include <QScopeGuard>
#include <QStandardPaths>
#include <QTest>

#include <csignal>

using namespace sonde;
using namespace sonde::wire;

namespace {

struct Sink final : TransportSink {
    void started(const StartReport &) override { }
    void failed(const StartReport &, const Error &) override { }
    void sent(const Bytes &, Stamp) override { }
    void received(const Bytes &, Stamp) override { }
    void diagnostics(const Bytes &bytes, Stamp) override { stderrText += bytes.view(); }
    void ended(const ExitReport &what) override
    {
        exit = what;
        isEnded = true;
    }

    std::string stderrText;
    ExitReport exit;
    bool isEnded = false;
};

// Outside of the group, and already the program that it is to be.
bool isStray(pid_t pid)
{
    const auto process = platform::readProcess(platform::kProcessRoot, pid);
    return process && process->group == pid && process->name == "sleep";
}

} // namespace

// What a server has started in a session of its own, and leaves running.
class TestStrayProcesses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theEndNamesWhatStaysOutsideOfTheGroup();
};

void TestStrayProcesses::theEndNamesWhatStaysOutsideOfTheGroup()
{
    if (!platform::hasProcessInfo())
        QSKIP("the system does not tell about processes");
    QVERIFY(!QStandardPaths::findExecutable(QStringLiteral("setsid")).isEmpty()); // util-linux
    Sink sink;
    Launch launch;
    launch.program = QStringLiteral("sh");
    launch.arguments = QStringList{
        QStringLiteral("-c"), QStringLiteral("setsid sleep 300 & echo $! >&2; exec cat")};
    StdioTransport transport(launch);
    transport.setSink(&sink);
    transport.start();
    QTRY_VERIFY(!sink.stderrText.empty() && sink.stderrText.back() == '\n');
    const auto pid = pid_t(QByteArray::fromStdString(sink.stderrText).trimmed().toLongLong());
    QVERIFY(pid > 1);
    const auto endIt = qScopeGuard([pid] { ::kill(pid, SIGKILL); });
    QTRY_VERIFY(isStray(pid));
    transport.stop();
    QTRY_VERIFY(sink.isEnded);
    QCOMPARE(sink.exit.survivors, 0);
    QCOMPARE(sink.exit.end().recordedText(),
        QStringLiteral("exit code 0; still running in the background: sleep (pid %1)").arg(pid));
}

QTEST_GUILESS_MAIN(TestStrayProcesses)
#include "tst_strayprocesses.moc"
