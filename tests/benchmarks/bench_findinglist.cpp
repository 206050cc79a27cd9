// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How long the window's thread stands still at most while the findings of a session are computed:
// of ordinary messages, and of the largest list of tools in which every tool has several findings.
//   bench_findinglist

#include "eventloopwatch.h"
#include "models/findings/findingtree.h"
#include "toolsession.h"
#include "windowfigures.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <string>

namespace {

using namespace sonde;
using namespace sonde::bench;

constexpr int kCalls = 20'000;

void measure(const std::string &what, models::TraceModel &model)
{
    models::FindingList list(model);
    models::FindingTree tree(list);
    model.drainNow();
    EventLoopWatch watch;
    QElapsedTimer since;
    since.start();
    runUntil([&] { return list.behind() == 0; });
    say(what + ": checked", "ms", milliseconds(since));
    say(what + ": longest block", "ms", watch.longest());
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    {
        trace::Recorder recorder;
        models::TraceModel model(recorder);
        Session session(recorder);
        for (int i = 0; i < kCalls; ++i)
            session.call();
        measure("findings of 100,000 messages", model);
    }
    trace::Recorder recorder;
    models::TraceModel model(recorder);
    Session(recorder).listHostile();
    measure("findings of a list of 64 MiB", model);
    return 0;
}
