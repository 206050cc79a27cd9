// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/standardstreams.h"
#include "demo/call/serveroptions.h"
#include "demo/http/httpserver.h"
#include "demo/program/demoserver.h"
#include "serve/httplistener.h"

#include <QRandomGenerator>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>

#include <poll.h>
#include <unistd.h>

// The surroundings of the server: file descriptors and the clock. One thread, one poll().
namespace sonde::demo {
namespace {

constexpr std::size_t kReadSize = std::size_t(64) << 10;
// With input waiting, responses are gathered up to this size before they are written.
constexpr std::size_t kFlushSize = std::size_t(64) << 10;
// After the end of input, calls that are nearly done may still finish.
constexpr Milliseconds kLastWork{250};

Milliseconds sinceStart()
{
    static const auto start = std::chrono::steady_clock::now();
    return std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - start);
}

bool waitFor(int descriptor, short events, int milliseconds)
{
    pollfd entry{descriptor, events, 0};
    return poll(&entry, 1, milliseconds) > 0;
}

// False when the reader is gone.
bool writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = write(descriptor, bytes.data(), bytes.size());
        if (written >= 0)
            bytes.remove_prefix(std::size_t(written));
        else if (errno == EAGAIN)
            waitFor(descriptor, POLLOUT, -1);
        else if (errno != EINTR)
            return false;
    }
    return true;
}

QByteArray makeSecret()
{
    std::array<quint32, 8> words{};
    QRandomGenerator::system()->fillRange(words.data(), qsizetype(words.size()));
    return {reinterpret_cast<const char *>(words.data()), sizeof words};
}

enum class Read { Something, Nothing, End };

Read readInput(DemoServer &server)
{
    std::array<char, kReadSize> buffer;
    const ssize_t count = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count > 0) {
        server.receive(Bytes::copyOf({buffer.data(), std::size_t(count)}), sinceStart());
        return Read::Something;
    }
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return Read::Nothing;
    server.endInput(sinceStart());
    return Read::End;
}

bool flush(DemoServer &server)
{
    writeAll(STDERR_FILENO, server.takeRemarks());
    return writeAll(STDOUT_FILENO, server.takeOutput());
}

int timeToDeadline(const DemoServer &server, std::optional<Milliseconds> end)
{
    auto deadline = server.nextDeadline();
    if (end && (!deadline || *deadline > *end))
        deadline = end;
    if (!deadline)
        return -1;
    return int(std::max(Milliseconds(0), *deadline - sinceStart()).count());
}

int serve(const ServerOptions &options)
{
    std::signal(SIGPIPE, SIG_IGN);
    sinceStart();
    DemoServer server(options, makeSecret());
    std::optional<Milliseconds> end; // once the input has ended
    while (!end || (server.isWorking() && sinceStart() < *end)) {
        const bool inputWaits = !end && waitFor(STDIN_FILENO, POLLIN, 0);
        if ((!inputWaits || server.outputSize() >= kFlushSize) && !flush(server))
            return EXIT_SUCCESS;
        const int timeout = timeToDeadline(server, end);
        if (end)
            waitFor(-1, 0, timeout); // only the time; poll() passes over such descriptors
        else if (waitFor(STDIN_FILENO, POLLIN, timeout) && readInput(server) == Read::End)
            end = sinceStart() + kLastWork;
        server.tick(sinceStart());
    }
    flush(server);
    return EXIT_SUCCESS;
}

// SIGINT and SIGTERM end the server over HTTP, which has no other end. They are let through only
// while it waits.
void blockSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    for (const int each : {SIGINT, SIGTERM}) {
        sigaddset(&signals, each);
        std::signal(each, [](int) {});
    }
    sigprocmask(SIG_BLOCK, &signals, nullptr);
}

int serveHttp(const ServerOptions &options)
{
    std::signal(SIGPIPE, SIG_IGN);
    sinceStart();
    HttpServer *server = nullptr;
    const auto listener = serve::HttpListener::open(options.http,
        [&server](const serve::ServedRequest &request, const serve::ReplyPointer &reply) {
            server->setNow(sinceStart());
            server->receive(request, reply);
        });
    if (!listener) {
        std::fprintf(stderr, "sonde-demo-server: %s %s\n",
            qUtf8Printable(listener.error().sentence), qUtf8Printable(listener.error().detail));
        return EXIT_FAILURE;
    }
    HttpServer http(options, makeSecret(), (*listener)->isOnLoopback());
    server = &http;
    blockSignals();
    std::fprintf(stderr, "sonde-demo-server: listening on http://%s%s\n",
        (*listener)->authority().c_str(), std::string(kMcpPath).c_str());
    while ((*listener)->wait(http.nextDeadline(), sinceStart)) {
        http.tick(sinceStart());
        (*listener)->flush(sinceStart());
        writeAll(STDERR_FILENO, http.takeRemarks());
    }
    http.end();
    (*listener)->flush(sinceStart());
    return EXIT_SUCCESS;
}

} // namespace
} // namespace sonde::demo

int main(int argc, char *argv[])
{
    using namespace sonde;
    fillStandardStreams();
    const auto line = demo::ServerArguments::parse({argv + 1, argv + argc});
    if (!line) {
        std::fprintf(stderr, "sonde-demo-server: %s %s\n", qUtf8Printable(line.error().sentence),
            qUtf8Printable(line.error().detail));
        return EXIT_FAILURE;
    }
    switch (line->action) {
    case demo::ServerArguments::Action::ShowHelp:
        std::fputs(demo::kHelp, stdout);
        return EXIT_SUCCESS;
    case demo::ServerArguments::Action::ShowVersion:
        std::puts("sonde-demo-server " SONDE_VERSION);
        return EXIT_SUCCESS;
    case demo::ServerArguments::Action::Serve:
        break;
    }
    return line->options.http.empty() ? demo::serve(line->options) : demo::serveHttp(line->options);
}
