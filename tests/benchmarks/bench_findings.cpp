// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How fast a recording is checked against the specification, and how much slower recording is while
// another thread does so.
//   bench_findings REPEAT [MESSAGES]

#include "findings/engine/checker.h"
#include "platform/threadpriority.h"
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

constexpr std::int64_t kBetween = 20'000'000; // nanoseconds between two messages of a side
constexpr int kBatch = 500; // messages between two looks at what is new, as in the window

// One side of a connection.
class Side {
public:
    Side(trace::Recorder &recorder, rpc::Channel channel)
        : m_recorder(recorder)
        , m_stream(recorder.openStream({QStringLiteral("bench"), 1, channel, false}))
    {
    }
    void say(const std::string &line)
    {
        const Bytes bytes = Bytes::copyOf(line + '\n');
        // As in a session of a person, and not all in the same second.
        m_now.wall += kBetween;
        m_now.steady += kBetween;
        const Stamp now = m_now;
        rpc::Message message;
        rpc::decodeOne(bytes.slice(0, line.size()), message);
        m_recorder.bytes(m_stream, m_offset, now, bytes);
        m_recorder.message({m_stream, m_offset, line.size()}, now, message);
        m_offset += bytes.size();
    }

private:
    trace::Recorder &m_recorder;
    rpc::StreamId m_stream;
    std::uint64_t m_offset = 0;
    Stamp m_now = SystemClock::instance().now();
};

// A session in which tools are called, with progress and logs: five messages a call.
class Session {
public:
    explicit Session(trace::Recorder &recorder)
        : m_client(recorder, rpc::Channel::Sent)
        , m_server(recorder, rpc::Channel::Received)
    {
        m_client.say(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{)"
                     R"("protocolVersion":"2025-11-25","capabilities":{},)"
                     R"("clientInfo":{"name":"c","version":"1"}}})");
        m_server.say(R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25",)"
                     R"("capabilities":{"tools":{},"logging":{}},)"
                     R"("serverInfo":{"name":"s","version":"1"}}})");
        m_client.say(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        m_client.say(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
        m_server.say(R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"weather",)"
                     R"("description":"Tells.","inputSchema":{"type":"object","properties":{)"
                     R"("city":{"type":"string","description":"Where."}}},"outputSchema":{)"
                     R"("type":"object","properties":{"days":{"type":"array","items":{)"
                     R"("type":"number"}}},"required":["days"]}}]}})");
    }
    void call()
    {
        const std::string id = std::to_string(++m_id);
        const std::string start = R"({"jsonrpc":"2.0","id":)" + id;
        m_client.say(start
            + R"(,"method":"tools/call","params":{"name":"weather","arguments":{)"
              R"("city":"Reykjavik"},"_meta":{"progressToken":)"
            + id + "}}}");
        m_server.say(R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":)"
                     R"("info","logger":"weather","data":"Asking the station."}})");
        for (const char *progress : {"1", "2"})
            m_server.say(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{)"
                         R"("progressToken":)"
                + id + R"(,"progress":)" + progress + R"(,"total":2}})");
        m_server.say(start
            + R"(,"result":{"content":[{"type":"text","text":"{\"days\":[1,2.5,3]}")"
              R"(}],"structuredContent":{"days":[1,2.5,3]}}})");
    }
    static constexpr int kMessages = 5;

private:
    Side m_client;
    Side m_server;
    int m_id = 1;
};

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
