// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/catalog/resourceread.h"

#include "models/catalog/jsonlines.h"
#include "json/builder.h"

#include <utility>

namespace sonde::session {

namespace {

constexpr std::size_t kBase64Line = 76; // characters, as in mail
constexpr std::size_t kReadable = 120; // a longer line of JSON is laid out

bool isOneText(const json::Value &contents)
{
    return contents.count() == 1 && contents.first()["text"].isString();
}

std::string wrapped(std::string_view base64)
{
    std::string lines;
    for (std::size_t at = 0; at < base64.size(); at += kBase64Line)
        lines.append(base64.substr(at, kBase64Line)).append(1, '\n');
    return lines;
}

std::string everything(const json::Value &contents)
{
    std::string text;
    for (const json::Value item : contents) {
        text.append("--- ").append(item["uri"].text()).append(1, ' ');
        text.append(item["mimeType"].text()).append(1, '\n');
        if (item["text"].isString())
            text.append(item["text"].text()).append(1, '\n');
        else if (item["blob"].isString())
            text.append(wrapped(item["blob"].text()));
        else
            text.append(models::jsonLines(item.raw())).append(1, '\n');
    }
    return text;
}

bool isOneLongJson(const std::string &text)
{
    return text.size() > kReadable && text.find('\n') == std::string::npos
        && (text.front() == '{' || text.front() == '[') && !json::Document::parse(text).error();
}

} // namespace

std::pair<Bytes, Bytes> comparableContents(const mcp::Response &before, const mcp::Response &after)
{
    const json::Value olds = before.result()["contents"];
    const json::Value news = after.result()["contents"];
    if (!isOneText(olds) || !isOneText(news))
        return {Bytes::copyOf(everything(olds)), Bytes::copyOf(everything(news))};
    const std::string oldText = olds.first()["text"].text();
    const std::string newText = news.first()["text"].text();
    if (isOneLongJson(oldText) && isOneLongJson(newText)) {
        const std::string oldLines = models::jsonLines(oldText);
        const std::string newLines = models::jsonLines(newText);
        if (oldLines != newLines) // else only white space differs, and that is in the texts
            return {Bytes::copyOf(oldLines), Bytes::copyOf(newLines)};
    }
    return {Bytes::copyOf(oldText), Bytes::copyOf(newText)};
}

ResourceRead::ResourceRead(mcp::Client *client, const QString &uri, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_uri(uri)
    , m_watch(client, uri, this)
{
    connect(&m_request, &Request::changed, this, &ResourceRead::finished);
    connect(&m_watch, &ResourceWatch::changed, this, &ResourceRead::changed);
    connect(&m_watch, &ResourceWatch::updated, this, [this] {
        if (m_readOnUpdate)
            read();
    });
}

Bytes ResourceRead::params(const QString &uri)
{
    return json::Builder().beginObject().member("uri", QStringView(uri)).endObject().take();
}

void ResourceRead::read()
{
    if (m_request.isPending()) {
        m_again = true;
        return;
    }
    m_again = false;
    m_request.send(m_client, QStringLiteral("resources/read"), params(m_uri));
}

void ResourceRead::finished()
{
    if (!m_request.isPending() && m_request.response() && m_request.response() != m_newest) {
        m_previous = std::exchange(m_newest, m_request.response());
        ++m_reads;
    }
    Q_EMIT changed();
    if (!m_request.isPending() && std::exchange(m_again, false)
        && m_client->state() == mcp::ClientState::Ready)
        read();
}

} // namespace sonde::session
