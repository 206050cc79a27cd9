// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/harimport.h"

#include "trace/record/tracetr.h"
#include <QByteArray>
#include <QUrl>

#include <algorithm>

namespace sonde::trace {

namespace {

Error harError(std::size_t entry, const char *why)
{
    return {.domain = Domain::Storage,
        .sentence = Text::tr("The HTTP log cannot be read, entry %1: %2")
                        .arg(entry)
                        .arg(QString::fromUtf8(why))};
}

// Without line ends, so that a header cannot smuggle in another one.
std::string singleLine(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\r' || c == '\n' || c == '\0'; }, ' ');
    return text;
}

std::string headOf(const std::string &firstLine, const json::Value &headers)
{
    std::string head = singleLine(firstLine) + "\r\n";
    for (const auto header : headers) {
        const std::string name = singleLine(header["name"].text());
        // The pseudo-headers of HTTP/2 are already in the first line.
        if (!name.empty() && !name.starts_with(':'))
            head += name + ": " + singleLine(header["value"].text()) + "\r\n";
    }
    return head + "\r\n";
}

std::string versionOf(const json::Value &value)
{
    const std::string version = value.text();
    return version.empty() ? "HTTP/1.1" : singleLine(version);
}

Result<void> readResponse(const json::Value &response, std::size_t number, ImportedExchange &out)
{
    const auto status = response["status"].toInt64().value_or(0);
    if (status < 0 || status > 999)
        return harError(number, "its status cannot be.");
    out.status = static_cast<int>(status);
    if (out.status == 0)
        return {}; // blocked, or without a response
    out.version = versionOf(response["httpVersion"]);
    out.reason = singleLine(response["statusText"].text());
    out.responseHead = headOf(
        out.version + ' ' + std::to_string(out.status) + ' ' + out.reason, response["headers"]);
    const auto content = response["content"];
    out.mediaType = singleLine(content["mimeType"].text());
    out.responseBody = content["text"].text();
    if (content["encoding"].equals("base64")) {
        const auto decoded = QByteArray::fromBase64Encoding(
            QByteArray::fromStdString(out.responseBody), QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded)
            return harError(number, "its base64 is none.");
        out.responseBody = decoded.decoded.toStdString();
    }
    return {};
}

void readTimes(const json::Value &entry, ImportedExchange &out)
{
    out.durationNs = nanosecondsOf(entry["time"]);
    const auto timings = entry["timings"];
    if (!timings.isObject())
        return;
    const std::int64_t secure = nanosecondsOf(timings["ssl"]);
    const std::int64_t connect = nanosecondsOf(timings["connect"]);
    std::int64_t at = nanosecondsOf(timings["blocked"]);
    const auto phase = [&](const char *name, std::int64_t length) {
        at += length;
        out.times.emplace_back(name, at);
    };
    if (const auto dns = nanosecondsOf(timings["dns"]); dns > 0)
        phase("resolved", dns);
    if (connect > 0)
        phase("connected", std::max<std::int64_t>(0, connect - secure)); // TLS is a part of it
    if (secure > 0)
        phase("secured", secure);
    phase("requestSent", nanosecondsOf(timings["send"]));
    phase("firstByte", nanosecondsOf(timings["wait"]));
    phase("ended", nanosecondsOf(timings["receive"]));
    out.durationNs = std::max(out.durationNs, at);
}

std::string targetOf(const QUrl &url)
{
    const std::string target = url.toString(QUrl::RemoveScheme | QUrl::RemoveAuthority
                                      | QUrl::RemoveFragment | QUrl::FullyEncoded)
                                   .toStdString();
    return target.empty() ? "/" : target;
}

struct Entry {
    json::Value value;
    std::size_t number = 0; // starts at 1
    std::int64_t wallNs = 0;
};

Result<void> readEntry(const Entry &entry, ImportFeed &feed)
{
    const auto request = entry.value["request"];
    ImportedExchange exchange;
    exchange.wallNs = entry.wallNs;
    exchange.method = singleLine(request["method"].text());
    exchange.url = request["url"].text();
    const QUrl url(QString::fromStdString(exchange.url));
    if (exchange.method.empty() || !url.isValid() || url.host().isEmpty())
        return harError(entry.number, "its request has no method or no URL.");
    exchange.target = targetOf(url);
    exchange.requestHead =
        headOf(exchange.method + ' ' + exchange.target + ' ' + versionOf(request["httpVersion"]),
            request["headers"]);
    exchange.requestBody = request["postData"]["text"].text();
    if (auto read = readResponse(entry.value["response"], entry.number, exchange); !read)
        return read;
    exchange.error = entry.value["_error"].text();
    readTimes(entry.value, exchange);
    feed.exchange(url.host(), exchange);
    return {};
}

// An object of names and values; the media type is one of them.
std::string headOfObject(
    const std::string &firstLine, const json::Value &headers, std::string *type)
{
    std::string head = singleLine(firstLine) + "\r\n";
    for (const auto header : headers) {
        const std::string name = singleLine(header.key());
        const std::string value = singleLine(header.text());
        if (type
            && QByteArray::fromStdString(name).compare("content-type", Qt::CaseInsensitive) == 0)
            *type = value;
        head.append(name).append(": ").append(value).append("\r\n");
    }
    return head + "\r\n";
}

Result<void> readNetworkEntry(const Entry &entry, ImportFeed &feed)
{
    const json::Value &value = entry.value;
    ImportedExchange exchange;
    exchange.wallNs = entry.wallNs;
    exchange.method = singleLine(value["method"].text());
    exchange.url = value["url"].text();
    exchange.durationNs = nanosecondsOf(value["duration"]);
    exchange.error = value["error"].text();
    const QUrl url(QString::fromStdString(exchange.url));
    if (exchange.method.empty() || !url.isValid() || url.host().isEmpty())
        return harError(entry.number, "its request has no method or no URL.");
    exchange.target = targetOf(url);
    exchange.requestHead = headOfObject(
        exchange.method + ' ' + exchange.target + " HTTP/1.1", value["requestHeaders"], nullptr);
    exchange.requestBody = value["requestBody"].text();
    const auto status = value["responseStatus"].toInt64().value_or(0);
    if (status < 0 || status > 999)
        return harError(entry.number, "its status cannot be.");
    exchange.status = static_cast<int>(status);
    if (exchange.status != 0) {
        exchange.version = "HTTP/1.1"; // the log does not say which one it was
        exchange.reason = singleLine(value["responseStatusText"].text());
        exchange.responseHead = headOfObject(
            exchange.version + ' ' + std::to_string(exchange.status) + ' ' + exchange.reason,
            value["responseHeaders"], &exchange.mediaType);
        exchange.mediaType = exchange.mediaType.substr(0, exchange.mediaType.find(';'));
        exchange.responseBody = value["responseBody"].text();
    }
    feed.exchange(url.host(), exchange);
    return {};
}

using ReadEntry = Result<void> (*)(const Entry &, ImportFeed &);

// In the order of their times, which are in the member `time`.
Result<void> importEntries(const json::Value &array, const char *time, ReadEntry read,
    ImportFeed &feed, const std::stop_token &stop)
{
    std::vector<Entry> entries;
    for (const auto value : array) {
        const auto began = timeOf(value[time].text());
        if (!began)
            return harError(
                entries.size() + 1, (std::string("its ") + time + " is no time.").c_str());
        entries.push_back({value, entries.size() + 1, *began});
    }
    std::stable_sort(entries.begin(), entries.end(),
        [](const Entry &a, const Entry &b) { return a.wallNs < b.wallNs; });
    for (const Entry &entry : entries) {
        if (stop.stop_requested())
            break;
        if (auto done = read(entry, feed); !done)
            return done;
    }
    return {};
}

} // namespace

Result<void> importHar(const json::Value &root, ImportFeed &feed, const std::stop_token &stop)
{
    return importEntries(root["log"]["entries"], "startedDateTime", readEntry, feed, stop);
}

Result<void> importInspectorNetwork(
    const json::Value &root, ImportFeed &feed, const std::stop_token &stop)
{
    return importEntries(root, "timestamp", readNetworkEntry, feed, stop);
}

} // namespace sonde::trace
