// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/relay/outlet.h"

#include "platform/descriptors.h"

#include <QTest>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

using namespace sonde;
using tap::Outlet;

// Writing never waits, whatever is at the other end, and changes nothing for who shares it.
class TestTapOutlet : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void neverWaits_data();
    void neverWaits();
    void aStoppedTerminalTakesNothing();
    void closesAllButWhatIsKept();
};

namespace {

// A terminal that a person could look at, and the end that the program has.
std::array<int, 2> terminal()
{
    const int master = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (master < 0 || ::grantpt(master) != 0 || ::unlockpt(master) != 0)
        return {-1, -1};
    return {master, ::open(::ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC)};
}

std::array<int, 2> pipeEnds()
{
    int ends[2] = {-1, -1};
    return platform::openPipe(ends) ? std::array{ends[0], ends[1]} : std::array{-1, -1};
}

} // namespace

void TestTapOutlet::neverWaits_data()
{
    QTest::addColumn<bool>("isTerminal");
    QTest::newRow("a pipe") << false;
    QTest::newRow("a terminal") << true;
}

// Nobody reads: with a write that waits, this would never end.
void TestTapOutlet::neverWaits()
{
    QFETCH(bool, isTerminal);
    const std::array<int, 2> ends = isTerminal ? terminal() : pipeEnds();
    QVERIFY(ends[1] >= 0);
    const int flags = ::fcntl(ends[1], F_GETFL);
    const int shared = ::dup(ends[1]);
    {
        const Outlet outlet(shared);
        const std::string block(3000, 'x');
        ssize_t written = 0;
        for (ssize_t size = 0; size >= 0; size = outlet.write(block))
            written += size;
        const int failure = errno;
        QVERIFY(failure == EAGAIN || failure == EWOULDBLOCK);
        QVERIFY(written > 0);
    }
    QCOMPARE(::fcntl(ends[1], F_GETFL), flags);
    for (const int end : ends)
        ::close(end);
}

void TestTapOutlet::aStoppedTerminalTakesNothing()
{
    const std::array<int, 2> ends = terminal();
    QVERIFY(ends[1] >= 0);
    const Outlet outlet(::dup(ends[1]));
    QCOMPARE(::tcflow(ends[1], TCOOFF), 0); // as Ctrl+S
    const ssize_t size = outlet.write("x");
    const int failure = errno;
    QCOMPARE(size, ssize_t(-1));
    QCOMPARE(failure, EAGAIN);
    QCOMPARE(::tcflow(ends[1], TCOON), 0);
    QCOMPARE(outlet.write("x"), ssize_t(1));
    for (const int end : ends)
        ::close(end);
}

// In a child, because this program needs its own.
void TestTapOutlet::closesAllButWhatIsKept()
{
    const std::array<int, 2> kept = pipeEnds();
    const std::array<int, 2> other = pipeEnds();
    const pid_t child = ::fork();
    if (child == 0) {
        std::array<int, 4> list{kept[1], -1, kept[0], kept[1]};
        platform::closeAllBut(list);
        const bool isRight = ::fcntl(kept[0], F_GETFD) >= 0 && ::fcntl(kept[1], F_GETFD) >= 0
            && ::fcntl(other[0], F_GETFD) < 0 && ::fcntl(other[1], F_GETFD) < 0
            && ::fcntl(STDERR_FILENO, F_GETFD) >= 0;
        ::_exit(isRight ? 0 : 1);
    }
    int status = -1;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);
    for (const int end : {kept[0], kept[1], other[0], other[1]})
        ::close(end);
}

QTEST_GUILESS_MAIN(TestTapOutlet)
#include "tst_tapoutlet.moc"
