// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/descriptors.h"
#include "platform/polling.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <unistd.h>

using namespace sonde;
using namespace std::chrono_literals;

// A wait for descriptors, also for those that select() cannot have, and for signals.
class TestPolling : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void seesWhatIsReady_data() { numbers(); }
    void seesWhatIsReady();
    void endsWithTheTimeout_data() { numbers(); }
    void endsWithTheTimeout();
    void aBlockedSignalEndsTheWait_data() { numbers(); }
    void aBlockedSignalEndsTheWait();

private:
    static void numbers()
    {
        QTest::addColumn<int>("least");
        QTest::newRow("a small number") << 3;
        QTest::newRow("a large number") << FD_SETSIZE + 100;
    }

    int m_read = -1;
    int m_write = -1;
};

namespace {

volatile std::sig_atomic_t arrived = 0;

} // namespace

void TestPolling::initTestCase()
{
    rlimit limit{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &limit), 0);
    const rlim_t needed = FD_SETSIZE + 200;
    if (limit.rlim_cur < needed) {
        limit.rlim_cur = std::min(needed, limit.rlim_max);
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &limit), 0);
    }
    struct sigaction action { };
    action.sa_handler = [](int) { arrived = 1; };
    QCOMPARE(::sigaction(SIGUSR1, &action, nullptr), 0);
    sigset_t blocked;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    QCOMPARE(::pthread_sigmask(SIG_BLOCK, &blocked, nullptr), 0);
}

void TestPolling::init()
{
    QFETCH(int, least);
    int ends[2];
    QVERIFY(platform::openPipe(ends));
    m_read = ::fcntl(ends[0], F_DUPFD_CLOEXEC, least);
    if (m_read < 0 && errno == EINVAL)
        QSKIP("so many descriptors are not allowed here");
    QVERIFY(m_read >= least);
    ::close(ends[0]);
    m_write = ends[1];
    arrived = 0;
}

void TestPolling::cleanup()
{
    ::close(m_read);
    ::close(m_write);
}

void TestPolling::seesWhatIsReady()
{
    QCOMPARE(::write(m_write, "x", 1), ssize_t(1));
    std::array entries{pollfd{m_read, POLLIN, 0}, pollfd{-1, POLLIN, 0}};
    QCOMPARE(platform::pollWithSignals(entries, std::nullopt), 1);
    QVERIFY(entries[0].revents & POLLIN);
    QCOMPARE(int(entries[1].revents), 0);
}

// Before, it may say that a signal may have arrived.
void TestPolling::endsWithTheTimeout()
{
    std::array entries{pollfd{m_read, POLLIN, 0}};
    QCOMPARE(platform::pollWithSignals(entries, 0ms), 0);
    QCOMPARE(platform::pollWithSignals(entries, 1ms), 0);
    QCOMPARE(int(entries[0].revents), 0);
}

void TestPolling::aBlockedSignalEndsTheWait()
{
    QCOMPARE(::raise(SIGUSR1), 0);
    QCOMPARE(int(arrived), 0);
    std::array entries{pollfd{m_read, POLLIN, 0}};
    const int ready = platform::pollWithSignals(entries, std::nullopt);
    const int failure = errno;
    QCOMPARE(ready, -1);
    QCOMPARE(failure, EINTR);
    QCOMPARE(int(arrived), 1);
}

QTEST_GUILESS_MAIN(TestPolling)
#include "tst_polling.moc"
