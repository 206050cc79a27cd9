// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <csignal>

using namespace sonde::test;

// What is left of servers when the program that started them is killed.
class TestProcessGuard : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void noServerOutlivesAKilledProgram_data();
    void noServerOutlivesAKilledProgram();
    void aServerThatEndsByItselfIsLeftInPeace();
    void theGuardEndsWithTheProgram();
};

namespace {

// sonde-cli in the middle of a call that is never answered; its server's diagnostics go to a file.
class RunningCli {
public:
    explicit RunningCli(const QStringList &switches)
    {
        m_process.setProcessEnvironment(cleanEnvironment());
        m_process.setStandardErrorFile(m_folder.filePath(QStringLiteral("stderr")));
        m_process.start(kCli,
            QStringList{QStringLiteral("--era"), QStringLiteral("legacy"),
                QStringLiteral("--trace"), QStringLiteral("request"), QStringLiteral("ping"),
                QStringLiteral("--"), kTestServer}
                + switches);
    }
    ~RunningCli()
    {
        m_process.kill();
        m_process.waitForFinished(kDeadline);
    }
    // Whether it has sent its first message: the guard knows of the server then.
    bool hasSent() const
    {
        QFile file(m_folder.filePath(QStringLiteral("stderr")));
        return file.open(QIODevice::ReadOnly) && file.readAll().contains("\"initialize\"");
    }
    // The number that follows `name` in what was written; 0: it is not there yet.
    pid_t number(const QString &name) const
    {
        QFile file(m_folder.filePath(QStringLiteral("stderr")));
        if (!file.open(QIODevice::ReadOnly))
            return 0;
        const QRegularExpression pattern(name + QStringLiteral(" ([0-9]+)"));
        return pattern.match(QString::fromUtf8(file.readAll())).captured(1).toInt();
    }
    // The server or the guard: a child of this program by that name; 0: there is none.
    pid_t child(const QByteArray &name) const
    {
        const QByteArray found = ") ? " + QByteArray::number(m_process.processId()) + ' ';
        for (const QString &pid : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
            QFile file(QStringLiteral("/proc/%1/stat").arg(pid));
            if (pid.toInt() == 0 || !file.open(QIODevice::ReadOnly))
                continue;
            QByteArray stat = file.readAll(); // "7 (name) S 3 …"
            if (const auto end = stat.indexOf(") "); end > 0)
                stat[end + 2] = '?';
            if (stat.contains(QByteArray('(' + name + found)))
                return pid.toInt();
        }
        return 0;
    }
    QProcess &process() { return m_process; }

private:
    QTemporaryDir m_folder;
    QProcess m_process;
};

bool isAlive(pid_t pid)
{
    // A process whose parent was killed is waited for by init, if there is one in this container.
    QFile status(QStringLiteral("/proc/%1/stat").arg(pid));
    return status.open(QIODevice::ReadOnly) && !status.readAll().contains(") Z ");
}

} // namespace

void TestProcessGuard::noServerOutlivesAKilledProgram_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::newRow("ends with its input")
        << QStringList{QStringLiteral("--mute-at"), QStringLiteral("ping")};
    QTest::newRow("reads nothing") << QStringList{QStringLiteral("--no-read")};
    QTest::newRow("ignores SIGTERM too")
        << QStringList{QStringLiteral("--ignore-sigterm"), QStringLiteral("--no-read")};
    QTest::newRow("has a process of its own")
        << QStringList{QStringLiteral("--grandchild"), QStringLiteral("--no-read")};
}

void TestProcessGuard::noServerOutlivesAKilledProgram()
{
    QFETCH(QStringList, switches);
    RunningCli cli(switches);
    QTRY_VERIFY_WITH_TIMEOUT(cli.child("mcptestserver") != 0, kDeadline);
    QTRY_VERIFY_WITH_TIMEOUT(cli.hasSent(), kDeadline);
    const pid_t server = cli.child("mcptestserver");
    const bool hasGrandchild = switches.contains(QStringLiteral("--grandchild"));
    if (hasGrandchild)
        QTRY_VERIFY_WITH_TIMEOUT(cli.number(QStringLiteral("grandchild")) != 0, kDeadline);
    const pid_t grandchild = cli.number(QStringLiteral("grandchild"));

    ::kill(static_cast<pid_t>(cli.process().processId()), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(!isAlive(server), kDeadline);
    if (hasGrandchild)
        QTRY_VERIFY_WITH_TIMEOUT(!isAlive(grandchild), kDeadline);
}

// It is not killed: its exit code is its own.
void TestProcessGuard::aServerThatEndsByItselfIsLeftInPeace()
{
    const Run run = cli({QStringLiteral("--era"), QStringLiteral("legacy"),
        QStringLiteral("request"), QStringLiteral("ping"), QStringLiteral("--"), kTestServer,
        QStringLiteral("--exit"), QStringLiteral("7")});
    QVERIFY2(run.err.contains("exit code 7"), run.err.constData());
}

void TestProcessGuard::theGuardEndsWithTheProgram()
{
    RunningCli cli({QStringLiteral("--no-read")});
    QTRY_VERIFY_WITH_TIMEOUT(cli.child("sonde-guard") != 0, kDeadline);
    const pid_t guard = cli.child("sonde-guard");
    ::kill(guard, SIGTERM); // not by a signal that reaches all programs of a terminal
    ::kill(guard, SIGINT);
    QVERIFY(isAlive(guard));
    ::kill(static_cast<pid_t>(cli.process().processId()), SIGKILL);
    QTRY_VERIFY_WITH_TIMEOUT(!isAlive(guard), kDeadline);
}

QTEST_GUILESS_MAIN(TestProcessGuard)
#include "tst_processguard.moc"
