// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A session file of many messages in the window that shows it: how long it takes to open, what it
// needs, how fast filters and scrolling are, and the longest that the event loop stood still.
//   bench_trace FILE MESSAGES   makes the file, in a program of its own: its memory is not measured
//   bench_trace FILE            measures, one JSON text a line

#include "base/backgroundjob.h"
#include "eventloopwatch.h"
#include "rpc/message.h"
#include "trace/file/sessionstore.h"
#include "trace/filter/filter.h"
#include "trace/recorder/recorder.h"
#include "widgets/trace/exportdialog.h"
#include "widgets/trace/sessionwindow.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"
#include "windowfigures.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QScrollBar>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <variant>

namespace {

using namespace sonde;
using namespace sonde::bench;

constexpr int kScrollSteps = 300;
constexpr int kCities = 1000;

[[noreturn]] void fail(const QString &why)
{
    std::fprintf(stderr, "bench_trace: %s\n", qPrintable(why));
    std::exit(1);
}

// Calls of a tool with their responses, and every third message a notification of the log.
void record(const QString &path, long messages)
{
    trace::Recorder recorder;
    recorder.keepNoChanges();
    if (const auto opened = recorder.open(path); !opened)
        fail(opened.error().sentence);
    struct Stream {
        rpc::StreamId id = 0;
        std::uint64_t end = 0;
    };
    Stream sent{recorder.openStream({QStringLiteral("bench"), 1, rpc::Channel::Sent, false})};
    Stream received{
        recorder.openStream({QStringLiteral("bench"), 1, rpc::Channel::Received, false})};
    Stamp now = SystemClock::instance().now();
    const auto put = [&](Stream &stream, const std::string &line) {
        const Bytes whole = Bytes::copyOf(line + '\n');
        rpc::Message message;
        rpc::decodeOne(whole.slice(0, line.size()), message);
        recorder.bytes(stream.id, stream.end, now, whole);
        recorder.message({stream.id, stream.end, line.size()}, now, message);
        stream.end += whole.size();
        now.steady += 10'000;
        now.wall += 10'000;
    };
    for (long i = 0; i < messages / 3; ++i) {
        const std::string id = std::to_string(i);
        put(sent,
            R"({"jsonrpc":"2.0","id":)" + id
                + R"(,"method":"tools/call","params":{"name":"weather","arguments":{"city":"City )"
                + std::to_string(i % kCities) + R"(","days":3}}})");
        put(received,
            R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"looking up )"
                + id + "\"}}");
        put(received,
            R"({"jsonrpc":"2.0","id":)" + id
                + R"(,"result":{"content":[{"type":"text","text":"Sunny, with a light wind from the north and )"
                + std::to_string(i % 40) + R"( degrees in the afternoon"}],"isError":false}})");
    }
    for (long i = 0; i < messages % 3; ++i)
        put(received, R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
    if (const auto flushed = recorder.flush(); !flushed)
        fail(flushed.error().sentence);
}

void measureFilter(
    widgets::TracePanel &panel, EventLoopWatch &watch, const char *name, const char *text)
{
    const auto compiled = trace::Filter::compile(QString::fromLatin1(text));
    const auto *filter = std::get_if<trace::Filter>(&compiled);
    if (!filter)
        fail(QStringLiteral("%1 is no filter").arg(QLatin1String(text)));
    models::TraceFilter conditions;
    conditions.conditions = *filter;
    watch.restart();
    QElapsedTimer since;
    since.start();
    panel.proxy().setFilter(conditions);
    runUntil([&] { return panel.proxy().rowCount() > 0 || panel.proxy().isComplete(); });
    const std::string what(name);
    say(what + ": first hits", "ms", milliseconds(since));
    runUntil([&] { return panel.proxy().isComplete(); });
    say(what + ": whole filter", "ms", milliseconds(since));
    say(what + ": longest block", "ms", watch.longest());
    if (panel.proxy().rowCount() == 0)
        fail(QStringLiteral("the filter %1 found nothing").arg(QLatin1String(text)));
    panel.proxy().setFilter({});
    runUntil([&] { return panel.proxy().isComplete(); });
}

void measureScrolling(widgets::TracePanel &panel)
{
    auto *bar = panel.view().verticalScrollBar();
    double longest = 0;
    double whole = 0;
    for (int i = 0; i < kScrollSteps; ++i) {
        QElapsedTimer frame;
        frame.start();
        bar->setValue(int(std::int64_t(bar->maximum()) * i / kScrollSteps));
        panel.view().viewport()->repaint();
        const double took = milliseconds(frame);
        longest = std::max(longest, took);
        whole += took;
        QCoreApplication::processEvents();
    }
    say("scrolling: a frame", "ms", whole / kScrollSteps);
    say("scrolling: slowest frame", "ms", longest);
}

void measureExport(widgets::TracePanel &panel, EventLoopWatch &watch, const QString &path)
{
    watch.restart();
    auto *dialog = panel.openExport();
    bool isWritten = false;
    QObject::connect(
        dialog, &widgets::ExportDialog::written, &panel, [&isWritten] { isWritten = true; });
    QElapsedTimer since;
    since.start();
    dialog->exportTo(path + QStringLiteral(".jsonl"));
    runUntil([&] { return isWritten; });
    say("export as JSON Lines", "ms", milliseconds(since));
    say("export as JSON Lines: longest block", "ms", watch.longest());
    QFile::remove(path + QStringLiteral(".jsonl"));
}

void measure(const QString &path)
{
    const long before = memory("VmRSS");
    EventLoopWatch watch;
    QElapsedTimer since;
    since.start();
    std::unique_ptr<trace::SessionStore> store;
    QObject context;
    BackgroundJob job(&context);
    using Opened = std::shared_ptr<Result<std::unique_ptr<trace::SessionStore>>>;
    job.start<Opened>(
        [path](const std::stop_token &stop) {
            return std::make_shared<Opened::element_type>(
                trace::SessionStore::open(path, {stop, {}}));
        },
        [&store](const Opened &opened) {
            if (!*opened)
                fail(opened->error().sentence);
            store = std::move(*opened).value();
        });
    runUntil([&] { return store != nullptr; });
    say("open: the file is checked", "ms", milliseconds(since));
    const auto messages = store->messageCount();
    auto *window = new widgets::SessionWindow(std::move(store), {});
    window->show();
    widgets::TracePanel &panel = window->trace();
    runUntil([&] { return panel.proxy().rowCount() > 0; });
    say("open: first messages", "ms", milliseconds(since));
    runUntil([&] { return std::uint64_t(panel.proxy().rowCount()) == messages; });
    say("open: every message", "ms", milliseconds(since));
    say("open: longest block", "ms", watch.longest());
    say("memory of the program", "MB", double(memory("VmRSS")) / 1e3);
    say("memory a message", "bytes", double(memory("VmRSS") - before) * 1024 / double(messages));
    say("file a message", "bytes", double(QFileInfo(path).size()) / double(messages));

    measureFilter(panel, watch, "indexed field", "tool == \"weather\" and id == 300000");
    measureFilter(panel, watch, "text", "text contains \"looking up 299\"");
    measureFilter(panel, watch, "JSON path", "params.arguments.city == \"City 7\"");
    measureScrolling(panel);
    measureExport(panel, watch, path);
    watch.restart();
    window->close();
    runUntil([&] { return watch.ticks() > 1; });
    say("close: longest block", "ms", watch.longest());
}

} // namespace

int main(int argc, char *argv[])
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication app(argc, argv);
    if (argc < 2)
        fail(QStringLiteral("usage: bench_trace FILE [MESSAGES]"));
    const QString path = QFile::decodeName(argv[1]);
    if (argc > 2) {
        record(path, std::strtol(argv[2], nullptr, 10));
        return 0;
    }
    measure(path);
    return 0;
}
