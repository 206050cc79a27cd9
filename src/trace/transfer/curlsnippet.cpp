// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/curlsnippet.h"

#include "trace/transfer/recordedhead.h"
#include "trace/transfer/redactor.h"
#include "trace/transfer/shellword.h"
#include "trace/transfer/snippeterror.h"
#include "json/document.h"

#include <QUrl>
#include <QUrlQuery>

#include <algorithm>
#include <array>

namespace sonde::trace {

namespace {

constexpr std::uint64_t kMaxCommandHead = 64 * 1024;
constexpr const char *kSecret = "<secret>";
// curl generates these headers itself.
constexpr std::array<std::string_view, 6> kOfTheConnection{
    "accept-encoding", "connection", "content-length", "host", "te", "transfer-encoding"};

// RFC 9110 section 5.6.2. curl could read any other name as something else: @FILE.
bool isToken(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return isLetter || (c >= '0' && c <= '9')
            || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
    });
}

std::string lower(std::string_view text)
{
    std::string out(text);
    for (char &c : out)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    return out;
}

Result<std::string> urlOf(const json::Value &root)
{
    QUrl url(QString::fromStdString(root["url"].text()));
    if (!url.isValid() || (url.scheme() != u"http" && url.scheme() != u"https")
        || url.host().isEmpty())
        return snippetError("The URL of the message is unknown.");
    if (!url.userInfo().isEmpty())
        url.setUserInfo(QString::fromLatin1(kSecret));
    if (url.hasQuery()) {
        QUrlQuery safe;
        for (const auto &[name, value] : QUrlQuery(url).queryItems(QUrl::FullyEncoded)) {
            const bool isSecret =
                Redactor::isSecret(QUrl::fromPercentEncoding(name.toUtf8()).toStdString());
            safe.addQueryItem(name, isSecret ? QString::fromLatin1("%3Csecret%3E") : value);
        }
        url.setQuery(safe);
    }
    return url.toString(QUrl::FullyEncoded).toStdString();
}

// -H for each header, without the request line.
std::string headerWords(std::string_view head, Redactor &redactor)
{
    std::string words;
    head.remove_prefix(std::min(head.find('\n'), head.size()));
    while (!head.empty()) {
        const auto end = std::min(head.find('\n'), head.size());
        const auto line = head.substr(0, end);
        head.remove_prefix(std::min(end + 1, head.size()));
        const auto colon = line.find(':');
        if (colon == std::string_view::npos)
            continue;
        const auto name = line.substr(0, colon);
        const std::string key = lower(name);
        const auto *const own =
            std::find(kOfTheConnection.begin(), kOfTheConnection.end(), std::string_view(key));
        if (!isToken(name) || own != kOfTheConnection.end())
            continue;
        std::string value(withoutBlanks(line.substr(colon + 1)));
        std::string field = std::string(name) + ": " + value;
        // A recording contains no secret header values, but their lengths.
        if (Redactor::isSecret(key) || redactor.redact(field) || value.starts_with("(hidden, "))
            value = kSecret;
        // curl omits a header without a value, unless it ends with a semicolon.
        const std::string whole = std::string(name) + (value.empty() ? ";" : ": " + value);
        words += " \\\n  -H " + shellWord(whole);
    }
    return words;
}

} // namespace

Result<std::string> exchangeUrl(const Store &store, const Record &exchange)
{
    const auto facts = store.read(exchange);
    if (!facts)
        return facts.error();
    return urlOf(json::Document::parse(*facts).root());
}

Result<std::string> curlSnippet(const Store &store, const Record &exchange)
{
    if (exchange.kind != rpc::Kind::Exchange)
        return snippetError("The message was not sent over HTTP.");
    const auto facts = store.read(exchange);
    if (!facts)
        return facts.error();
    const auto document = json::Document::parse(*facts);
    const auto root = document.root();
    const auto url = urlOf(root);
    if (!url)
        return url.error();
    const std::string method = root["method"].text();
    if (!isToken(method) || method.starts_with('-'))
        return snippetError("The request has no valid HTTP method.");
    auto redactor = Redactor::create();
    if (!redactor)
        return redactor.error();
    const auto request = root["request"];
    const auto stream = static_cast<rpc::StreamId>(countOf(request["stream"]));
    const auto headSize = countOf(request["head"]);
    const auto bodySize = countOf(request["body"]);
    if (headSize > kMaxCommandHead || bodySize > kMaxSnippetWord)
        return snippetError("The request is too long for a command line.");
    const auto head = store.read(stream, countOf(request["offset"]), headSize);
    if (!head)
        return head.error();
    std::string line = "curl -sS -N --globoff -X " + method + " --url " + shellWord(*url)
        + headerWords(head->view(), redactor.value());
    if (bodySize > 0) {
        const auto body = store.read(stream, countOf(request["offset"]) + headSize, bodySize);
        if (!body)
            return body.error();
        std::string text(body->view());
        const QByteArray raw = QByteArray::fromStdString(text);
        if (QString::fromUtf8(raw).toUtf8() != raw || text.find('\0') != std::string::npos)
            return snippetError("The body of the request is not text.");
        redactor.value().redact(text);
        line += " \\\n  --data-raw " + shellWord(text);
    }
    return line + '\n';
}

} // namespace sonde::trace
