// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/publishedservers.h"

#include <QTemporaryDir>

using namespace sonde::test;

// What `trace check` says of servers that others wrote.
class TestPublishedFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void findsNoError_data();
    void findsNoError();

private:
    QTemporaryDir m_folder;
};

void TestPublishedFindings::initTestCase()
{
    const QString missing = missingServers();
    QVERIFY2(missing.isEmpty(), qPrintable(missing));
}

void TestPublishedFindings::findsNoError_data()
{
    QTest::addColumn<QStringList>("server");
    QTest::addColumn<QStringList>("command");
    const auto row = [](const QString &name, const QStringList &more, const char *command) {
        QTest::newRow(qPrintable(name + u' ' + QString::fromLatin1(command)))
            << (QStringList{QStringLiteral("node"), publishedServer(name)} + more)
            << words(command);
    };
    const QString everything = QStringLiteral("everything");
    row(everything, {}, "tools list");
    row(everything, {}, "tools call echo message=a");
    row(everything, {}, "resources list");
    row(everything, {}, "prompts list");
    row(QStringLiteral("filesystem"), {m_folder.path()}, "tools list");
    row(QStringLiteral("filesystem"), {m_folder.path()}, "tools call list_allowed_directories");
    row(QStringLiteral("memory"), {}, "tools list");
    row(QStringLiteral("memory"), {}, "tools call read_graph");
}

void TestPublishedFindings::findsNoError()
{
    QFETCH(QStringList, server);
    QFETCH(QStringList, command);
    static int count = 0;
    const QString file = m_folder.filePath(QStringLiteral("%1.sonde").arg(++count));
    const Run recorded =
        cli(QStringList{QStringLiteral("--no-cache"), QStringLiteral("--record"), file} + command
            + QStringList{QStringLiteral("--")} + server);
    COMPARE_CODE(recorded, 0);
    const Run run = cli({QStringLiteral("trace"), QStringLiteral("check"), file});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("Errors: 0, "), run.out.constData());
}

QTEST_GUILESS_MAIN(TestPublishedFindings)
#include "tst_publishedfindings.moc"
