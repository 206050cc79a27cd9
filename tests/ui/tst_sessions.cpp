// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/sessions/sessions.h"
#include "app/window/actions.h"
#include "app/workspace/sessionfolder.h"
#include "look/controls/inlinemessage.h"
#include "models/trace/tracetext.h"
#include "support/openedwindow.h"
#include "support/tracefeed.h"
#include "trace/file/sessioncopy.h"
#include "trace/record/iserror.h"
#include "widgets/findings/specificationwindow.h"
#include "widgets/kit/frame/helpwindow.h"
#include "widgets/timeaxis/timeaxispanel.h"
#include "widgets/trace/exportdialog.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/sessionwindow.h"
#include "widgets/trace/statisticswindow.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"
#include "widgets/trace/traceworkbench.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QMenu>
#include <QPointer>
#include <QProcess>
#include <QProgressBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <condition_variable>
#include <csignal>
#include <future>
#include <memory>
#include <mutex>

#include <sys/resource.h>

using namespace sonde;
using namespace Qt::StringLiterals;

class SessionsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void opensAFileBesideTheRecording();
    void showsStatisticsAndTimeAxisOfAFile();
    void saysThatAnotherProgramStillRecords();
    void refusesAFileThatIsNoSession();
    void showsHowFarAnOpeningIsAndCancelsIt();
    void imports();
    void keepsTheNameOfAnImportedFile();
    void offersRecentSessions();
    void opensAMessageUnderTheList();
    void closesSecondaryWindowsByKey_data();
    void closesSecondaryWindowsByKey();
    void copiesASessionWhileItIsRecorded();
    void replacesOnlyByAWholeCopy();
    void findsWhatAnUnexpectedEndLeft();
    void offersWhatAnUnexpectedEndLeft();
    void removesWhatIsTooOld();
    void exportsWithoutSecrets();
    void opensTheSpecificationBesideAFile();
    void saysThatNothingMoreIsWritten();

private:
    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    static void record(const QString &file, int messages = 3);
    // Null when it was refused, or took too long.
    static widgets::SessionWindow *openedBy(tests::Opened &opened, const QString &file);
    // A lock whose program is gone.
    static void abandon(const QString &file, const QByteArray &program = {});

    std::unique_ptr<QTemporaryDir> m_folder;
};

void SessionsTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

void SessionsTest::record(const QString &file, int messages)
{
    trace::Recorder recorder;
    QVERIFY(recorder.open(file).ok());
    tests::TraceFeed feed(recorder);
    for (int i = 0; i < messages; ++i)
        feed.sent("{\"jsonrpc\":\"2.0\",\"id\":" + std::to_string(i)
            + ",\"method\":\"ping\",\"params\":{\"token\":\"abc\"}}");
    QVERIFY(recorder.flush().ok());
}

widgets::SessionWindow *SessionsTest::openedBy(tests::Opened &opened, const QString &file)
{
    auto &sessions = opened.window.sessions();
    widgets::SessionWindow *window = nullptr;
    const auto connection = connect(&sessions, &app::Sessions::opened, &sessions,
        [&window](widgets::SessionWindow *shown) { window = shown; });
    const QSignalSpy warned(&sessions, &app::Sessions::warned);
    sessions.open(file);
    (void)QTest::qWaitFor([&] { return window || !warned.isEmpty(); }, kPatienceMs);
    disconnect(connection);
    return window;
}

void SessionsTest::abandon(const QString &file, const QByteArray &program)
{
    QProcess gone;
    gone.start(u"true"_s, {});
    QVERIFY(gone.waitForFinished());
    QLockFile shape(file + u".shape.lock"_s);
    QVERIFY(shape.tryLock());
    QFile form(file + u".shape.lock"_s);
    QVERIFY(form.open(QIODevice::ReadOnly));
    QByteArrayList lines = form.readAll().split('\n');
    lines[0] = "99999999"; // no process has this number
    if (!program.isEmpty())
        lines[1] = program;
    QFile lock(file + u".lock"_s);
    QVERIFY(lock.open(QIODevice::WriteOnly));
    lock.write(lines.join('\n'));
}

void SessionsTest::opensAFileBesideTheRecording()
{
    record(path("a.sonde"));
    tests::Opened opened(path("settings"));
    QPointer<widgets::SessionWindow> window = openedBy(opened, path("a.sonde"));
    QVERIFY(window);
    QVERIFY(window->isVisible());
    QTRY_COMPARE(window->trace().document().model().rowCount(), 3);
    // Nothing comes any more, so nothing is waited for; but nothing failed either.
    const auto &open = window->trace().document().model().record(0);
    QCOMPARE(open.state, trace::State::OpenAtEnd);
    QVERIFY(!trace::isError(open));
    QCOMPARE(models::statusText(open), QStringLiteral("open at the end"));
    QCOMPARE(opened.window.trace().document().model().rowCount(), 0);
    window->close();
    QTRY_VERIFY(!window);
}

void SessionsTest::showsStatisticsAndTimeAxisOfAFile()
{
    record(path("seen.sonde"));
    tests::Opened opened(path("settings"));
    QPointer<widgets::SessionWindow> window = openedBy(opened, path("seen.sonde"));
    QVERIFY(window);
    QTRY_COMPARE(window->trace().document().model().rowCount(), 3);
    QVERIFY(!window->findChild<widgets::TimeAxisPanel *>()); // made when it is asked for
    auto *shows = window->findChild<QAction *>(u"sessionAxis"_s);
    QVERIFY(shows);
    shows->trigger();
    auto *axis = window->findChild<widgets::TimeAxisPanel *>();
    QVERIFY(axis && axis->isVisible());
    axis->view().setCurrent(1);
    QCOMPARE(axis->view().current(), 1U);
    shows->trigger();
    QVERIFY(!axis->isVisible());
    window->findChild<QAction *>(u"sessionStatistics"_s)->trigger();
    auto *statistics = window->findChild<widgets::StatisticsWindow *>();
    QVERIFY(statistics);
    QTRY_VERIFY(statistics->isCounted());
    window->close();
    QTRY_VERIFY(!window);
}

void SessionsTest::saysThatAnotherProgramStillRecords()
{
    record(path("running.sonde"));
    record(path("ended.sonde"));
    const auto running = app::SessionFolder::lock(path("running.sonde"));
    QVERIFY(running->isLocked());
    tests::Opened opened(path("settings"));
    const QSignalSpy said(&opened.window.sessions(), &app::Sessions::said);
    QVERIFY(openedBy(opened, path("ended.sonde")));
    QVERIFY(said.isEmpty());
    QVERIFY(openedBy(opened, path("running.sonde")));
    QCOMPARE(said.count(), 1);
    QVERIFY(said.front().front().toString().startsWith(u"running.sonde is still being recorded"_s));
    QVERIFY(QFile::exists(path("running.sonde.lock")));
    QVERIFY(!QFile::exists(path("ended.sonde.lock")));
}

void SessionsTest::refusesAFileThatIsNoSession()
{
    QFile file(path("b.sonde"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("SQLite format 3, or so one says");
    file.close();
    tests::Opened opened(path("settings"));
    QSignalSpy warned(&opened.window.sessions(), &app::Sessions::warned);
    opened.window.sessions().open(path("b.sonde"));
    QTRY_COMPARE(warned.size(), 1);
    opened.window.sessions().open(path("none.sonde"));
    QTRY_COMPARE(warned.size(), 2);
    QVERIFY(warned[1].constFirst().toString().contains(u"the file does not exist"_s));
    QVERIFY(opened.window.findChildren<widgets::SessionWindow *>().isEmpty());
}

void SessionsTest::showsHowFarAnOpeningIsAndCancelsIt()
{
    QWidget window;
    std::promise<void> stopped;
    bool isCancelled = false;
    {
        // It opens for ever, unless it is stopped.
        auto *opening = new app::SessionOpening(
            u"a.sonde"_s,
            [&stopped](const trace::OpenWatch &watch) -> Result<app::SessionOpening::Store> {
                watch.progress(1, 2);
                std::mutex mutex;
                std::unique_lock lock(mutex);
                std::condition_variable_any ended;
                ended.wait(lock, watch.stop, [] { return false; });
                stopped.set_value();
                return Error{.domain = Domain::Cancelled};
            },
            &window);
        connect(opening, &app::SessionOpening::cancelled, this, [&] { isCancelled = true; });
        QTRY_VERIFY(opening->isProgressVisible());
        auto *progress = window.findChild<QProgressBar *>();
        QVERIFY(progress);
        QTRY_COMPARE(progress->value() * 2, progress->maximum());
        opening->cancel();
        QVERIFY(!opening->isProgressVisible());
    }
    QVERIFY(isCancelled);
    stopped.get_future().wait();
}

void SessionsTest::imports()
{
    QFile file(path("a.jsonl"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"sonde\":\"trace\",\"version\":1}\n"
               "{\"stream\":1,\"server\":\"demo\",\"connection\":1,\"channel\":\"sent\"}\n"
               "{\"number\":7,\"steady\":1,\"wall\":1,\"stream\":1,\"offset\":0,"
               "\"kind\":\"notification\",\"state\":\"none\",\"method\":\"a\","
               "\"message\":{\"jsonrpc\":\"2.0\",\"method\":\"a\"}}\n");
    file.close();
    tests::Opened opened(path("settings"));
    auto *window = openedBy(opened, path("a.jsonl"));
    QVERIFY(window);
    QTRY_COMPARE(window->trace().proxy().rowCount(), 1);
}

void SessionsTest::keepsTheNameOfAnImportedFile()
{
    const auto write = [this](const char *name) {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"sonde\":\"trace\",\"version\":1}\n");
    };
    write("before the fix.jsonl");
    tests::Opened opened(path("settings"));
    for (const auto &expected : {u"before the fix.sonde"_s, u"before the fix-2.sonde"_s}) {
        auto *window = openedBy(opened, path("before the fix.jsonl"));
        QVERIFY(window);
        QCOMPARE(QFileInfo(window->store().path()).fileName(), expected);
        QVERIFY(window->windowTitle().contains(expected));
    }
}

// The files that were opened, then other recordings; never what SQLite keeps beside them.
void SessionsTest::offersRecentSessions()
{
    record(path("elsewhere.sonde"));
    tests::Opened opened(path("settings"));
    const QString folder = app::sessionsFolder(path("settings"));
    QVERIFY(QDir().mkpath(folder));
    record(folder + u"/2026-01-01-1200.sonde"_s);
    QVERIFY(QFile::copy(path("elsewhere.sonde"), folder + u"/2026-01-01-1200.sonde-shm"_s)
        || QFile::exists(folder + u"/2026-01-01-1200.sonde-shm"_s));
    QVERIFY(openedBy(opened, path("elsewhere.sonde")));
    QMenu *menu = opened.window.actions().recentMenu;
    QStringList names;
    for (int i = 0; i < 2; ++i) {
        Q_EMIT menu->aboutToShow();
        names.clear();
        for (const QAction *entry : menu->actions())
            names += entry->text();
        QCOMPARE(names, QStringList({u"elsewhere.sonde"_s, {}, u"2026-01-01-1200.sonde"_s}));
    }
    QSignalSpy again(&opened.window.sessions(), &app::Sessions::opened);
    menu->actions().constLast()->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(again.size(), 1, kPatienceMs);
}

// An empty message takes no room; Escape closes the message first, then the window.
void SessionsTest::opensAMessageUnderTheList()
{
    record(path("a.sonde"));
    tests::Opened opened(path("settings"));
    const QPointer<widgets::SessionWindow> window(openedBy(opened, path("a.sonde")));
    QVERIFY(window);
    QTRY_VERIFY(window->trace().proxy().rowCount() > 0);
    auto *detail = window->findChild<widgets::MessageDetail *>();
    QVERIFY(detail && !detail->isVisible());
    auto &list = window->trace().view();
    list.setCurrentIndex(list.model()->index(0, 0));
    QTest::keyClick(&list, Qt::Key_Return);
    QVERIFY(detail->isVisible());
    QTRY_VERIFY2(
        detail->height() > window->height() / 5, qPrintable(QString::number(detail->height())));
    QTest::keyClick(&list, Qt::Key_Escape);
    QVERIFY(!detail->isVisible());
    QTest::keyClick(&list, Qt::Key_Escape);
    QTRY_VERIFY(!window);
}

void SessionsTest::closesSecondaryWindowsByKey_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("modifier");
    QTest::newRow("Escape") << int(Qt::Key_Escape) << int(Qt::NoModifier);
    QTest::newRow("Ctrl+W") << int(Qt::Key_W) << int(Qt::ControlModifier);
}

void SessionsTest::closesSecondaryWindowsByKey()
{
    QFETCH(int, key);
    QFETCH(int, modifier);
    record(path("a.sonde"));
    tests::Opened opened(path("settings"));
    auto *session = openedBy(opened, path("a.sonde"));
    QVERIFY(session);
    auto *help = widgets::HelpWindow::open({u"start"_s, {}}, &opened.window);
    for (QWidget *window : {static_cast<QWidget *>(help), static_cast<QWidget *>(session)}) {
        window->activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), window);
        const QPointer<QWidget> watched(window);
        QVERIFY(window->focusWidget());
        QTest::keyClick(window->focusWidget(), Qt::Key(key), Qt::KeyboardModifiers(modifier));
        QTRY_VERIFY(!watched || !watched->isVisible());
    }
}

void SessionsTest::copiesASessionWhileItIsRecorded()
{
    trace::Recorder recorder;
    QVERIFY(recorder.open(path("live.sonde")).ok());
    tests::TraceFeed feed(recorder);
    feed.sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    QVERIFY(recorder.flush().ok());
    const auto copied = trace::copySession(path("live.sonde"), path("copy.sonde"));
    QVERIFY2(copied.ok(), qPrintable(copied.ok() ? QString() : copied.error().sentence));
    feed.sent("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
    QVERIFY(recorder.flush().ok());
    const auto reader = trace::SessionReader::open(path("copy.sonde"));
    QVERIFY(reader.ok());
    QCOMPARE((*reader)->messageCount(), std::uint64_t(1));
    QVERIFY(!QFile::exists(path("copy.sonde-wal")));
}

void SessionsTest::replacesOnlyByAWholeCopy()
{
    record(path("a.sonde"));
    QFile other(path("other.sonde"));
    QVERIFY(other.open(QIODevice::WriteOnly));
    other.write("mine");
    other.close();
    QVERIFY(!trace::copySession(path("none.sonde"), path("other.sonde")).ok());
    QVERIFY(!trace::copySession(path("a.sonde"), path("a.sonde")).ok());
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!trace::copySession(path("a.sonde"), path("other.sonde"), stop.get_token()).ok());
    QVERIFY(other.open(QIODevice::ReadOnly));
    QCOMPARE(other.readAll(), QByteArray("mine"));
    other.close();
    QVERIFY(trace::copySession(path("a.sonde"), path("other.sonde")).ok());
    QVERIFY(trace::SessionReader::open(path("other.sonde")).ok());
    QCOMPARE(QDir(m_folder->path()).entryList({u"other*"_s}, QDir::Files).size(), qsizetype(1));
}

void SessionsTest::findsWhatAnUnexpectedEndLeft()
{
    for (const char *name : {"crashed.sonde", "fine.sonde", "running.sonde", "tapped.sonde"})
        record(path(name));
    abandon(path("crashed.sonde"));
    abandon(path("tapped.sonde"), "sonde-cli"); // killed by its host, as usual
    abandon(path("gone.sonde")); // nothing was recorded
    const auto running = app::SessionFolder::lock(path("running.sonde"));
    const app::SessionFolder folder(m_folder->path());
    QCOMPARE(folder.takeUnfinished(), QStringList(path("crashed.sonde")));
    QCOMPARE(folder.takeUnfinished(), QStringList()); // told once
}

void SessionsTest::offersWhatAnUnexpectedEndLeft()
{
    const QString folder = path("settings") + u"/sessions"_s;
    QVERIFY(QDir().mkpath(folder));
    record(folder + u"/crashed.sonde"_s);
    abandon(folder + u"/crashed.sonde"_s);
    tests::Opened opened(path("settings"));
    opened.window.sessions().lookIntoFolder();
    look::InlineMessage *message = nullptr;
    for (auto *each : opened.window.findChildren<look::InlineMessage *>()) {
        if (each->isVisible() && each->sentence().contains(u"ended unexpectedly"_s))
            message = each;
    }
    QVERIFY(message);
    QVERIFY(message->sentence().contains(u"crashed.sonde"_s));
    Q_EMIT message->buttonClicked();
    QVERIFY(!message->isVisible());
    QTRY_COMPARE(opened.window.findChildren<widgets::SessionWindow *>().size(), qsizetype(1));
    const auto windows = opened.window.findChildren<widgets::SessionWindow *>();
    QTRY_COMPARE(windows.first()->trace().document().model().rowCount(), 3);
}

void SessionsTest::removesWhatIsTooOld()
{
    const QDateTime now(QDate(2026, 11, 20), QTime(12, 0));
    const auto put = [&](const char *name, int daysAgo) {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(1000, 'x'));
        file.flush();
        QVERIFY(file.setFileTime(now.addDays(-daysAgo), QFileDevice::FileModificationTime));
    };
    put("new.sonde", 0);
    put("week.sonde", 7);
    put("spared.sonde", 40);
    put("old.sonde", 41);
    put("old.sonde-wal", 41);
    put("notes.txt", 400);
    const app::SessionFolder folder(m_folder->path());
    QCOMPARE(folder.prune(now, 30, 1'000'000, {path("spared.sonde")}), 1);
    QVERIFY(!QFile::exists(path("old.sonde")) && !QFile::exists(path("old.sonde-wal")));
    QCOMPARE(folder.prune(now, 30, 1500, {}), 2);
    QVERIFY(QFile::exists(path("new.sonde")) && QFile::exists(path("notes.txt")));
    const auto lock = app::SessionFolder::lock(path("new.sonde"));
    QCOMPARE(folder.prune(now, 30, 0, {}), 0);
}

void SessionsTest::exportsWithoutSecrets()
{
    record(path("a.sonde"));
    tests::Opened opened(path("settings"));
    auto *window = openedBy(opened, path("a.sonde"));
    QVERIFY(window);
    QTRY_COMPARE(window->trace().proxy().rowCount(), 3);
    auto *dialog = window->trace().openExport();
    QSignalSpy written(dialog, &widgets::ExportDialog::written);
    dialog->exportTo(path("out.jsonl"));
    QTRY_COMPARE(written.size(), 1);
    QFile file(path("out.jsonl"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QCOMPARE(text.count("\"token\":\"***\""), qsizetype(3));
    QVERIFY(!text.contains("abc"));
}

void SessionsTest::opensTheSpecificationBesideAFile()
{
    record(path("a.sonde"));
    tests::Opened opened(path("settings"));
    const QPointer<widgets::SessionWindow> window(openedBy(opened, path("a.sonde")));
    QVERIFY(window);
    findings::Subject subject;
    subject.method = "ping";
    Q_EMIT window->detail().specificationRequested(subject, QStringLiteral("demo"));
    QVERIFY(window->findChild<widgets::SpecificationWindow *>());
    window->workbench().showStatistics();
    window->close(); // with the windows that were opened from it
    QTRY_VERIFY(!window);
}

void SessionsTest::saysThatNothingMoreIsWritten()
{
    tests::Opened opened(path("settings"));
    opened.connectTo(tests::demo());
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(u"demo"_s), mcp::ClientState::Ready, kPatienceMs);
    // As on a full disk, no file grows any more.
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit full{1, before.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &full), 0);
    const auto grown = qScopeGuard([&before] { ::setrlimit(RLIMIT_FSIZE, &before); });
    const auto isSaid = [&] {
        opened.workspace.client(u"demo"_s)->notify(u"notifications/test"_s, {});
        for (const auto *message : opened.window.findChildren<look::InlineMessage *>()) {
            if (message->sentence().startsWith(u"Sonde no longer writes to the session file"_s))
                return true;
        }
        return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isSaid(), kPatienceMs);
}

QTEST_MAIN(SessionsTest)
#include "tst_sessions.moc"
