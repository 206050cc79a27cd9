// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/patience.h"
#include "watch/changewatch.h"
#include "watch/watchedpaths.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSaveFile>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace sonde;
using watch::ChangeWatch;

// That a save is noticed once, however an editor saves.
class TestChangeWatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aSaveIsOneChange_data();
    void aSaveIsOneChange();
    void aSaveWithinOneStepOfTheClockIsAChange();
    void aCheckoutOfThousandsIsOneChange();
    void waitsForGit_data();
    void waitsForGit();
    void whatIsNoSourceIsNoChange_data();
    void whatIsNoSourceIsNoChange();
    void readsWhatTheRepositoryAboveIgnores();
    void watchesFoldersThatComeLater();
    void watchesFilesAndGlobs();
    void leavesOutWhatItIsTold();
    void settlesWithoutAChange();
    void watchesAFolderThatIsMadeAgain();
    void saysWhatItCannotWatch();
    void nothingIsSaidAfterTheStop();
    void proposesTheProject_data();
    void proposesTheProject();
    void proposesTheProjectThatIsRun_data();
    void proposesTheProjectThatIsRun();

private:
    QString path(const QString &name) const { return m_folder->filePath(name); }
    void write(const QString &name, const QByteArray &text) const;
    bool start(const QStringList &paths = {QStringLiteral(".")});
    QStringList nextChange(QSignalSpy &changed) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ChangeWatch> m_watch;
};

namespace {

// Short: the tests wait for it, and for nothing else.
constexpr std::chrono::milliseconds kShortQuiet{100};

bool hasGit()
{
    return !QStandardPaths::findExecutable(QStringLiteral("git")).isEmpty();
}

} // namespace

void TestChangeWatch::init()
{
    m_watch.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("src/deep")));
    write(QStringLiteral("src/tools.ts"), "before");
}

void TestChangeWatch::write(const QString &name, const QByteArray &text) const
{
    QFile file(path(name));
    QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(name));
    QCOMPARE(file.write(text), text.size());
}

bool TestChangeWatch::start(const QStringList &paths)
{
    m_watch = std::make_unique<ChangeWatch>();
    QSignalSpy ready(m_watch.get(), &ChangeWatch::ready);
    m_watch->start(m_folder->path(), paths, kShortQuiet);
    return ready.wait(kPatienceMs);
}

// The files of the next change. Empty: there was none.
QStringList TestChangeWatch::nextChange(QSignalSpy &changed) const
{
    const auto count = changed.count();
    if (!QTest::qWaitFor([&] { return changed.count() > count; }, kLongPatienceMs))
        return {};
    return changed.last().first().toStringList();
}

void TestChangeWatch::aSaveIsOneChange_data()
{
    using Save = std::function<void(const QString &)>;
    QTest::addColumn<Save>("save"); // of the file with that path
    const auto row = [](const char *name, const Save &save) { QTest::newRow(name) << save; };
    const auto put = [](const QString &file, const QByteArray &text) {
        QFile written(file);
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write(text);
    };
    row("in place, as VS Code does", [put](const QString &file) { put(file, "after it"); });
    row("in place, in pieces", [](const QString &file) {
        QFile written(file);
        QVERIFY(written.open(QIODevice::WriteOnly));
        for (int i = 0; i < 100; ++i) {
            written.write("a line\n");
            written.flush();
        }
    });
    row("appended", [](const QString &file) {
        QFile written(file);
        QVERIFY(written.open(QIODevice::Append));
        written.write("more");
    });
    row("renamed over, as Kate does", [](const QString &file) {
        QSaveFile written(file);
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write("after it");
        QVERIFY(written.commit());
    });
    row("through a hidden file, as GEdit does", [put](const QString &file) {
        const QString other = file.section(u'/', 0, -2) + QStringLiteral("/.goutputstream-X1");
        put(other, "after it");
        QCOMPARE(::rename(qPrintable(other), qPrintable(file)), 0);
    });
    row("with a probe and a backup, as vim does", [put](const QString &file) {
        const QString folder = file.section(u'/', 0, -2);
        put(folder + QStringLiteral("/.tools.ts.swp"), "swap");
        put(folder + QStringLiteral("/4913"), "");
        QVERIFY(QFile::remove(folder + QStringLiteral("/4913")));
        QVERIFY(QFile::rename(file, file + u'~'));
        put(file, "after it");
        QVERIFY(QFile::remove(file + u'~'));
        QVERIFY(QFile::remove(folder + QStringLiteral("/.tools.ts.swp")));
    });
    row("with a lock and a backup that stays, as Emacs does", [put](const QString &file) {
        const QString folder = file.section(u'/', 0, -2);
        QVERIFY(QFile::link(QStringLiteral("me@host.1"), folder + QStringLiteral("/.#tools.ts")));
        put(folder + QStringLiteral("/#tools.ts#"), "autosave");
        QVERIFY(QFile::rename(file, file + u'~'));
        put(file, "after it");
        QVERIFY(QFile::remove(folder + QStringLiteral("/#tools.ts#")));
        QVERIFY(QFile::remove(folder + QStringLiteral("/.#tools.ts")));
    });
    row("through two files, as the editors of JetBrains do", [put](const QString &file) {
        put(file + QStringLiteral("___jb_tmp___"), "after it");
        QVERIFY(QFile::rename(file, file + QStringLiteral("___jb_old___")));
        QVERIFY(QFile::rename(file + QStringLiteral("___jb_tmp___"), file));
        QVERIFY(QFile::remove(file + QStringLiteral("___jb_old___")));
    });
    row("by sed -i", [](const QString &file) {
        QCOMPARE(QProcess::execute(QStringLiteral("sed"),
                     {QStringLiteral("-i"), QStringLiteral("s/before/after it/"), file}),
            0);
    });
    row("by the shell", [](const QString &file) {
        QCOMPARE(QProcess::execute(QStringLiteral("sh"),
                     {QStringLiteral("-c"), QStringLiteral("echo after > \"$0\""), file}),
            0);
    });
    row("deleted", [](const QString &file) { QVERIFY(QFile::remove(file)); });
}

void TestChangeWatch::aSaveIsOneChange()
{
    QFETCH(std::function<void(const QString &)>, save);
    QVERIFY(start());
    QSignalSpy changed(m_watch.get(), &ChangeWatch::changed);
    save(path(QStringLiteral("src/tools.ts")));
    QCOMPARE(nextChange(changed), QStringList("src/tools.ts"));
    // If a second change was still to come, it would come with this one.
    write(QStringLiteral("src/other.ts"), "x");
    QCOMPARE(nextChange(changed), QStringList("src/other.ts"));
    QCOMPARE(changed.count(), 2);
}

// As many bytes as before, in the same file, with the same time. A time that is not over yet stands
// for a step of the clock in which all of it happens.
void TestChangeWatch::aSaveWithinOneStepOfTheClockIsAChange()
{
    const QDateTime step = QDateTime::currentDateTime().addSecs(3600);
    const auto save = [&](const QByteArray &text) {
        QFile file(path(QStringLiteral("src/tools.ts")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
        QVERIFY(file.flush());
        QVERIFY(file.setFileTime(step, QFileDevice::FileModificationTime));
    };
    save("before");
    QVERIFY(start());
    QSignalSpy changed(m_watch.get(), &ChangeWatch::changed);
    save("after!");
    QCOMPARE(nextChange(changed), QStringList("src/tools.ts"));
}

void TestChangeWatch::aCheckoutOfThousandsIsOneChange()
{
    if (!hasGit())
        QSKIP("git is not installed");
    constexpr int kFiles = 2000;
    const auto git = [this](const char *line) {
        QProcess process;
        process.setWorkingDirectory(m_folder->path());
        process.start(QStringLiteral("git"),
            QStringList{QStringLiteral("-c"), QStringLiteral("user.name=n"), QStringLiteral("-c"),
                QStringLiteral("user.email=e@example.org")}
                + QString::fromLatin1(line).split(u' '));
        return process.waitForFinished(kLongPatienceMs) && process.exitCode() == 0;
    };
    for (int i = 0; i < kFiles; ++i) {
        const QString folder = QStringLiteral("src/f%1").arg(i % 40);
        QVERIFY(QDir(m_folder->path()).mkpath(folder));
        write(folder + QStringLiteral("/m%1.ts").arg(i), "one");
    }
    QVERIFY(git("init -q"));
    QVERIFY(git("add -A"));
    QVERIFY(git("commit -qm one"));
    for (int i = 0; i < kFiles; ++i)
        write(QStringLiteral("src/f%1/m%2.ts").arg(i % 40).arg(i), "two of them");
    QVERIFY(git("commit -qam two"));
    QVERIFY(start());
    QCOMPARE(m_watch->fileCount(), std::size_t(kFiles + 1));
    QSignalSpy changed(m_watch.get(), &ChangeWatch::changed);
    QVERIFY(git("checkout -q HEAD~1"));
    QCOMPARE(nextChange(changed).size(), kFiles);
    write(QStringLiteral("src/other.ts"), "x");
    QCOMPARE(nextChange(changed), QStringList("src/other.ts"));
    QCOMPARE(changed.count(), 2);
}

void TestChangeWatch::waitsForGit_data()
{
    QTest::addColumn<QByteArray>("pointer"); // of src/.git; empty: there is none
    QTest::addColumn<QString>("repository"); // with the lock
    QTest::newRow("the repository") << QByteArray() << QStringLiteral("src/.git");
    QTest::newRow("one above") << QByteArray() << QStringLiteral(".git");
    QTest::newRow("a linked work tree")
        << QByteArray("gitdir: ../main/worktrees/src\n") << QStringLiteral("main/worktrees/src");
    QTest::newRow("a submodule") << QByteArray("gitdir: ../.git/modules/src\r\n")
                                 << QStringLiteral(".git/modules/src");
}

void TestChangeWatch::waitsForGit()
{
    QFETCH(QByteArray, pointer);
    QFETCH(QString, repository);
    QVERIFY(QDir(m_folder->path()).mkpath(repository));
    if (!pointer.isEmpty())
        write(QStringLiteral("src/.git"), pointer);
    QVERIFY(start({QStringLiteral("src")}));
    QSignalSpy changed(m_watch.get(), &ChangeWatch::changed);
    const QString lock = repository + QStringLiteral("/index.lock");
    write(lock, "");
    write(QStringLiteral("src/tools.ts"), "after it");
    // Longer than the quiet time: nothing is said while the lock is there.
    const QTemporaryDir elsewhere;
    ChangeWatch other;
    QSignalSpy otherChanged(&other, &ChangeWatch::changed);
    QSignalSpy ready(&other, &ChangeWatch::ready);
    other.start(elsewhere.path(), {QStringLiteral(".")}, 3 * kShortQuiet);
    QVERIFY(ready.wait(kPatienceMs));
    QFile late(elsewhere.filePath(QStringLiteral("late.ts")));
    QVERIFY(late.open(QIODevice::WriteOnly));
    late.close();
    QVERIFY(otherChanged.wait(kPatienceMs));
    QCOMPARE(changed.count(), 0);
    QVERIFY(QFile::remove(path(lock)));
    QCOMPARE(nextChange(changed), QStringList("src/tools.ts"));
}

void TestChangeWatch::whatIsNoSourceIsNoChange_data()
{
    QTest::addColumn<QString>("file");
    for (const char *file : {"node_modules/a/index.js", "src/node_modules/b.js", ".venv/lib/x.py",
             "target/debug/x", "build/x.o", ".git/index", "src/__pycache__/m.pyc", "out/x",
             "src/x.log", "src/tools.ts~", "src/.tools.ts.swp"})
        QTest::newRow(file) << QString::fromLatin1(file);
}

void TestChangeWatch::whatIsNoSourceIsNoChange()
{
    QFETCH(QString, file);
    QVERIFY(QDir(m_folder->path()).mkpath(file.section(u'/', 0, -2)));
    write(QStringLiteral(".gitignore"), "/out\n*.log\n");
    QVERIFY(start());
    QSignalSpy changed(m_watch.get(), &ChangeWatch::changed);
    write(file, "noise");
    write(QStringLiteral("src/tools.ts"), "after it");
    QCOMPARE(nextChange(changed), QStringList("src/tools.ts"));
}

// Of a project that is a folder of its repository.
void TestChangeWatch::readsWhatTheRepositoryAboveIgnores()
{
    for (const char *folder : {".git", "src/gen", "src/deep/gen"})
        QVERIFY(QDir(m_folder->path()).mkpath(QString::fromLatin1(folder)));
    write(QStringLiteral(".gitignore"), "*.log\n/src/gen/\n*.keep\n");
    write(QStringLiteral("src/.gitignore"), "!x.keep\n");
    QVERIFY(start({QStringLiteral("src")}));
    QSignalSpy changed(m_watch.get(), &ChangeWatch::changed);
    for (const char *file : {"src/x.log", "src/gen/a.ts", "src/y.keep"})
        write(QString::fromLatin1(file), "noise");
    write(QStringLiteral("src/deep/gen/a.ts"), "1");
    write(QStringLiteral("src/x.keep"), "1");
    write(QStringLiteral("src/tools.ts"), "after it");
    QCOMPARE(nextChange(changed), QStringList({"src/deep/gen/a.ts", "src/tools.ts", "src/x.keep"}));
}

void TestChangeWatch::watchesFoldersThatComeLater()
{
    QVERIFY(start());
    QSignalSpy changed(m_watch.get(), &ChangeWatch::changed);
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("src/new/deeper")));
    write(QStringLiteral("src/new/deeper/a.ts"), "1");
    QCOMPARE(nextChange(changed), QStringList("src/new/deeper/a.ts"));
    write(QStringLiteral("src/new/deeper/a.ts"), "12");
    QCOMPARE(nextChange(changed), QStringList("src/new/deeper/a.ts"));
    QVERIFY(QDir(path(QStringLiteral("src/new"))).removeRecursively());
    QCOMPARE(nextChange(changed), QStringList("src/new/deeper/a.ts"));
}

void TestChangeWatch::watchesFilesAndGlobs()
{
    write(QStringLiteral("server.py"), "1");
    write(QStringLiteral("other.py"), "1");
    QVERIFY(start({QStringLiteral("server.py"), QStringLiteral("src/**/*.ts")}));
    QCOMPARE(m_watch->fileCount(), std::size_t(2));
    QSignalSpy changed(m_watch.get(), &ChangeWatch::changed);
    write(QStringLiteral("other.py"), "12");
    write(QStringLiteral("src/deep/a.js"), "1");
    write(QStringLiteral("src/deep/a.ts"), "1");
    QSaveFile saved(path(QStringLiteral("server.py")));
    QVERIFY(saved.open(QIODevice::WriteOnly));
    saved.write("12");
    QVERIFY(saved.commit());
    QCOMPARE(nextChange(changed), QStringList({"server.py", "src/deep/a.ts"}));
}

void TestChangeWatch::leavesOutWhatItIsTold()
{
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("src/gen")));
    write(QStringLiteral("src/gen/a.ts"), "1");
    write(QStringLiteral("src/server.log"), "1");
    QVERIFY(start({QStringLiteral("."), QStringLiteral("!*.log"), QStringLiteral("!src/gen/")}));
    QCOMPARE(m_watch->fileCount(), std::size_t(1));
    QSignalSpy changed(m_watch.get(), &ChangeWatch::changed);
    write(QStringLiteral("src/server.log"), "12");
    write(QStringLiteral("src/gen/a.ts"), "12");
    write(QStringLiteral("src/tools.ts"), "after it");
    QCOMPARE(nextChange(changed), QStringList("src/tools.ts"));
}

void TestChangeWatch::settlesWithoutAChange()
{
    QVERIFY(start());
    QSignalSpy changed(m_watch.get(), &ChangeWatch::changed);
    QSignalSpy settled(m_watch.get(), &ChangeWatch::settled);
    QVERIFY(m_watch->checkQuiet());
    // It comes and goes.
    write(QStringLiteral("src/new.ts"), "1");
    QVERIFY(QFile::remove(path(QStringLiteral("src/new.ts"))));
    QVERIFY(settled.wait(kPatienceMs));
    QVERIFY(m_watch->checkQuiet());
    QCOMPARE(changed.count(), 0);
}

// As builds do with the folder that they write.
void TestChangeWatch::watchesAFolderThatIsMadeAgain()
{
    QVERIFY(start({QStringLiteral("src")}));
    QSignalSpy changed(m_watch.get(), &ChangeWatch::changed);
    for (const char *text : {"made again", "and once more"}) {
        QVERIFY(QDir(path(QStringLiteral("src"))).removeRecursively());
        if (platform::FolderWatch::make()->reportNow())
            QVERIFY(!m_watch->checkQuiet());
        QVERIFY(QTest::qWaitFor([&] { return !m_watch->problem().isEmpty(); }, kPatienceMs));
        QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("src")));
        write(QStringLiteral("src/tools.ts"), text);
        QCOMPARE(nextChange(changed), QStringList("src/tools.ts"));
        QCOMPARE(m_watch->problem(), QString());
        const auto count = changed.count();
        write(QStringLiteral("src/tools.ts"), "after it");
        QVERIFY(changed.count() > count || changed.wait(kPatienceMs));
    }
}

void TestChangeWatch::saysWhatItCannotWatch()
{
    QVERIFY(start({QStringLiteral("nowhere/*.ts"), QStringLiteral("src")}));
    QVERIFY2(m_watch->problem().contains(u"nowhere"), qPrintable(m_watch->problem()));
    QCOMPARE(m_watch->fileCount(), std::size_t(1));

    for (std::size_t i = 0; i <= ChangeWatch::kMaxFolders; ++i)
        QVERIFY(QDir(path(QStringLiteral("src"))).mkdir(QString::number(i)));
    QVERIFY(start({QStringLiteral("src")}));
    QVERIFY2(m_watch->problem().contains(u"5000"), qPrintable(m_watch->problem()));
    // The others are watched.
    QSignalSpy changed(m_watch.get(), &ChangeWatch::changed);
    write(QStringLiteral("src/tools.ts"), "after it");
    QCOMPARE(nextChange(changed), QStringList("src/tools.ts"));
}

void TestChangeWatch::nothingIsSaidAfterTheStop()
{
    QVERIFY(start());
    QSignalSpy changed(m_watch.get(), &ChangeWatch::changed);
    write(QStringLiteral("src/tools.ts"), "after it");
    m_watch->stop();
    ChangeWatch other;
    QSignalSpy otherChanged(&other, &ChangeWatch::changed);
    QSignalSpy ready(&other, &ChangeWatch::ready);
    other.start(m_folder->path(), {QStringLiteral(".")}, 3 * kShortQuiet);
    QVERIFY(ready.wait(kPatienceMs));
    write(QStringLiteral("src/tools.ts"), "after all of it");
    QVERIFY(otherChanged.wait(kPatienceMs));
    QCOMPARE(changed.count(), 0);
}

void TestChangeWatch::proposesTheProject_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QStringList>("paths"); // relative to the folder
    const auto row = [](const char *command, const QStringList &paths) {
        QTest::newRow(command) << QString::fromLatin1(command).split(u' ') << paths;
    };
    row("node app/src/index.js", {"app"});
    row("python3 -u app/src/index.js --verbose", {"app"});
    row("uv run --directory app server", {"app"});
    row("app/src/index.js", {"app"});
    row("python3 alone/server.py", {"alone/server.py"});
    row("npx -y @scope/server", {});
    row("node app/node_modules/x/index.js", {});
    row("/usr/bin/env", {});
    row("node missing.js", {});
    row("node app/dist/index.js", {"app/dist"});
}

void TestChangeWatch::proposesTheProject()
{
    QFETCH(QStringList, command);
    QFETCH(QStringList, paths);
    for (const char *folder : {"app/src", "app/dist", "app/node_modules/x", "alone"})
        QVERIFY(QDir(m_folder->path()).mkpath(QString::fromLatin1(folder)));
    for (const char *file : {"app/package.json", "app/src/index.js", "app/dist/index.js",
             "app/node_modules/x/index.js", "alone/server.py"})
        write(QString::fromLatin1(file), "{}");
    for (QString &each : paths)
        each = path(each);
    QCOMPARE(watch::proposedPaths(command.first(), command.mid(1), m_folder->path()), paths);
    paths.replaceInStrings(QStringLiteral("/dist"), QString());
    QCOMPARE(watch::proposedPaths(command.first(), command.mid(1), m_folder->path(), true), paths);
}

void TestChangeWatch::proposesTheProjectThatIsRun_data()
{
    QTest::addColumn<bool>("isRun");
    const auto row = [](const char *command, bool isRun) { QTest::newRow(command) << isRun; };
    row("npm start", true);
    row("/usr/bin/npm --silent run server", true);
    row("uv run weather-server", true);
    row("python3 -m weather.server", true);
    row("cargo run --release", true);
    row("npm install", false);
    row("npx -y weather-server", false);
    row("weather-server run", false);
}

// No word of the command line is a file of it: it is the working directory.
void TestChangeWatch::proposesTheProjectThatIsRun()
{
    QFETCH(const bool, isRun);
    const QStringList command = QString::fromLatin1(QTest::currentDataTag()).split(u' ');
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("app/src")));
    write(QStringLiteral("app/package.json"), "{}");
    const auto proposed = [&command, this](const QString &folder) {
        return watch::proposedPaths(command.first(), command.mid(1), path(folder));
    };
    const QStringList app = isRun ? QStringList{path(QStringLiteral("app"))} : QStringList();
    QCOMPARE(proposed(QStringLiteral("app")), app);
    QCOMPARE(proposed(QStringLiteral("app/src")), QStringList()); // is not a project
}

QTEST_GUILESS_MAIN(TestChangeWatch)

#include "tst_changewatch.moc"
