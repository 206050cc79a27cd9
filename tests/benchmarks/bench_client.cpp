// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The workloads through the engine as the programs use it, recording into a session file.
//   bench_client REPEAT one-thread|wire-thread|unrecorded SERVER…
// SERVER is a program with its arguments, or a URL: then only the calls are measured.

#include "mcp/client/client.h"
#include "trace/recorder/recorder.h"
#include "wire/link/wireloop.h"
#include "workload.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>

#include <cstdlib>
#include <memory>

namespace {

using namespace sonde;

[[noreturn]] void giveUp(const QString &why)
{
    std::fprintf(stderr, "bench_client: %s\n", qPrintable(why));
    std::exit(1);
}

class Bench : public QObject {
public:
    Bench(mcp::ClientConfig config, int repeat, const char *name)
        : m_client(std::move(config))
        , m_repeat(repeat)
        , m_name(name)
    {
        connect(&m_client, &mcp::Client::notificationReceived, this, &Bench::count);
        connect(&m_client, &mcp::Client::stateChanged, this, [this] {
            if (m_client.state() == mcp::ClientState::Failed)
                giveUp(m_client.failure().sentence);
            if (m_client.state() == mcp::ClientState::Ready)
                m_loop.quit();
        });
    }

    // Calls through requests of their own, so fewer of them are enough.
    void runOverHttp()
    {
        m_requests = kHttpRequests;
        m_client.start();
        m_loop.exec();
        exchange(kWindow, &Bench::ping);
        measure(m_name, kSequential, m_requests, m_repeat, [this] { exchange(1, &Bench::ping); });
        measure(
            m_name, kPipelined, m_requests, m_repeat, [this] { exchange(kWindow, &Bench::ping); });
    }

    void run()
    {
        m_client.start();
        m_loop.exec();
        exchange(kWindow, &Bench::ping);
        measure(m_name, kSequential, kRequests, m_repeat, [this] { exchange(1, &Bench::ping); });
        measure(
            m_name, kPipelined, kRequests, m_repeat, [this] { exchange(kWindow, &Bench::ping); });
        measure(m_name, kCalls, kRequests, m_repeat, [this] { exchange(kWindow, &Bench::echo); });
        measure(m_name, kFlood, kNotifications, m_repeat, [this] { flood(); });
        measure(m_name, kBig, 1, m_repeat, [this] { big(); });
    }

private:
    using Ask = void (Bench::*)(int);

    void exchange(int window, Ask ask)
    {
        m_ask = ask;
        m_asked = 0;
        m_answered = 0;
        for (int i = 0; i < window; ++i)
            (this->*m_ask)(m_asked++);
        m_loop.exec();
    }

    void answered(const Result<mcp::Response> &response)
    {
        if (!response)
            giveUp(response.error().sentence);
        if (++m_answered == m_requests)
            m_loop.quit();
        else if (m_asked < m_requests)
            (this->*m_ask)(m_asked++);
    }

    void ping(int)
    {
        m_client.request(QStringLiteral("ping"), {}, {}, this,
            [this](const Result<mcp::Response> &response) { answered(response); });
    }

    void echo(int index)
    {
        const std::string arguments = R"({"message":"m)" + std::to_string(index) + "\"}";
        m_client.callTool(QStringLiteral("echo"), Bytes::copyOf(arguments), {}, this,
            [this](const Result<mcp::Response> &response) { answered(response); });
    }

    // Done when the last of them was handled, in order.
    void flood()
    {
        m_counted = 0;
        bool done = false;
        m_client.callTool(QStringLiteral("flood"), Bytes::copyOf(floodArguments()), {}, this,
            [&](const Result<mcp::Response> &response) {
                if (!response || m_counted != kNotifications)
                    giveUp(QStringLiteral("the flood lost something"));
                done = true;
                m_loop.quit();
            });
        while (!done)
            m_loop.exec();
    }

    void count(const rpc::Message &message)
    {
        const std::string text = message.params()["data"].text();
        if (std::atoi(text.c_str()) != m_counted++)
            giveUp(QStringLiteral("the flood came out of order"));
    }

    void big()
    {
        m_client.callTool(QStringLiteral("big"), Bytes::copyOf(bigArguments()), {}, this,
            [this](const Result<mcp::Response> &response) {
                if (!response
                    || response->result()["content"].at(0)["text"].text().size() != kBigSize)
                    giveUp(QStringLiteral("the big result is not what was asked for"));
                m_loop.quit();
            });
        m_loop.exec();
    }

    mcp::Client m_client;
    QEventLoop m_loop;
    int m_repeat;
    const char *m_name;
    Ask m_ask = nullptr;
    int m_requests = kRequests;
    int m_asked = 0;
    int m_answered = 0;
    int m_counted = 0;
};

// Takes what is new as the window's list does: 30 times a second at most.
class Taker : public QObject {
public:
    explicit Taker(trace::Recorder &recorder)
    {
        recorder.keepNoChanges(); // but for this reader
        m_timer.setSingleShot(true);
        m_timer.setInterval(33);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_reader->drainInto(m_taken);
            m_seen += m_taken.fresh.size();
        });
        m_reader = recorder.makeReader([this] {
            QMetaObject::invokeMethod(
                &m_timer, [this] { m_timer.start(); }, Qt::QueuedConnection);
        });
    }

private:
    trace::Changes m_taken;
    QTimer m_timer;
    std::size_t m_seen = 0;
    std::unique_ptr<trace::Store::Reader> m_reader; // last, because it wakes the timer
};

} // namespace

int main(int argc, char **argv)
{
    const std::string_view mode = argc > 2 ? argv[2] : "";
    const bool ownThread = mode == "wire-thread";
    if (!ownThread)
        wire::installWireLoop(); // as sonde-cli does
    QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() < 4)
        giveUp(
            QStringLiteral("usage: bench_client REPEAT one-thread|wire-thread|unrecorded SERVER…"));

    const QTemporaryDir folder;
    trace::Recorder recorder;
    std::unique_ptr<Taker> taker;
    if (ownThread)
        taker = std::make_unique<Taker>(recorder);
    else
        recorder.keepNoChanges(); // as sonde-cli does
    if (const auto opened = recorder.open(folder.filePath(QStringLiteral("bench.sonde"))); !opened)
        giveUp(opened.error().sentence);
    QThread wireThread;
    if (ownThread) {
        wire::installWireLoop(wireThread); // as the window does
        wireThread.start();
    }

    mcp::ClientConfig config;
    config.name = QStringLiteral("bench");
    const bool overHttp = arguments[3].startsWith(QLatin1String("http://"));
    if (overHttp) {
        config.endpoint = wire::HttpTarget();
        config.endpoint.target()->url = QUrl(arguments[3]);
    } else {
        config.endpoint.launch()->program = arguments[3];
        config.endpoint.launch()->arguments = arguments.mid(4);
    }
    config.era.mode = mcp::EraPolicy::Mode::Legacy;
    if (mode != "unrecorded")
        config.traffic = &recorder;
    config.wireThread = ownThread ? &wireThread : nullptr;
    {
        Bench bench(config, arguments[1].toInt(),
            ownThread                  ? "sonde, wire thread"
                : mode == "unrecorded" ? "sonde, unrecorded"
                                       : "sonde, one thread");
        if (overHttp)
            bench.runOverHttp();
        else
            bench.run();
    }
    wireThread.quit();
    wireThread.wait();
}
