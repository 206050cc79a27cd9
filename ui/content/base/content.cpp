// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/base/content.h"

#include "content/base/contenttext.h"

#include <algorithm>

namespace sonde::content {
namespace {

using DocumentPtr = std::shared_ptr<const json::Document>;

constexpr qsizetype kMaxWord = 200; // of a type or name that is shown in a line
constexpr qsizetype kMaxUri = 4000;
constexpr int kMaxNesting = 4; // of tool_result in tool_result

QString word(const json::Value &value, qsizetype most = kMaxWord)
{
    if (!value.isString())
        return {};
    // Decoding a hundred megabytes to keep a line of them would block the window.
    const std::string_view raw = value.raw();
    constexpr std::size_t kLongestEscape = 6;
    if (raw.size() > std::size_t(most) * kLongestEscape) {
        const std::string_view inside = raw.substr(1, std::size_t(most));
        return json::toQString(json::decodeString(inside));
    }
    return value.toString().left(most);
}

QString nameOf(const json::Value &value)
{
    const QString title = word(value["title"]);
    return title.isEmpty() ? word(value["name"]) : title;
}

Content blockAt(const DocumentPtr &document, const json::Value &value, const QString &heading)
{
    Content content;
    content.document = document;
    content.block = value.id();
    content.heading = heading;
    return content;
}

// Text or blob: 2025-11-25 server/resources, TextResourceContents and BlobResourceContents.
void fillFromResource(Content &content, const json::Value &item)
{
    content.uri = word(item["uri"], kMaxUri);
    content.mediaType = word(item["mimeType"]);
    const json::Value text = item["text"];
    const json::Value blob = item["blob"];
    if (text.isString()) {
        content.payload = text.id();
        if (blob.exists())
            content.note = Text::tr("The resource has a text and a blob; this is the text.");
    } else if (blob.isString()) {
        content.payload = blob.id();
        content.base64 = true;
    } else {
        content.isJson = true;
        content.note = Text::tr("The resource has neither a text nor a blob.");
    }
}

void fillFromData(Content &content, const json::Value &block)
{
    content.mediaType = word(block["mimeType"]);
    const json::Value data = block["data"];
    if (data.isString()) {
        content.payload = data.id();
        content.base64 = true;
    } else {
        content.isJson = true;
        content.note = Text::tr("The block has no data.");
    }
}

class Collector {
public:
    explicit Collector(DocumentPtr document)
        : m_document(std::move(document))
    {
    }

    void addAll(const json::Value &blocks, const QString &heading, int depth)
    {
        if (!blocks.isArray()) {
            add(blocks, heading, depth);
            return;
        }
        for (const json::Value block : blocks)
            add(block, heading, depth);
    }

    std::vector<Content> take()
    {
        if (m_left > 0) {
            Content last;
            last.kind = Text::tr("omitted");
            last.note =
                Text::tr("Further blocks, shown only in the tree: %L1").arg(qulonglong(m_left));
            m_contents.push_back(std::move(last));
        }
        return std::move(m_contents);
    }

private:
    void add(const json::Value &block, const QString &heading, int depth)
    {
        if (m_contents.size() >= kMaxContents) {
            ++m_left;
            return;
        }
        m_contents.push_back(blockAt(m_document, block, heading));
        Content &content = m_contents.back();
        content.kind = word(block["type"]);
        if (content.kind == QLatin1String("text") && block["text"].isString()) {
            content.payload = block["text"].id();
            // No revision defines a media type for text blocks, but some servers send one.
            content.mediaType = word(block["mimeType"]);
        } else if (content.kind == QLatin1String("image")
            || content.kind == QLatin1String("audio")) {
            fillFromData(content, block);
        } else if (content.kind == QLatin1String("resource") && block["resource"].isObject()) {
            fillFromResource(content, block["resource"]);
        } else if (content.kind == QLatin1String("resource_link")) {
            content.name = nameOf(block);
            content.uri = word(block["uri"], kMaxUri);
            content.mediaType = word(block["mimeType"]);
        } else if (content.kind == QLatin1String("tool_use")) {
            content.name = word(block["name"]);
            content.isJson = true;
        } else if (content.kind == QLatin1String("tool_result")) {
            addToolResult(content, block, depth);
        } else {
            content.isJson = true;
            content.note = content.kind.isEmpty()
                ? Text::tr("The block has no type; shown as received.")
                : Text::tr("No revision up to 2026-07-28 defines this block type; shown as "
                           "received.");
            if (content.kind == QLatin1String("text"))
                content.note = Text::tr("The block has no text.");
            else if (content.kind == QLatin1String("resource"))
                content.note = Text::tr("The block has no resource.");
        }
    }

    // 2025-11-25 client/sampling: the result of a tool_use, with content blocks of its own.
    // `content` is not used after the first block inside was added.
    void addToolResult(Content &content, const json::Value &block, int depth)
    {
        content.isJson = true;
        content.name = word(block["toolUseId"]);
        if (block["isError"].toBool().value_or(false))
            content.note = Text::tr("The tool reported an error.");
        if (depth < kMaxNesting && block["content"].isArray())
            addAll(block["content"], Text::tr("in the tool result"), depth + 1);
    }

    DocumentPtr m_document;
    std::vector<Content> m_contents;
    std::size_t m_left = 0;
};

} // namespace

QString viewName(View view)
{
    switch (view) {
    case View::Json:
        return Text::tr("JSON tree");
    case View::Table:
        return Text::tr("Table");
    case View::Markdown:
        return Text::tr("Markdown");
    case View::Text:
        return Text::tr("Text");
    case View::Image:
        return Text::tr("Image");
    case View::Audio:
        return Text::tr("Audio");
    case View::Link:
        return Text::tr("Link");
    case View::File:
        return Text::tr("File");
    case View::Hex:
        return Text::tr("Bytes");
    case View::Raw:
        return Text::tr("Raw");
    }
    return {};
}

Content contentOfBytes(const Bytes &bytes, const QString &mediaType, const QString &name)
{
    Content content;
    content.bytes = bytes;
    content.mediaType = mediaType;
    content.name = name;
    return content;
}

Content contentOfValue(
    const DocumentPtr &document, const json::Value &value, const QString &heading)
{
    Content content = blockAt(document, value, heading);
    content.isJson = true;
    return content;
}

Content contentOfResource(const DocumentPtr &document, const json::Value &item)
{
    Content content = blockAt(document, item, {});
    content.kind = QStringLiteral("resource");
    fillFromResource(content, item);
    return content;
}

std::vector<Content> contentsOfBlocks(
    const DocumentPtr &document, const json::Value &blocks, const QString &heading)
{
    Collector collector(document);
    if (blocks.exists())
        collector.addAll(blocks, heading, 0);
    return collector.take();
}

std::vector<Content> contentsOfResources(const DocumentPtr &document, const json::Value &items)
{
    std::vector<Content> contents;
    for (const json::Value item : items) {
        if (contents.size() == kMaxContents) {
            Content last;
            last.note = Text::tr("Further contents, shown only in the tree: %L1")
                            .arg(items.count() - kMaxContents);
            contents.push_back(std::move(last));
            break;
        }
        contents.push_back(contentOfResource(document, item));
    }
    return contents;
}

} // namespace sonde::content
