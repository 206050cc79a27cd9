// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/backgroundjob.h"
#include "session/replay/serverreplay.h"
#include "support/patience.h"
#include "support/replayedsession.h"

#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <latch>
#include <memory>
#include <vector>

using namespace sonde;
using session::ServerReplay;
using State = ServerReplay::State;

// What the window's thread does of a replay, with a server that cannot be started.
class TestServerReplay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void connectsOnlyWhenTheRecordingIsPreparedOffTheWindowsThread();
    void isStoppedWhileTheRecordingIsPrepared();
    void isStartedAgainWhileTheRecordingIsPrepared();
    void cleanup();

private:
    void holdBackgroundJobs();
    void letThemGoOn();
    void startReplay() { m_replay->start(mcp::ClientConfig(), {}, {}); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ServerReplay> m_replay;
    std::unique_ptr<std::latch> m_held;
    std::vector<std::unique_ptr<BackgroundJob>> m_jobs;
};

void TestServerReplay::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    const QString file = m_folder->filePath(QStringLiteral("then.sonde"));
    QVERIFY(tests::recordWeather(file, "4.0"));
    m_replay = std::make_unique<ServerReplay>(file);
    QTRY_COMPARE(m_replay->state(), State::NotStarted);
}

void TestServerReplay::cleanup()
{
    letThemGoOn();
    m_replay.reset();
}

// No other work begins until then.
void TestServerReplay::holdBackgroundJobs()
{
    const int threads = std::max(2, QThread::idealThreadCount());
    m_held = std::make_unique<std::latch>(1);
    for (int i = 0; i < threads; ++i) {
        m_jobs.push_back(std::make_unique<BackgroundJob>(this, BackgroundJob::Ending::Join));
        m_jobs.back()->start<int>(
            [held = m_held.get()](const std::stop_token &) {
                held->wait();
                return 0;
            },
            [](int) {});
    }
}

void TestServerReplay::letThemGoOn()
{
    if (m_held)
        m_held->count_down();
    m_jobs.clear();
    m_held.reset();
}

// The server of this configuration fails as soon as it is started.
void TestServerReplay::connectsOnlyWhenTheRecordingIsPreparedOffTheWindowsThread()
{
    holdBackgroundJobs();
    startReplay();
    for (int i = 0; i < 100; ++i)
        QCoreApplication::processEvents();
    QCOMPARE(m_replay->state(), State::Running);
    letThemGoOn();
    QTRY_COMPARE(m_replay->state(), State::Failed);
    QVERIFY(!m_replay->problem().isEmpty());
}

void TestServerReplay::isStoppedWhileTheRecordingIsPrepared()
{
    holdBackgroundJobs();
    startReplay();
    m_replay->drop();
    QCOMPARE(m_replay->state(), State::Failed);
    const QString problem = m_replay->problem();
    QVERIFY(!problem.isEmpty());
    letThemGoOn();
    QCoreApplication::processEvents();
    QCOMPARE(m_replay->state(), State::Failed);
    QCOMPARE(m_replay->problem(), problem);
}

void TestServerReplay::isStartedAgainWhileTheRecordingIsPrepared()
{
    holdBackgroundJobs();
    startReplay();
    m_replay->cancel();
    const QString stopped = m_replay->problem();
    startReplay();
    QCOMPARE(m_replay->state(), State::Running);
    letThemGoOn();
    QTRY_COMPARE(m_replay->state(), State::Failed);
    QVERIFY(m_replay->problem() != stopped);
}

QTEST_GUILESS_MAIN(TestServerReplay)
#include "tst_serverreplay.moc"
