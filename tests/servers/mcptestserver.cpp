// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A server that misbehaves on demand. It knows just enough of MCP to be asked something, and no
// library of ours, so that a mistake there cannot hide a mistake here.

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace {

constexpr const char *kHelp = R"(mcptestserver [switch]…
  --stderr TEXT          write a line to stderr at the start (repeatable)
  --garbage TEXT         write a line to stdout at the start (repeatable)
  --invalid-utf8         write a line that is no UTF-8 to stdout at the start
  --print-env NAME       write NAME=value to stderr at the start
  --print-args           write each argument on a line of its own to stderr
  --print-cwd            write the working directory to stderr
  --exit CODE            end at the start with this code, after the above
  --signal NUMBER        end at the start by this signal
  --count-usr1           write a line to stdout, count SIGUSR1, and exit with the count at SIGUSR2
  --close-stdin          close stdin at the start
  --close-stdout         close stdout at the start, and go on
  --unfinished TEXT      write TEXT without a line end, then exit 0
  --huge BYTES           write one line of that many bytes at the start
  --flood COUNT SIZE     write COUNT notifications of SIZE bytes at the start
  --flood-stderr COUNT   write COUNT lines to stderr at the start
  --grandchild           start a process that keeps the pipes open and lives on
  --ignore-sigterm       also goes on after stdin is closed
  --no-read              never read stdin
  --mute                 read, but never answer
  --mute-after COUNT     answer that many requests, and then none
  --twice                answer everything twice
  --exit-after COUNT     exit with code 3 instead of answering request COUNT + 1
  --exit-at METHOD       exit with code 4 instead of answering that
  --mute-at METHOD       never answer that
  --offended-at METHOD   after that, answer every request with an error
  --answer METHOD TEXT   answer METHOD with TEXT, in which %ID stands for the id
  --chunk BYTES          write the answers in pieces of that size
  --crlf                 end lines with CR LF
)";

struct Options {
    bool noRead = false;
    bool mute = false;
    bool twice = false;
    bool lingers = false;
    long exitAfter = -1;
    long muteAfter = -1;
    std::size_t chunk = 0;
    const char *lineEnd = "\n";
    std::string exitAt, muteAt, offendedAt; // methods, with their quotes
    bool offended = false;
    std::string answered; // a method, with its quotes
    std::string response;
};

Options options;

void writeAll(int fd, std::string_view text, std::size_t piece = 0)
{
    while (!text.empty()) {
        const std::size_t size = piece ? std::min(piece, text.size()) : text.size();
        const ssize_t count = ::write(fd, text.data(), size);
        if (count < 0 && errno != EINTR)
            ::_exit(0);
        if (count > 0)
            text.remove_prefix(static_cast<std::size_t>(count));
    }
}

void line(const std::string &text)
{
    writeAll(STDOUT_FILENO, text + options.lineEnd, options.chunk);
}

void diagnose(const std::string &text)
{
    writeAll(STDERR_FILENO, text + "\n");
}

// The raw text of a member; good enough for compact requests without tricks.
std::string member(const std::string &text, const std::string &name)
{
    const auto at = text.find("\"" + name + "\":");
    if (at == std::string::npos)
        return {};
    const auto begin = at + name.size() + 3;
    if (text[begin] == '"')
        return text.substr(begin, text.find('"', begin + 1) + 1 - begin);
    return text.substr(begin, text.find_first_of(",}", begin) - begin);
}

std::string notification(long number, std::size_t size)
{
    std::string text = R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":)"
                       R"("info","data":")"
        + std::to_string(number) + " ";
    if (text.size() + 3 < size)
        text.append(size - text.size() - 3, 'x');
    return text + "\"}}";
}

void flood(long count, std::size_t size)
{
    std::string block;
    for (long i = 0; i < count; ++i) {
        block += notification(i, size) + options.lineEnd;
        if (block.size() > 60'000) {
            writeAll(STDOUT_FILENO, block, options.chunk);
            block.clear();
        }
    }
    writeAll(STDOUT_FILENO, block, options.chunk);
}

std::string resultFor(const std::string &request, const std::string &method)
{
    if (method == "\"initialize\"") {
        return R"({"protocolVersion":"2025-06-18","capabilities":{"tools":{}},)"
               R"("serverInfo":{"name":"mcptestserver","version":"1"}})";
    }
    if (method == "\"ping\"")
        return "{}";
    if (method == "\"tools/list\"")
        return R"({"tools":[{"name":"echo","inputSchema":{"type":"object"}}]})";
    if (method == "\"tools/call\"") {
        const auto at = request.find("\"arguments\":");
        std::string text = at == std::string::npos ? "" : request.substr(at + 12);
        for (std::size_t i = 0; (i = text.find_first_of("\"\\", i)) != std::string::npos; i += 2)
            text.insert(i, 1, '\\');
        return R"({"content":[{"type":"text","text":")" + text + "\"}]}";
    }
    return {};
}

void respond(const std::string &request)
{
    const std::string id = member(request, "id");
    if (id.empty() || options.mute)
        return;
    const std::string method = member(request, "method");
    if (method.empty())
        return; // a response
    if (method == options.exitAt)
        std::exit(4);
    if (method == options.muteAt)
        return;
    static long answered = 0;
    if (options.exitAfter >= 0 && answered++ == options.exitAfter)
        std::exit(3);
    if (options.muteAfter >= 0 && options.muteAfter-- == 0) {
        options.mute = true;
        return;
    }
    if (!options.answered.empty() && method == options.answered) {
        std::string text = options.response;
        if (const auto at = text.find("%ID"); at != std::string::npos)
            text.replace(at, 3, id);
        return line(text);
    }
    options.offended = options.offended || method == options.offendedAt;
    const std::string result = options.offended ? std::string() : resultFor(request, method);
    const std::string head = R"({"jsonrpc":"2.0","id":)" + id;
    const std::string text = result.empty()
        ? head + R"(,"error":{"code":-32601,"message":"Method not found"}})"
        : head + ",\"result\":" + result + "}";
    line(text);
    if (options.twice)
        line(text);
}

void serve()
{
    std::string waiting;
    std::vector<char> block(65536);
    for (;;) {
        const ssize_t count = ::read(STDIN_FILENO, block.data(), block.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return;
        // Only what is new can hold a line end: a long line must not be searched again and again.
        std::size_t from = waiting.size();
        waiting.append(block.data(), static_cast<std::size_t>(count));
        std::size_t begin = 0;
        for (std::size_t end; (end = waiting.find('\n', from)) != std::string::npos;
             begin = from = end + 1)
            respond(waiting.substr(begin, end - begin));
        waiting.erase(0, begin);
    }
}

void startGrandchild()
{
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::signal(SIGTERM, SIG_IGN);
        for (;;)
            ::pause();
    }
    diagnose("grandchild " + std::to_string(pid));
}

// Switches that act at once, in the order given. Returns how many arguments it took.
int act(const std::string &name, char **values)
{
    const auto number = [&](int i) { return std::atol(values[i]); };
    if (name == "--stderr") {
        diagnose(values[0]);
    } else if (name == "--garbage") {
        line(values[0]);
    } else if (name == "--print-env") {
        const char *value = std::getenv(values[0]);
        diagnose(std::string(values[0]) + (value ? "=" : "") + (value ? value : " is not set"));
    } else if (name == "--exit") {
        std::exit(static_cast<int>(number(0)));
    } else if (name == "--signal") {
        // A sanitizer's own handler would turn the signal into an exit code.
        const auto which = static_cast<int>(number(0));
        ::signal(which, SIG_DFL);
        ::raise(which);
    } else if (name == "--unfinished") {
        writeAll(STDOUT_FILENO, values[0]);
        std::exit(0);
    } else if (name == "--huge") {
        line(std::string(static_cast<std::size_t>(number(0)), 'h'));
    } else if (name == "--flood-stderr") {
        for (long i = 0; i < number(0); ++i)
            diagnose("line " + std::to_string(i));
    } else if (name == "--exit-after") {
        options.exitAfter = number(0);
    } else if (name == "--mute-after") {
        options.muteAfter = number(0);
    } else if (name == "--chunk") {
        options.chunk = static_cast<std::size_t>(number(0));
    } else if (name == "--exit-at") {
        options.exitAt = std::string("\"") + values[0] + '"';
    } else if (name == "--mute-at") {
        options.muteAt = std::string("\"") + values[0] + '"';
    } else if (name == "--offended-at") {
        options.offendedAt = std::string("\"") + values[0] + '"';
    } else if (name == "--answer") {
        options.answered = std::string("\"") + values[0] + '"';
        options.response = values[1];
        return 2;
    } else if (name == "--flood") {
        flood(number(0), static_cast<std::size_t>(number(1)));
        return 2;
    } else {
        return 0;
    }
    return 1;
}

bool set(const std::string &name, int argc, char **argv)
{
    if (name == "--invalid-utf8") {
        line("{\"jsonrpc\":\"2.0\",\"method\":\"\xff\xfe\"}");
    } else if (name == "--print-args") {
        for (int i = 1; i < argc; ++i)
            diagnose(argv[i]);
    } else if (name == "--print-cwd") {
        char path[4096];
        diagnose(::getcwd(path, sizeof path) ? path : "unknown");
    } else if (name == "--grandchild") {
        startGrandchild();
    } else if (name == "--close-stdin") {
        ::close(STDIN_FILENO);
    } else if (name == "--close-stdout") {
        ::close(STDOUT_FILENO);
    } else if (name == "--ignore-sigterm") {
        ::signal(SIGTERM, SIG_IGN);
        options.lingers = true;
    } else if (name == "--no-read") {
        options.noRead = true;
    } else if (name == "--mute") {
        options.mute = true;
    } else if (name == "--twice") {
        options.twice = true;
    } else if (name == "--crlf") {
        options.lineEnd = "\r\n";
    } else {
        return false;
    }
    return true;
}

volatile std::sig_atomic_t counted = 0;

[[noreturn]] void countSignals()
{
    struct sigaction counting { };
    counting.sa_handler = [](int) { counted = counted + 1; };
    sigaddset(&counting.sa_mask, SIGUSR2); // counts first
    ::sigaction(SIGUSR1, &counting, nullptr);
    struct sigaction ending { };
    ending.sa_handler = [](int) { ::_exit(counted); };
    ::sigaction(SIGUSR2, &ending, nullptr);
    line("ready");
    while (true)
        ::pause();
}

} // namespace

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--")
            break; // what follows is there to be printed
        if (name == "--count-usr1")
            countSignals();
        if (set(name, argc, argv))
            continue;
        // Every switch that takes values would read past the end without them: argv ends in null.
        const int taken = i + 1 < argc ? act(name, argv + i + 1) : 0;
        if (taken == 0) {
            std::fputs(kHelp, stderr);
            return 2;
        }
        i += taken;
    }
    if (!options.noRead)
        serve();
    while (options.noRead || options.lingers)
        ::pause();
    return 0;
}
