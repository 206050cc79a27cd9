// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A developer's day in one window: soak [RESTARTS [CALLS]], 500 restarts and 20,000 calls unless
// told otherwise. What a person does within eight hours happens one right after the other. Prints
// memory, file descriptors and threads of the window as it goes; fails if there are more at the end
// than after ten restarts. Then prints what the process panel takes of a processor.

#include "look/style/sondestyle.h"
#include "session/call/savedcallstore.h"
#include "session/process/processsampler.h"
#include "session/restart/restarthistory.h"
#include "support/openedwindow.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/process/processpanel.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>
#include <ctime>

#include <unistd.h>

using namespace sonde;
using namespace sonde::tests;

namespace {

constexpr int kWarmUp = 10; // restarts after which everything is there once
constexpr int kInFlight = 8; // calls
// What a recorded message may cost in memory: its record, and its place in lists and indexes.
constexpr qint64 kBytesOfMessage = 256;
constexpr qint64 kSlack = qint64(16) << 20; // of the allocator
constexpr int kRows = 20; // of the printed table
constexpr int kIdleMs = 10'000; // while the cost of a panel is measured
constexpr double kPanelBudget = 0.5; // percent of a processor
const QString kServer = QStringLiteral("demo");

struct Figures {
    qint64 memory = 0; // resident bytes
    qsizetype files = 0;
    qsizetype threads = 0;
    qint64 messages = 0;
};

qsizetype entriesOf(const char *folder)
{
    return QDir(QLatin1String(folder))
        .entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::System)
        .size();
}

Figures figuresOf(Opened &opened)
{
    models::TraceModel &trace = opened.window.trace().document().model();
    trace.drainNow();
    QFile memory(QStringLiteral("/proc/self/statm"));
    if (!memory.open(QIODevice::ReadOnly))
        qFatal("this system has no /proc");
    return {memory.readAll().split(' ').value(1).toLongLong() * sysconf(_SC_PAGESIZE),
        entriesOf("/proc/self/fd"), entriesOf("/proc/self/task"), trace.rowCount()};
}

void print(int restarts, int calls, const Figures &figures)
{
    std::printf("%9d %7d %9lld %12.1f %6lld %8lld\n", restarts, calls,
        static_cast<long long>(figures.messages), double(figures.memory) / 1e6,
        static_cast<long long>(figures.files), static_cast<long long>(figures.threads));
    std::fflush(stdout);
}

void need(bool isDone, const char *what)
{
    if (!isDone)
        qFatal("timed out: %s", what);
}

// The newest start is number `count`, its saved calls are compared, and the server is ready.
void waitForStart(Opened &opened, int count)
{
    need(QTest::qWaitFor(
             [&] {
                 const auto &starts = opened.workspace.restarts().restarts(kServer);
                 return !starts.empty() && starts.back().number == count
                     && (count == 1 || starts.back().results)
                     && opened.state(kServer) == mcp::ClientState::Ready;
             },
             kLongPatienceMs),
        "the restart");
}

void call(Opened &opened, int count)
{
    int sent = 0;
    int answered = 0;
    mcp::Client &client = *opened.workspace.client(kServer);
    const std::function<void()> next = [&] {
        if (sent == count)
            return;
        const std::string note = "{\"note\":\"call " + std::to_string(sent) + "\"}";
        ++sent;
        client.callTool(QStringLiteral("echo"), Bytes::copyOf(note), {}, &opened.window,
            [&](const Result<mcp::Response> &response) {
                need(response.ok(), "a call");
                ++answered;
                next();
            });
    };
    for (int i = 0; i < kInFlight; ++i)
        next();
    need(QTest::qWaitFor([&] { return answered == count; }, kLongPatienceMs), "the calls");
}

void saveCall(Opened &opened)
{
    session::SavedCallStore store(&opened.workspace.settings());
    store.setServer(kServer);
    const QString name = QStringLiteral("again");
    need(store.save(name, QStringLiteral("echo"), Bytes::copyOf("{\"note\":\"again\"}")).ok()
            && store.setAfterRestart(name, true).ok(),
        "saving a call");
}

// What the window takes of a processor while nothing happens, in percent: all of its threads.
double idleShare()
{
    const auto processorNs = [] {
        timespec time{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
    };
    const double before = processorNs();
    QElapsedTimer time;
    time.start();
    QTest::qWait(kIdleMs);
    return 100.0 * (processorNs() - before) / double(time.nsecsElapsed());
}

// Figures only: how busy the machine is decides as well.
void printProcessPanel(Opened &opened)
{
    widgets::ProcessPanel &panel = opened.window.process();
    opened.window.showPanel(opened.window.overview());
    const std::uint64_t reads = panel.sampler()->reads();
    const double hidden = idleShare();
    const std::uint64_t readsHidden = panel.sampler()->reads() - reads;
    opened.window.showPanel(panel);
    need(QTest::qWaitFor(
             [&] { return panel.sampler()->reads() > reads + readsHidden; }, kLongPatienceMs),
        "a sample of the processes");
    const double visible = idleShare();
    std::printf("process panel: %.2f %% of a processor while visible, the window without it %.2f "
                "%%: %.2f %% of its own, budget %.1f %%: %s\n",
        visible, hidden, visible - hidden, kPanelBudget,
        visible - hidden < kPanelBudget ? "met" : "MISSED");
    std::printf("process panel while hidden: %llu reads of /proc\n",
        static_cast<unsigned long long>(readsHidden));
}

int run(int restarts, int calls)
{
    const QTemporaryDir folder;
    Opened opened(folder.path());
    opened.connectTo(demo(kServer));
    waitForStart(opened, 1);
    saveCall(opened);
    std::printf(" restarts   calls  messages  memory in MB  files  threads\n");
    Figures warm;
    int called = 0;
    QElapsedTimer time;
    time.start();
    for (int restart = 1; restart <= restarts; ++restart) {
        opened.workspace.restart(kServer);
        waitForStart(opened, restart + 1);
        const int wanted = static_cast<int>(qint64(calls) * restart / restarts);
        call(opened, wanted - called);
        called = wanted;
        if (restart == kWarmUp)
            warm = figuresOf(opened);
        if (restart == kWarmUp || restart % std::max(1, restarts / kRows) == 0)
            print(restart, called, figuresOf(opened));
    }
    // What runs in the background ends by itself; what does not is told below.
    (void)QTest::qWaitFor(
        [&] {
            const Figures now = figuresOf(opened);
            return now.files <= warm.files && now.threads <= warm.threads;
        },
        kPatienceMs);
    const Figures end = figuresOf(opened);
    const qint64 allowed = kSlack + kBytesOfMessage * (end.messages - warm.messages);
    const bool isMemory = end.memory - warm.memory <= allowed;
    const bool isFiles = end.files <= warm.files;
    const bool isThreads = end.threads <= warm.threads;
    const auto word = [](bool isSame) { return isSame ? "as after ten" : "MORE than after ten"; };
    std::printf(
        "%d restarts and %d calls in %.0f s\n", restarts, called, double(time.elapsed()) / 1000);
    std::printf("memory: %+.1f MB since the tenth restart, %.1f MB allowed for %lld messages: %s\n",
        double(end.memory - warm.memory) / 1e6, double(allowed) / 1e6,
        static_cast<long long>(end.messages - warm.messages), word(isMemory));
    std::printf("files: %lld, were %lld: %s\n", static_cast<long long>(end.files),
        static_cast<long long>(warm.files), word(isFiles));
    std::printf("threads: %lld, were %lld: %s\n", static_cast<long long>(end.threads),
        static_cast<long long>(warm.threads), word(isThreads));
    printProcessPanel(opened);
    return isMemory && isFiles && isThreads ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    constexpr int kRestarts = 500;
    constexpr int kCalls = 20'000;
    const QApplication application(argc, argv);
    look::installLook(*qApp);
    const QStringList arguments = QCoreApplication::arguments();
    const int restarts = arguments.size() > 1 ? arguments[1].toInt() : kRestarts;
    const int calls = arguments.size() > 2 ? arguments[2].toInt() : kCalls;
    if (restarts <= kWarmUp || calls < 0) {
        std::fprintf(
            stderr, "usage: soak [RESTARTS [CALLS]], with more than %d restarts\n", kWarmUp);
        return 2;
    }
    return run(restarts, calls);
}
