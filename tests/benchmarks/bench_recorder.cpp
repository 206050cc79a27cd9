// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How fast the recorder takes messages, and how long until they are in the file.
//   bench_recorder [MESSAGES]

#include "rpc/message.h"
#include "trace/recorder.h"

#include <QTemporaryDir>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using namespace sonde;

constexpr std::size_t kRead = 64 * 1024; // what one read call of a busy pipe gives

// A read of whole messages, decoded beforehand: only the recorder is measured.
struct Load {
    Bytes chunk;
    std::vector<std::pair<std::uint64_t, rpc::Message>> messages; // with their places in it
};

Load makeLoad(const std::vector<std::string> &lines)
{
    std::string text;
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (std::size_t i = 0; text.size() < kRead; ++i) {
        const auto &line = lines[i % lines.size()];
        places.emplace_back(text.size(), line.size());
        text += line + '\n';
    }
    Load load{Bytes::copyOf(text), {}};
    for (const auto &[at, size] : places) {
        load.messages.emplace_back(at, rpc::Message());
        rpc::decodeOne(load.chunk.slice(at, size), load.messages.back().second);
    }
    return load;
}

void measure(const char *name, const std::vector<std::string> &lines, long messages, bool file)
{
    using Clock = std::chrono::steady_clock;
    const Load load = makeLoad(lines);
    const QTemporaryDir folder;
    trace::Recorder recorder;
    if (file) {
        if (const auto opened = recorder.open(folder.filePath(QStringLiteral("bench"))); !opened) {
            std::fprintf(stderr, "bench_recorder: %s\n", qPrintable(opened.error().sentence));
            std::exit(1);
        }
    }
    const auto stream =
        recorder.openStream({QStringLiteral("bench"), 1, rpc::Channel::Received, false});
    std::uint64_t offset = 0;
    long count = 0;
    const auto start = Clock::now();
    while (count < messages) {
        const auto now = SystemClock::instance().now();
        recorder.bytes(stream, offset, now, load.chunk);
        for (const auto &[at, message] : load.messages)
            recorder.message(stream, offset + at, now, message);
        offset += load.chunk.size();
        count += static_cast<long>(load.messages.size());
        recorder.take();
    }
    const auto taken = Clock::now();
    (void)recorder.flush();
    const auto written = Clock::now();
    const auto rate = [&](Clock::time_point end) {
        return double(count) / std::chrono::duration<double>(end - start).count();
    };
    std::printf("%-28s %-6s %12.0f /s taken %12.0f /s recorded %8.1f MB\n", name,
        file ? "file" : "memory", rate(taken), rate(written), double(offset) / 1e6);
}

} // namespace

int main(int argc, char *argv[])
{
    const long messages = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 1'000'000;
    const std::string text(150, 'x');
    const std::vector<std::string> flood{
        R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":")"
        + text + "\"}}"};
    const std::vector<std::string> pings{R"({"jsonrpc":"2.0","id":17,"method":"ping"})"};
    for (const bool file : {false, true}) {
        measure("notifications of 225 bytes", flood, messages, file);
        measure("pings", pings, messages, file);
    }
    return 0;
}
