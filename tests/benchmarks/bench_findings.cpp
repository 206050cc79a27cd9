// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How fast a recording is checked against the specification, how long the largest list of tools
// takes in which every tool has several findings, and conversations in which ever more has to be
// remembered, and how much slower recording is while another thread checks.
//   bench_findings REPEAT [MESSAGES]

#include "findings/engine/checker.h"
#include "platform/threadpriority.h"
#include "toolsession.h"
#include "trace/recorder/recorder.h"
#include "workload.h"

#include <QTemporaryDir>

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace sonde;
using bench::Session;

constexpr int kBatch = 500; // messages between two looks at what is new, as in the window

// Checks what it is given in a thread of its own.
class Background {
public:
    explicit Background(const trace::Store &store)
        : m_checker(store)
        , m_thread([this] { run(); })
    {
    }
    ~Background()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isOver = true;
        }
        m_some.notify_one();
        m_thread.join();
    }
    void add(std::vector<trace::Record> records)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_waiting.push_back(std::move(records));
        }
        m_some.notify_one();
    }

private:
    void run()
    {
        platform::lowerThreadPriority(platform::ThreadPriority::Lowest); // as the window's does
        for (trace::Number number = 1;;) {
            std::unique_lock lock(m_mutex);
            m_some.wait(lock, [this] { return m_isOver || !m_waiting.empty(); });
            if (m_isOver)
                return;
            const auto records = std::move(m_waiting.front());
            m_waiting.pop_front();
            lock.unlock();
            for (const trace::Record &record : records)
                m_checker.add(number++, record);
        }
    }

    findings::Checker m_checker;
    std::mutex m_mutex;
    std::condition_variable m_some;
    std::deque<std::vector<trace::Record>> m_waiting;
    bool m_isOver = false;
    std::thread m_thread;
};

std::vector<trace::Record> record(trace::Recorder &recorder, int messages, Background *background)
{
    std::vector<trace::Record> all;
    Session session(recorder);
    for (int said = 0; said < messages;) {
        for (int i = 0; i < kBatch / Session::kMessages; ++i, said += Session::kMessages)
            session.call();
        auto fresh = recorder.take().fresh;
        background ? background->add(std::move(fresh))
                   : void(all.insert(all.end(), fresh.begin(), fresh.end()));
    }
    return all;
}

// A conversation whose check must take as long for the last message as for the first one.
template <typename Talk>
void measureLong(const char *what, int messages, const Talk &talk)
{
    trace::Recorder recorder;
    bench::Side client(recorder, rpc::Channel::Sent);
    bench::Side server(recorder, rpc::Channel::Received);
    for (int i = 0; i < messages; ++i)
        talk(client, server, std::to_string(i));
    const auto records = recorder.take().fresh;
    measure("findings", what, messages, 1, [&] {
        findings::Checker checker(recorder);
        checker.addAll(records);
    });
}

void measureLong()
{
    constexpr int kMessages = 40'000;
    const auto request = [](const std::string &id, const std::string &method) {
        return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + '"';
    };
    measureLong("requests without a response checked", kMessages,
        [&](bench::Side &client, bench::Side &, const std::string &id) {
            client.say(request(id, "tools/list") + '}');
        });
    measureLong("different methods checked", kMessages,
        [&](bench::Side &client, bench::Side &, const std::string &id) {
            client.say(request(id, "acme/" + id) + '}');
        });
    measureLong("subscriptions, each with an update, checked", kMessages,
        [&](bench::Side &client, bench::Side &server, const std::string &id) {
            const std::string uri = R"("params":{"uri":"demo://a/)" + id + R"("}})";
            client.say(request(id, "resources/subscribe") + ',' + uri);
            server.say(R"({"jsonrpc":"2.0","method":"notifications/resources/updated",)" + uri);
        });
}

void measureHostile()
{
    trace::Recorder recorder;
    Session(recorder).listHostile();
    const auto records = recorder.take().fresh;
    std::size_t found = 0;
    measure("findings", "a hostile list of 64 MiB checked", 1, 1, [&] {
        findings::Checker checker(recorder);
        checker.addAll(records);
        found += checker.take().size();
    });
    if (found == 0) {
        std::fprintf(stderr, "bench_findings: the hostile list has no findings\n");
        std::exit(1);
    }
}

} // namespace

int main(int argc, char *argv[])
{
    const int repeat = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
    const int messages = argc > 2 ? std::max(kBatch, std::atoi(argv[2])) : 100'000;
    constexpr const char *kCheck = "messages checked";
    constexpr const char *kRecord = "messages recorded";
    {
        trace::Recorder recorder;
        const auto records = record(recorder, messages, nullptr);
        std::size_t found = 0;
        measure("findings", kCheck, messages, repeat, [&] {
            findings::Checker checker(recorder);
            checker.addAll(records);
            found += checker.take().size();
        });
        if (found > 0) {
            std::fprintf(stderr, "bench_findings: the session has %zu findings\n", found);
            return 1;
        }
    }
    measureHostile();
    measureLong();
    // By turns, so that a machine that becomes slower or faster is no difference between the two.
    const auto recorded = [messages](bool isChecked) {
        const QTemporaryDir folder;
        trace::Recorder recorder;
        if (!recorder.open(folder.filePath(QStringLiteral("bench"))))
            std::exit(1);
        std::optional<Background> background;
        if (isChecked)
            background.emplace(recorder);
        return timed(1, [&] {
            record(recorder, messages, background ? &*background : nullptr);
            (void)recorder.flush();
        }).median;
    };
    std::vector<double> without;
    std::vector<double> with;
    for (int i = 0; i < repeat; ++i) {
        without.push_back(recorded(false));
        with.push_back(recorded(true));
    }
    printRow("without findings", kRecord, messages, timingOf(std::move(without)));
    printRow("with findings", kRecord, messages, timingOf(std::move(with)));
    return 0;
}
