// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/processstart.h"

#include <QTest>

using namespace sonde::rpc;

class TestProcessStart : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void isReadAsItWasRecorded_data();
    void isReadAsItWasRecorded();
    void takesNoWordOfTheCommandForAVariable();
    void leavesEmptyWhatIsNotRecorded_data();
    void leavesEmptyWhatIsNotRecorded();
};

// The texts are those that session files of all versions contain.
void TestProcessStart::isReadAsItWasRecorded_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<ProcessStart>("start");
    QTest::newRow("a program alone")
        << QStringLiteral("node · pid 4711\n/usr/bin/node")
        << ProcessStart{QStringLiteral("node"), 4711, {QStringLiteral("/usr/bin/node")}, {}, {}};
    QTest::newRow("with all") << QStringLiteral(
        "my · pid x · pid 12\n/opt/my server\nA=B\nin /home/a b\nKEY=(hidden, 9 "
        "characters)\nEMPTY=")
                              << ProcessStart{QStringLiteral("my · pid x"), 12,
                                     {QStringLiteral("/opt/my server"), QStringLiteral("A=B")},
                                     QStringLiteral("/home/a b"),
                                     {QStringLiteral("KEY=(hidden, 9 characters)"),
                                         QStringLiteral("EMPTY=")}};
    QTest::newRow("without a folder")
        << QStringLiteral("demo · pid 1\n/usr/bin/demo\nA=B\nKEY=(hidden, 9 characters)")
        << ProcessStart{QStringLiteral("demo"), 1,
               {QStringLiteral("/usr/bin/demo"), QStringLiteral("A=B")}, {},
               {QStringLiteral("KEY=(hidden, 9 characters)")}};
}

void TestProcessStart::isReadAsItWasRecorded()
{
    QFETCH(QString, text);
    QFETCH(ProcessStart, start);
    QCOMPARE(start.recordedText(), text);
    QVERIFY(ProcessStart::read(text) == start);
}

void TestProcessStart::takesNoWordOfTheCommandForAVariable()
{
    const auto start = ProcessStart::read(QStringLiteral("env · pid 3\n/usr/bin/env\nA=B\nC=D"));
    QCOMPARE(start.command.join(u' '), QStringLiteral("/usr/bin/env A=B C=D"));
    QVERIFY(start.variables.isEmpty());
}

void TestProcessStart::leavesEmptyWhatIsNotRecorded_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("program");
    for (const char *text : {"", "/usr/bin/demo", "demo · pid ", "demo · pid 99999999999999999999",
             "demo · pid x", " · pid "}) {
        const QString all = QString::fromUtf8(text);
        QTest::newRow(text) << all << all.section(QStringLiteral(" · pid "), 0, 0);
    }
}

void TestProcessStart::leavesEmptyWhatIsNotRecorded()
{
    QFETCH(QString, text);
    QFETCH(QString, program);
    const auto start = ProcessStart::read(text);
    QCOMPARE(start.program, program);
    QCOMPARE(start.pid, qint64(0));
    QVERIFY(start.command.isEmpty() && start.folder.isEmpty() && start.variables.isEmpty());
}

QTEST_GUILESS_MAIN(TestProcessStart)

#include "tst_processstart.moc"
