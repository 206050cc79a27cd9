// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/logimport.h"

#include "trace/record/tracetr.h"
#include <algorithm>
#include <array>

namespace sonde::trace {

namespace {

Error logError(const char *what, std::size_t number, const char *why)
{
    return {.domain = Domain::Storage,
        .sentence = Text::tr("The log cannot be read, %1 %2: %3")
                        .arg(QLatin1String(what))
                        .arg(number)
                        .arg(QString::fromUtf8(why))};
}

// A line of a Claude Desktop log: TIME [server] [level] text, or the brackets swapped.
struct DesktopLine {
    std::int64_t wallNs = 0;
    std::string_view server;
    std::string_view level;
    std::string_view text;
};

bool isLevel(std::string_view word)
{
    static constexpr std::array<std::string_view, 5> kLevels{
        "debug", "error", "info", "warn", "warning"};
    return std::find(kLevels.begin(), kLevels.end(), word) != kLevels.end();
}

// Removes "[word] " from the front; empty if there is none.
std::optional<std::string_view> parseBracket(std::string_view &rest)
{
    if (!rest.starts_with('['))
        return {};
    const auto end = rest.find(']');
    if (end == std::string_view::npos)
        return {};
    const auto word = rest.substr(1, end - 1);
    rest.remove_prefix(std::min(end + 2, rest.size()));
    return word;
}

std::optional<DesktopLine> desktopLine(std::string_view line)
{
    const auto blank = line.find(' ');
    if (blank == std::string_view::npos)
        return {};
    const auto time = timeOf(line.substr(0, blank));
    if (!time)
        return {};
    auto rest = line.substr(blank + 1);
    const auto first = parseBracket(rest);
    const auto second = first ? parseBracket(rest) : std::nullopt;
    if (!second)
        return {};
    const bool levelFirst = isLevel(*first) && !isLevel(*second);
    return DesktopLine{*time, levelFirst ? *second : *first, levelFirst ? *first : *second, rest};
}

// Some versions write metadata after the message.
std::string_view withoutMetadata(std::string_view text)
{
    const auto at = text.rfind(" { metadata: ");
    if (json::Document::parse(text).isValid())
        return text;
    return at == std::string_view::npos ? text : text.substr(0, at);
}

struct Crossing {
    std::int64_t wallNs = 0;
    rpc::Channel channel = rpc::Channel::Sent;
    std::string_view message; // the message as JSON
};

// Entries of older versions do not name the sender.
rpc::Channel channelOf(const json::Value &entry)
{
    if (const auto origin = entry["origin"]; origin.isString())
        return origin.equals("server") ? rpc::Channel::Received : rpc::Channel::Sent;
    const std::string method = entry["message"]["method"].text();
    static constexpr std::array<std::string_view, 3> kOfTheClient{
        "notifications/cancelled", "notifications/initialized", "notifications/roots/list_changed"};
    static constexpr std::array<std::string_view, 3> kOfTheServer{
        "elicitation/create", "roots/list", "sampling/createMessage"};
    const auto among = [&method](const auto &names) {
        return std::find(names.begin(), names.end(), std::string_view(method)) != names.end();
    };
    const bool isReceived = method.empty()
        || (method.starts_with("notifications/") ? !among(kOfTheClient) : among(kOfTheServer));
    return isReceived ? rpc::Channel::Received : rpc::Channel::Sent;
}

} // namespace

std::string_view nextLine(std::string_view &text)
{
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

bool isSnoopLine(const json::Value &line)
{
    return line["session_id"].isString() && line["direction"].isString();
}

Result<void> importSnoopLog(std::string_view text, ImportFeed &feed, const std::stop_token &stop)
{
    for (std::size_t number = 1; !text.empty() && !stop.stop_requested(); ++number) {
        const auto line = nextLine(text);
        if (line.empty())
            continue;
        const auto document = json::Document::parse(line);
        const auto root = document.root();
        const auto time = timeOf(root["ts"].text());
        if (!document.isValid() || !isSnoopLine(root) || !time)
            return logError("line", number, "it is no event of mcpsnoop with a time.");
        QString server = root["server_label"].toString();
        if (server.isEmpty())
            server = root["session_id"].toString();
        const std::string direction = root["direction"].text();
        const auto raw = root["raw"];
        const std::string words = root["text"].text();
        if (direction == "stderr")
            feed.diagnostic(server, words, *time);
        else if (direction == "meta")
            feed.lifecycle(server, "started", raw.raw(), *time);
        else if (direction == "c2s" || direction == "s2c")
            feed.message(server, direction == "c2s" ? rpc::Channel::Sent : rpc::Channel::Received,
                raw.exists() ? raw.raw() : std::string_view(words), *time);
        else
            return logError("line", number, "its direction is unknown.");
    }
    return {};
}

Result<void> importInspectorHistory(
    const json::Value &root, ImportFeed &feed, const std::stop_token &stop)
{
    std::vector<Crossing> crossings;
    std::size_t number = 0;
    for (const auto entry : root) {
        ++number;
        const auto time = timeOf(entry["timestamp"].text());
        if (!time || !entry["message"].isObject())
            return logError("entry", number, "it has no message, or no time.");
        const auto channel = channelOf(entry);
        crossings.push_back({*time, channel, entry["message"].raw()});
        const auto response = entry["response"];
        if (!response.isObject())
            continue;
        const auto later = nanosecondsOf(entry["duration"]);
        const auto other =
            channel == rpc::Channel::Sent ? rpc::Channel::Received : rpc::Channel::Sent;
        crossings.push_back({*time + later, other, response.raw()});
    }
    std::stable_sort(crossings.begin(), crossings.end(),
        [](const Crossing &a, const Crossing &b) { return a.wallNs < b.wallNs; });
    for (const Crossing &crossing : crossings) {
        if (stop.stop_requested())
            break;
        // One message per line; its text stays unchanged except for line ends.
        std::string line(crossing.message);
        std::replace_if(
            line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
        feed.message(QStringLiteral("Inspector"), crossing.channel, line, crossing.wallNs);
    }
    return {};
}

bool isDesktopLine(std::string_view line)
{
    return desktopLine(line).has_value();
}

Result<void> importDesktopLog(std::string_view text, ImportFeed &feed, const std::stop_token &stop)
{
    static constexpr std::string_view kFromClient = "Message from client: ";
    static constexpr std::string_view kFromServer = "Message from server: ";
    QString server = QStringLiteral("Claude Desktop");
    std::int64_t wallNs = 0;
    while (!text.empty() && !stop.stop_requested()) {
        const auto line = nextLine(text);
        const auto entry = desktopLine(line);
        if (!entry) {
            // The server's stderr, or another line of the preceding entry.
            if (!line.empty())
                feed.diagnostic(server, line, wallNs);
            continue;
        }
        server = QString::fromUtf8(entry->server.data(), qsizetype(entry->server.size()));
        wallNs = entry->wallNs;
        if (entry->text.starts_with(kFromClient))
            feed.message(server, rpc::Channel::Sent,
                withoutMetadata(entry->text.substr(kFromClient.size())), wallNs);
        else if (entry->text.starts_with(kFromServer))
            feed.message(server, rpc::Channel::Received,
                withoutMetadata(entry->text.substr(kFromServer.size())), wallNs);
        else
            feed.lifecycle(server, entry->level, entry->text, wallNs);
    }
    return {};
}

} // namespace sonde::trace
