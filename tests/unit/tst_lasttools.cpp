// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/help/lasttools.h"
#include "config/serverfile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using sonde::cli::lastTools;

// The names of tools that the shell completes without a server.
class TestLastTools : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void knowsTheToolsOfTheNewestStart();
    void leavesOutWhatAShellWouldRun();
    void knowsNothingWithoutAFile();
    void knowsNothingOfABrokenOrLargeFile();

private:
    void write(const QByteArray &text);

    QTemporaryDir m_folder;
};

namespace {

QByteArray snapshotOf(const QByteArrayList &names)
{
    QByteArrayList tools;
    for (const QByteArray &name : names)
        tools << "{\"inputSchema\":{},\"name\":\"" + name + "\"}";
    return "{\"sonde\":\"snapshot\",\"tools\":{\"complete\":true,\"items\":[" + tools.join(',')
        + "]}}";
}

} // namespace

void TestLastTools::write(const QByteArray &text)
{
    const QString path = sonde::config::serverFile(m_folder.filePath(u"starts"_s), u"notes"_s);
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

// A start that failed has no snapshot.
void TestLastTools::knowsTheToolsOfTheNewestStart()
{
    write("{\"version\":1,\"starts\":[{\"number\":1,\"snapshot\":0},"
          "{\"number\":2,\"snapshot\":1},{\"number\":3,\"snapshot\":-1}],\"snapshots\":["
        + snapshotOf({"old"}) + ',' + snapshotOf({"add_note", "list.notes"}) + "]}");
    QCOMPARE(lastTools(m_folder.path(), u"notes"_s), QStringList({u"add_note"_s, u"list.notes"_s}));
    QCOMPARE(lastTools(m_folder.path(), u"others"_s), QStringList());
}

void TestLastTools::leavesOutWhatAShellWouldRun()
{
    write("{\"starts\":[{\"snapshot\":0}],\"snapshots\":["
        + snapshotOf({"$(reboot)", "a b", "a;b", "`x`", "--help", "a\\nb", "", "fine"}) + "]}");
    QCOMPARE(lastTools(m_folder.path(), u"notes"_s), QStringList(u"fine"_s));
}

void TestLastTools::knowsNothingWithoutAFile()
{
    const QTemporaryDir empty;
    QCOMPARE(lastTools(empty.path(), u"notes"_s), QStringList());
}

void TestLastTools::knowsNothingOfABrokenOrLargeFile()
{
    write("{\"starts\":[{\"snapshot\":7}],\"snapshots\":[" + snapshotOf({"a"}) + "]}");
    QCOMPARE(lastTools(m_folder.path(), u"notes"_s), QStringList());
    write("{\"starts\":[{");
    QCOMPARE(lastTools(m_folder.path(), u"notes"_s), QStringList());
    const QByteArray whole =
        "{\"starts\":[{\"snapshot\":0}],\"snapshots\":[" + snapshotOf({"a"}) + "]}";
    write(whole + QByteArray(sonde::cli::kMaxStartsFile - whole.size(), ' '));
    QCOMPARE(lastTools(m_folder.path(), u"notes"_s), QStringList(u"a"_s));
    write(whole + QByteArray(sonde::cli::kMaxStartsFile, ' '));
    QCOMPARE(lastTools(m_folder.path(), u"notes"_s), QStringList());
}

QTEST_GUILESS_MAIN(TestLastTools)
#include "tst_lasttools.moc"
