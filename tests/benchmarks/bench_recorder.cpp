// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How fast the recorder takes messages, and how long until they are in the file.
//   bench_recorder [MESSAGES]

#include "rpc/message.h"
#include "trace/recorder/recorder.h"

#include <QTemporaryDir>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace sonde;

constexpr int kLines = 300; // in one read: about the 64 KiB that a busy pipe gives

// A read or write of whole messages, decoded beforehand: only the recorder is measured.
struct Load {
    rpc::Channel channel = rpc::Channel::Received;
    Bytes chunk;
    std::vector<std::pair<std::uint64_t, rpc::Message>> messages; // with their places in it
};

template <typename MakeLine>
Load makeLoad(rpc::Channel channel, MakeLine makeLine)
{
    std::string text;
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (int i = 0; i < kLines; ++i) {
        const std::string line = makeLine(i);
        places.emplace_back(text.size(), line.size());
        text += line + '\n';
    }
    Load load{channel, Bytes::copyOf(text), {}};
    for (const auto &[at, size] : places) {
        load.messages.emplace_back(at, rpc::Message());
        rpc::decodeOne(load.chunk.slice(at, size), load.messages.back().second);
    }
    return load;
}

void measure(const char *name, const std::vector<Load> &loads, long messages, bool file)
{
    using Clock = std::chrono::steady_clock;
    const QTemporaryDir folder;
    trace::Recorder recorder;
    if (file) {
        if (const auto opened = recorder.open(folder.filePath(QStringLiteral("bench"))); !opened) {
            std::fprintf(stderr, "bench_recorder: %s\n", qPrintable(opened.error().sentence));
            std::exit(1);
        }
    }
    std::vector<std::pair<rpc::StreamId, std::uint64_t>> streams; // with their lengths
    for (const auto &load : loads) {
        streams.emplace_back(
            recorder.openStream({QStringLiteral("bench"), 1, load.channel, false}), 0);
    }
    std::uint64_t bytes = 0;
    long count = 0;
    const auto start = Clock::now();
    while (count < messages) {
        const auto now = SystemClock::instance().now();
        for (std::size_t i = 0; i < loads.size(); ++i) {
            auto &[stream, offset] = streams[i];
            recorder.bytes(stream, offset, now, loads[i].chunk);
            for (const auto &[at, message] : loads[i].messages)
                recorder.message({stream, offset + at, message.bytes().size()}, now, message);
            count += static_cast<long>(loads[i].messages.size());
            bytes += loads[i].chunk.size();
            offset += loads[i].chunk.size();
        }
        recorder.take();
    }
    const auto taken = Clock::now();
    (void)recorder.flush();
    const auto written = Clock::now();
    const auto rate = [&](Clock::time_point end) {
        return double(count) / std::chrono::duration<double>(end - start).count();
    };
    std::printf("%-28s %-6s %12.0f /s taken %12.0f /s recorded %8.1f MB\n", name,
        file ? "file" : "memory", rate(taken), rate(written), double(bytes) / 1e6);
}

} // namespace

int main(int argc, char *argv[])
{
    const long messages = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 1'000'000;
    const std::string text(150, 'x');
    const auto note = [&](int) {
        return R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":")"
            + text + "\"}}";
    };
    const auto ask = [](int i) {
        return R"({"jsonrpc":"2.0","id":)" + std::to_string(i) + R"(,"method":"ping"})";
    };
    const auto response = [](int i) {
        return R"({"jsonrpc":"2.0","id":)" + std::to_string(i) + R"(,"result":{}})";
    };
    const std::vector<Load> flood{makeLoad(rpc::Channel::Received, note)};
    const std::vector<Load> pings{
        makeLoad(rpc::Channel::Sent, ask), makeLoad(rpc::Channel::Received, response)};
    for (const bool file : {false, true}) {
        measure("notifications of 225 bytes", flood, messages, file);
        measure("pings and their answers", pings, messages, file);
    }
    return 0;
}
