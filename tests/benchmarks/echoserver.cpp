// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// An MCP server on stdio that costs next to nothing, so that a benchmark measures the client.
//   ping, initialize, tools/list, logging/setLevel; anything else gets -32601
//   echo {message}    the message comes back as text, byte for byte
//   flood {n, size}   n notifications of `size` bytes each, numbered from 0, then the response
//   big {bytes}       a text of that many bytes
// Responses are collected until no more input waits: a client that asks in batches is answered in
// batches, one that asks singly at once. It trusts its input: never use it for anything else.

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string>
#include <string_view>

#include <unistd.h>

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kFlushAt = std::size_t(1) << 18;
constexpr std::size_t kReadSize = std::size_t(1) << 16;

class Output {
public:
    Output &operator<<(std::string_view text)
    {
        m_text.append(text);
        if (m_text.size() >= kFlushAt)
            flush();
        return *this;
    }
    void fill(char letter, std::size_t count)
    {
        for (std::size_t left = count; left > 0;) {
            const std::size_t now = std::min(left, kFlushAt);
            m_text.append(now, letter);
            left -= now;
            if (m_text.size() >= kFlushAt)
                flush();
        }
    }
    void flush()
    {
        for (std::string_view rest = m_text; !rest.empty();) {
            const ssize_t written = write(STDOUT_FILENO, rest.data(), rest.size());
            if (written < 0)
                std::exit(0); // the client is gone
            rest.remove_prefix(std::size_t(written));
        }
        m_text.clear();
    }

private:
    std::string m_text;
};

std::size_t endOfString(std::string_view text, std::size_t at)
{
    for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\';
    return at + 1;
}

std::size_t endOfValue(std::string_view text, std::size_t at)
{
    for (int depth = 0; at < text.size(); ++at) {
        const char letter = text[at];
        if (letter == '"') {
            at = endOfString(text, at) - 1;
        } else if (letter == '{' || letter == '[') {
            ++depth;
        } else if (letter == '}' || letter == ']') {
            if (depth == 0)
                return at; // the container's own end closes a bare word
            --depth;
        } else if (letter == ',' && depth == 0) {
            return at;
        }
        if (depth == 0 && (letter == '"' || letter == '}' || letter == ']'))
            return at + 1;
    }
    return at;
}

bool isBetween(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r' || letter == ',' || letter == ':';
}

std::size_t skipBetween(std::string_view text, std::size_t at)
{
    while (at < text.size() && isBetween(text[at]))
        ++at;
    return at;
}

// Calls `take` with the name, without its quotes, and the bytes of every member.
template <typename Take>
void forMembers(std::string_view object, Take take)
{
    std::size_t at = skipBetween(object, object.empty() ? 0 : 1);
    while (at < object.size() && object[at] == '"') {
        const std::size_t keyEnd = endOfString(object, at);
        const std::string_view key = object.substr(at + 1, keyEnd - at - 2);
        const std::size_t begin = skipBetween(object, keyEnd);
        const std::size_t end = endOfValue(object, begin);
        take(key, object.substr(begin, end - begin));
        at = skipBetween(object, end);
    }
}

// The bytes of a member's value; empty when there is none of that name.
std::string_view member(std::string_view object, std::string_view name)
{
    std::string_view found;
    forMembers(object, [&](std::string_view key, std::string_view value) {
        if (key == name)
            found = value;
    });
    return found;
}

std::size_t number(std::string_view object, std::string_view name, std::size_t otherwise)
{
    const std::string_view digits = member(object, name);
    std::from_chars(digits.data(), digits.data() + digits.size(), otherwise);
    return otherwise;
}

constexpr auto kTools =
    R"({"tools":[{"name":"echo","description":"Gives the message back","inputSchema":{"type":"object",)"
    R"("properties":{"message":{"type":"string"}},"required":["message"]}},)"
    R"({"name":"flood","description":"Sends n notifications of size bytes","inputSchema":{"type":"object",)"
    R"("properties":{"n":{"type":"integer"},"size":{"type":"integer"}},"required":["n"]}},)"
    R"({"name":"big","description":"Gives a text of that many bytes","inputSchema":{"type":"object",)"
    R"("properties":{"bytes":{"type":"integer"}},"required":["bytes"]}}]})"sv;

class Server {
public:
    void handle(std::string_view message)
    {
        m_id = {};
        std::string_view method;
        std::string_view params;
        forMembers(message, [&](std::string_view key, std::string_view value) {
            if (key == "id")
                m_id = value;
            else if (key == "method")
                method = value;
            else if (key == "params")
                params = value;
        });
        if (m_id.empty())
            return;
        if (method == R"("ping")" || method == R"("logging/setLevel")")
            result("{}");
        else if (method == R"("tools/call")")
            call(member(params, "name"), member(params, "arguments"));
        else if (method == R"("tools/list")")
            result(kTools);
        else if (method == R"("initialize")")
            initialize(member(params, "protocolVersion"));
        else
            error(-32601, "Method not found");
    }
    void flush() { m_out.flush(); }

private:
    Output &response() { return m_out << R"({"jsonrpc":"2.0","id":)" << m_id; }
    void result(std::string_view json) { response() << R"(,"result":)" << json << "}\n"; }
    void error(int code, std::string_view text)
    {
        response() << R"(,"error":{"code":)" << std::to_string(code) << R"(,"message":")" << text
                   << "\"}}\n";
    }
    Output &beginText() { return response() << R"(,"result":{"content":[{"type":"text","text":)"; }
    void endText() { m_out << "}]}}\n"; }

    void initialize(std::string_view asked)
    {
        const bool known = asked == R"("2024-11-05")" || asked == R"("2025-03-26")"
            || asked == R"("2025-06-18")" || asked == R"("2025-11-25")";
        response() << R"(,"result":{"protocolVersion":)" << (known ? asked : R"("2025-11-25")"sv)
                   << R"(,"capabilities":{"tools":{},"logging":{}},)"
                   << R"("serverInfo":{"name":"echoserver","version":"1.0.0"}}})"
                   << "\n";
    }

    void call(std::string_view name, std::string_view arguments)
    {
        if (name == R"("echo")") {
            const std::string_view message = member(arguments, "message");
            beginText() << (message.empty() ? R"("")"sv : message);
            endText();
        } else if (name == R"("flood")") {
            flood(number(arguments, "n", 1000), number(arguments, "size", 200));
            beginText() << R"("done")";
            endText();
        } else if (name == R"("big")") {
            beginText() << "\"";
            m_out.fill('b', number(arguments, "bytes", 1 << 20));
            m_out << "\"";
            endText();
        } else {
            error(-32602, "There is no such tool");
        }
    }

    void flood(std::size_t count, std::size_t size)
    {
        constexpr auto kHead = R"({"jsonrpc":"2.0","method":"notifications/message","params":)"
                               R"({"level":"info","logger":"flood","data":")"sv;
        constexpr auto kTail = R"("}})"sv;
        for (std::size_t i = 0; i < count; ++i) {
            const std::string index = std::to_string(i) + ' ';
            const std::size_t used = kHead.size() + index.size() + kTail.size();
            m_out << kHead << index;
            m_out.fill('x', size > used ? size - used : 0);
            m_out << kTail << "\n";
        }
    }

    Output m_out;
    std::string_view m_id;
};

} // namespace

int main()
{
    Server server;
    std::string input;
    static std::array<char, kReadSize> block;
    for (;;) {
        const ssize_t got = read(STDIN_FILENO, block.data(), block.size());
        if (got <= 0)
            return 0;
        input.append(block.data(), std::size_t(got));
        std::size_t begin = 0;
        for (std::size_t end; (end = input.find('\n', begin)) != std::string::npos; begin = end + 1)
            server.handle(std::string_view(input).substr(begin, end - begin));
        input.erase(0, begin);
        server.flush();
    }
}
