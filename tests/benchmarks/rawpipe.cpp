// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The floor under every client: the same traffic, with no JSON read at all. It writes the request
// lines and counts the line ends that come back.
//   rawpipe REPEAT SERVER…       one JSON row for each workload, the median of the runs
//   rawpipe --list-once SERVER…  initialize, tools/list, end: the floor of a command line
//   rawpipe --round-trips SERVER…  one JSON row: a ping's time at p50 and p99, pings per second
//   with
//                                  64 in flight, and the time from exec to the first response

#include "workload.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace {

int toServer = -1;
int fromServer = -1;

void start(char **command)
{
    int down[2];
    int up[2];
    if (pipe(down) != 0 || pipe(up) != 0)
        std::exit(1);
    if (fork() == 0) {
        dup2(down[0], STDIN_FILENO);
        dup2(up[1], STDOUT_FILENO);
        for (const int fd : {down[0], down[1], up[0], up[1]})
            close(fd);
        execvp(command[0], command);
        _exit(127);
    }
    close(down[0]);
    close(up[1]);
    toServer = down[1];
    fromServer = up[0];
}

void send(std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = write(toServer, text.data(), text.size());
        if (written < 0)
            std::exit(1);
        text.remove_prefix(std::size_t(written));
    }
}

int linesOfOneRead()
{
    static char buffer[1 << 16];
    const ssize_t got = read(fromServer, buffer, sizeof buffer);
    if (got <= 0) {
        std::fputs("rawpipe: the server has ended\n", stderr);
        std::exit(1);
    }
    return int(std::count(buffer, buffer + got, '\n'));
}

void waitForLines(int count)
{
    while (count > 0)
        count -= linesOfOneRead();
}

std::string request(int id, std::string_view method, std::string_view params = "{}")
{
    std::string line = R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")";
    return line.append(method).append(R"(","params":)").append(params).append("}\n");
}

std::string call(int id, std::string_view tool, const std::string &arguments)
{
    return request(id, "tools/call",
        R"({"name":")" + std::string(tool) + R"(","arguments":)" + arguments + "}");
}

void handshake()
{
    send(request(0, "initialize",
        R"({"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"rawpipe","version":"1"}})"));
    waitForLines(1);
    send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
}

template <typename MakeLine>
void exchange(int window, MakeLine line)
{
    std::string batch;
    for (int sent = 0, answered = 0; answered < kRequests; answered += linesOfOneRead()) {
        batch.clear();
        while (sent < kRequests && sent - answered < window)
            batch += line(sent++);
        send(batch);
    }
}

void measureAll(int repeat)
{
    const auto ping = [](int id) { return request(id, "ping"); };
    const auto echo = [](int id) {
        return call(id, "echo", R"({"message":"m)" + std::to_string(id) + "\"}");
    };
    exchange(kWindow, ping);
    measure("raw", kSequential, kRequests, repeat, [&] { exchange(1, ping); });
    measure("raw", kPipelined, kRequests, repeat, [&] { exchange(kWindow, ping); });
    measure("raw", kCalls, kRequests, repeat, [&] { exchange(kWindow, echo); });
    measure("raw", kFlood, kNotifications, repeat, [] {
        send(call(1, "flood", floodArguments()));
        waitForLines(kNotifications + 1);
    });
    measure("raw", kBig, 1, repeat, [] {
        send(call(1, "big", bigArguments()));
        waitForLines(1);
    });
}

void pipeline(int count)
{
    for (int sent = 0, back = 0; back < count; back += linesOfOneRead()) {
        std::string block;
        for (; sent < count && sent - back < kWindow; ++sent)
            block += request(sent, "ping");
        send(block);
    }
}

// What something between a client and a server adds to each message.
void measureRoundTrips(double firstMs)
{
    constexpr int kPings = 20'000;
    std::vector<double> times;
    for (int i = 0; i < kPings; ++i) {
        times.push_back(1000 * timed(1, [&] {
            send(request(i, "ping"));
            waitForLines(1);
        }).median);
    }
    std::sort(times.begin(), times.end());
    const Timing ms = timed(5, [] { pipeline(kPings); });
    std::printf("{\"p50\":%.2f,\"p99\":%.2f,\"perSecond\":%.0f,\"firstMs\":%.2f}\n",
        times[kPings / 2], times[kPings - kPings / 100], kPings / ms.median * 1000, firstMs);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 3) {
        std::fputs("usage: rawpipe REPEAT|--list-once|--round-trips SERVER…\n", stderr);
        return 1;
    }
    const Timing first = timed(1, [&] {
        start(argv + 2);
        handshake();
    });
    if (std::strcmp(argv[1], "--list-once") == 0) {
        send(request(1, "tools/list"));
        waitForLines(1);
    } else if (std::strcmp(argv[1], "--round-trips") == 0) {
        measureRoundTrips(first.median);
    } else {
        measureAll(std::max(1, std::atoi(argv[1])));
    }
    close(toServer);
    wait(nullptr);
}
