// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/recordingsink.h"
#include "support/watchedproject.h"

#include <QProcess>
#include <QSaveFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>
#include <functional>

using namespace sonde;
using tests::ProjectServer;
using tests::WatchedServer;

Q_DECLARE_METATYPE(std::function<void(const ProjectServer &)>)

// Real servers of real projects, whose files are saved as editors and tools save them: each time by
// the program itself, or with its system calls.
class TestSaveRestarts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void aSaveIsOneRestart_data();
    void aSaveIsOneRestart();
    void aCheckoutOfThousandsIsOneRestart();

private:
    void expectOneRestart(const QString &cause);

    std::unique_ptr<test::RecordingSink> m_traffic;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<WatchedServer> m_server;
};

namespace {

constexpr int kFiles = 2000; // of the checkout

bool run(const ProjectServer &project, const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.setWorkingDirectory(project.folder());
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(program, arguments);
    return process.waitForFinished(kLongPatienceMs) && process.exitStatus() == QProcess::NormalExit
        && process.exitCode() == 0;
}

bool git(const ProjectServer &project, const char *line)
{
    return run(project, QStringLiteral("git"),
        QStringList{QStringLiteral("-c"), QStringLiteral("user.name=n"), QStringLiteral("-c"),
            QStringLiteral("user.email=e@example.org"), QStringLiteral("-c"),
            QStringLiteral("gc.auto=0")}
            + QString::fromLatin1(line).split(u' '));
}

void renameOver(const QString &from, const QString &to)
{
    QCOMPARE(::rename(QFile::encodeName(from).constData(), QFile::encodeName(to).constData()), 0);
}

void saveWithVim(const ProjectServer &project, const QString &options)
{
    QVERIFY(run(project, QStringLiteral("vim.tiny"),
        {QStringLiteral("-u"), QStringLiteral("NONE"), QStringLiteral("-i"), QStringLiteral("NONE"),
            QStringLiteral("-es"), QStringLiteral("-c"),
            QStringLiteral("set directory=. backup backupskip= ") + options, QStringLiteral("-c"),
            QStringLiteral("%s/weather/alerts/"), QStringLiteral("-c"), QStringLiteral("wq"),
            ProjectServer::tools()}));
}

void writeFiles(const ProjectServer &project, const QByteArray &text)
{
    for (int i = 0; i < kFiles; ++i) {
        const QString folder = QStringLiteral("src/f%1").arg(i % 40);
        QVERIFY(QDir(project.folder()).mkpath(folder));
        project.write(folder + QStringLiteral("/m%1.ts").arg(i), text);
    }
}

} // namespace

void TestSaveRestarts::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_traffic = std::make_unique<test::RecordingSink>();
    m_server = std::make_unique<WatchedServer>(
        m_folder->filePath(QStringLiteral("a")), m_traffic.get(), SystemClock::instance());
}

void TestSaveRestarts::cleanup()
{
    m_server.reset();
}

void TestSaveRestarts::aSaveIsOneRestart_data()
{
    using Save = std::function<void(const ProjectServer &)>;
    QTest::addColumn<Save>("save");
    const auto row = [](const char *name, const Save &save) { QTest::newRow(name) << save; };
    row("in place", [](const ProjectServer &project) {
        project.write(ProjectServer::tools(), ProjectServer::kAlerts);
    });
    row("in pieces", [](const ProjectServer &project) {
        QFile file(project.path(ProjectServer::tools()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (const char *at = ProjectServer::kAlerts; *at != '\0'; ++at) {
            file.write(at, 1);
            file.flush();
        }
    });
    row("renamed over", [](const ProjectServer &project) {
        QSaveFile file(project.path(ProjectServer::tools()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(ProjectServer::kAlerts);
        QVERIFY(file.commit());
    });
    row("through a temporary file", [](const ProjectServer &project) {
        const QString other = QStringLiteral("src/.goutputstream-X1");
        project.write(other, ProjectServer::kAlerts);
        renameOver(project.path(other), project.path(ProjectServer::tools()));
    });
    row("with a lock link and a backup, as Emacs does", [](const ProjectServer &project) {
        const QString file = project.path(ProjectServer::tools());
        const QString lock = project.path(QStringLiteral("src/.#tools.json"));
        QVERIFY(QFile::link(QStringLiteral("me@host.1:2"), lock));
        project.write(QStringLiteral("src/#tools.json#"), "autosave");
        renameOver(file, file + u'~');
        project.write(ProjectServer::tools(), ProjectServer::kAlerts);
        project.remove(QStringLiteral("src/#tools.json#"));
        QVERIFY(QFile::remove(lock));
    });
    row("through two files, as the editors of JetBrains do", [](const ProjectServer &project) {
        const QString file = project.path(ProjectServer::tools());
        project.write(
            ProjectServer::tools() + QStringLiteral("___jb_tmp___"), ProjectServer::kAlerts);
        renameOver(file, file + QStringLiteral("___jb_old___"));
        renameOver(file + QStringLiteral("___jb_tmp___"), file);
        project.remove(ProjectServer::tools() + QStringLiteral("___jb_old___"));
    });
    row("by vim, which renames the backup", [](const ProjectServer &project) {
        saveWithVim(project, QStringLiteral("backupcopy=no"));
    });
    row("by vim, which copies the backup", [](const ProjectServer &project) {
        saveWithVim(project, QStringLiteral("backupcopy=yes"));
    });
    row("by sed -i", [](const ProjectServer &project) {
        QVERIFY(run(project, QStringLiteral("sed"),
            {QStringLiteral("-i"), QStringLiteral("s/weather/alerts/"), ProjectServer::tools()}));
    });
    row("by perl -i, which deletes the file first", [](const ProjectServer &project) {
        QVERIFY(run(project, QStringLiteral("perl"),
            {QStringLiteral("-i"), QStringLiteral("-pe"), QStringLiteral("s/weather/alerts/"),
                ProjectServer::tools()}));
    });
    row("several times", [](const ProjectServer &project) {
        for (int i = 0; i < 5; ++i)
            project.write(ProjectServer::tools(), ProjectServer::kAlerts);
    });
}

// The server is ready. What comes after the save is the next change, and nothing between.
void TestSaveRestarts::expectOneRestart(const QString &cause)
{
    QVERIFY(m_server->waitFor(1));
    QVERIFY(QTest::qWaitFor(
        [&] { return m_server->offered() == QStringLiteral("alerts"); }, kPatienceMs));
    m_server->project.write(QStringLiteral("src/other.sh"), "1");
    QVERIFY(m_server->waitFor(2));
    QCOMPARE(m_server->causes, QStringList({cause, QStringLiteral("src/other.sh")}));
}

void TestSaveRestarts::aSaveIsOneRestart()
{
    QFETCH(std::function<void(const ProjectServer &)>, save);
    QVERIFY(m_server->start());
    QVERIFY(QTest::qWaitFor(
        [&] { return m_server->offered() == QStringLiteral("weather"); }, kPatienceMs));
    save(m_server->project);
    expectOneRestart(ProjectServer::tools());
}

void TestSaveRestarts::aCheckoutOfThousandsIsOneRestart()
{
    const ProjectServer &project = m_server->project;
    writeFiles(project, "one");
    QVERIFY(git(project, "init -q"));
    QVERIFY(git(project, "add -A"));
    QVERIFY(git(project, "commit -qm one"));
    QVERIFY(git(project, "tag one"));
    writeFiles(project, "two of them");
    project.write(ProjectServer::tools(), ProjectServer::kAlerts);
    QVERIFY(git(project, "commit -qam two"));
    QVERIFY(git(project, "tag two"));
    QVERIFY(git(project, "checkout -q one"));
    QVERIFY(m_server->start());
    QVERIFY(QTest::qWaitFor(
        [&] { return m_server->offered() == QStringLiteral("weather"); }, kPatienceMs));
    QVERIFY(git(project, "checkout -q two"));
    expectOneRestart(QStringLiteral("src/f0/m0.ts and %1 more").arg(kFiles));
}

QTEST_GUILESS_MAIN(TestSaveRestarts)

#include "tst_saverestarts.moc"
