// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/mock/mockserving.h"
#include "support/patience.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <memory>

using namespace sonde;
using namespace Qt::StringLiterals;

using session::MockServing;

// The mock beside the window as a program: what it prints, and how it ends.
class TestMockServing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysTheLastWords_data();
    void saysTheLastWords();
    void letsAProcessGoWithoutWaiting();
    void writesAFileForEachStart();
    void tellsWhichResponsesAreUsed();

private:
    // A program in the place of sonde-cli.
    QString programOf(const QByteArray &script) const;

    QTemporaryDir m_folder;
};

QString TestMockServing::programOf(const QByteArray &script) const
{
    QFile file(m_folder.filePath(QString::fromLatin1(QTest::currentTestFunction())));
    const QByteArray text = "#!/bin/sh\n" + script + '\n';
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(text) != text.size())
        qFatal("cannot write the program");
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return file.fileName();
}

void TestMockServing::saysTheLastWords_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::newRow("with a line end") << QByteArray("echo 'no memory' >&2; exit 1");
    QTest::newRow("without one") << QByteArray("printf 'no memory' >&2; exit 1");
    QTest::newRow("after other lines")
        << QByteArray("echo first >&2; printf '\\nno memory' >&2; exit 1");
}

void TestMockServing::saysTheLastWords()
{
    QFETCH(const QByteArray, script);
    MockServing serving(programOf(script));
    serving.start({.recording = u"a.sonde"_s}, {});
    QTRY_COMPARE_WITH_TIMEOUT(serving.state(), MockServing::State::Failed, kPatienceMs);
    QCOMPARE(serving.problem(), u"The mock ended: no memory"_s);
}

void TestMockServing::letsAProcessGoWithoutWaiting()
{
    auto serving = std::make_unique<MockServing>(
        programOf("trap '' TERM\necho http://127.0.0.1:1/mcp\nexec sleep 1000"));
    serving->start({.recording = u"a.sonde"_s}, {});
    QTRY_COMPARE_WITH_TIMEOUT(serving->state(), MockServing::State::Serving, kPatienceMs);
    serving.reset();
    const auto left = [] { return QCoreApplication::instance()->findChildren<QProcess *>(); };
    QCOMPARE(left().size(), qsizetype(1)); // a process that was waited for is none any more
    const auto pid = pid_t(left().front()->processId());
    QVERIFY(pid > 0);
    QTRY_VERIFY_WITH_TIMEOUT(left().isEmpty(), kPatienceMs);
    QCOMPARE(::kill(pid, 0), -1); // not even a zombie
    QCOMPARE(errno, ESRCH);
}

// A list that is still being written must not come over that of the next start.
void TestMockServing::writesAFileForEachStart()
{
    // It prints the file of the list in the place of its address.
    MockServing serving(
        programOf("while [ \"$1\" != --responses ]; do shift; done\necho \"$2\"\nexec sleep 1000"));
    QStringList files;
    for (int i = 0; i < 2; ++i) {
        serving.start({.recording = u"a.sonde"_s}, {});
        QTRY_COMPARE_WITH_TIMEOUT(serving.state(), MockServing::State::Serving, kPatienceMs);
        files << serving.address();
    }
    QVERIFY2(files.first() != files.last(), qPrintable(files.first()));
    QVERIFY(QFile::exists(files.last()));
    QVERIFY(!QFile::exists(files.first())); // they are not kept
}

void TestMockServing::tellsWhichResponsesAreUsed()
{
    MockServing serving(
        programOf("case \" $* \" in *' --uses '*) ;; *) exit 1;; esac\n"
                  "printf 'http://127.0.0.1'\nprintf ':1/mcp\\n{\"response\":3}\\n'\n"
                  "echo no JSON\necho '{\"recorded\":17}'\nexec sleep 1000"));
    std::vector<session::MockUse> all;
    connect(&serving, &MockServing::used, this,
        [&all](const auto &uses) { all.insert(all.end(), uses.begin(), uses.end()); });
    serving.start({.recording = u"a.sonde"_s}, {});
    QTRY_COMPARE_WITH_TIMEOUT(all.size(), std::size_t(2), kPatienceMs);
    QCOMPARE(serving.address(), u"http://127.0.0.1:1/mcp"_s);
    QCOMPARE(all[0].response, std::size_t(3));
    QCOMPARE(all[0].recorded, trace::Number(0));
    QCOMPARE(all[1].recorded, trace::Number(17));
}

QTEST_GUILESS_MAIN(TestMockServing)
#include "tst_mockserving.moc"
