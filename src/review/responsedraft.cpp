// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/responsedraft.h"

#include "review/reviewtr.h"
#include "json/builder.h"
#include "json/document.h"
#include "json/edit.h"

#include <QByteArray>

namespace sonde::review {

namespace {

Error notAnObject(const json::Document &document)
{
    Error error;
    error.domain = Domain::Json;
    error.sentence =
        document.error() ? document.error()->reason : Text::tr("The response is not an object.");
    return error;
}

Result<Bytes> setMember(const json::Value &object, std::string_view name, std::string_view raw)
{
    const json::Value old = object[name];
    return old ? json::replaceValue(old, raw) : json::appendMember(object, name, raw);
}

} // namespace

Bytes freshResponse()
{
    return Bytes::copyOf(
        "{\n  \"role\": \"assistant\",\n  \"content\": {\n    \"type\": \"text\",\n"
        "    \"text\": \"\"\n  },\n  \"model\": \"written-by-hand\",\n"
        "  \"stopReason\": \"endTurn\"\n}");
}

json::Value firstText(const json::Value &response)
{
    const json::Value content = response["content"];
    if (content.isArray()) {
        for (const json::Value block : content) {
            if (block["type"].equals("text"))
                return block["text"];
        }
        return {};
    }
    return content["type"].equals("text") ? content["text"] : json::Value();
}

Result<Bytes> withText(const Bytes &response, std::string_view utf8)
{
    const json::Document document = json::Document::parse(response);
    if (!document.isValid() || !document.root().isObject())
        return notAnObject(document);
    if (const json::Value text = firstText(document.root()))
        return json::replaceValue(text, json::quoted(utf8));
    return withBlock(response, textBlock(utf8));
}

Result<Bytes> withMember(const Bytes &response, std::string_view name, std::string_view utf8)
{
    const json::Document document = json::Document::parse(response);
    if (!document.isValid() || !document.root().isObject())
        return notAnObject(document);
    return setMember(document.root(), name, json::quoted(utf8));
}

Result<Bytes> withBlock(const Bytes &response, std::string_view block)
{
    const json::Document document = json::Document::parse(response);
    if (!document.isValid() || !document.root().isObject())
        return notAnObject(document);
    const json::Value content = document.root()["content"];
    if (content.isArray())
        return json::insertElement(content, content.count(), block);
    const bool empty = content["type"].equals("text") && content["text"].equals("");
    if (!content || empty)
        return setMember(document.root(), "content", block);
    return json::replaceValue(
        content, '[' + std::string(content.raw()) + ", " + std::string(block) + ']');
}

std::string textBlock(std::string_view utf8)
{
    return json::Builder()
        .beginObject()
        .member("type", "text")
        .member("text", utf8)
        .endObject()
        .takeString();
}

std::string dataBlock(std::string_view type, std::string_view bytes, std::string_view mimeType)
{
    const QByteArray base64 =
        QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size())).toBase64();
    return json::Builder()
        .beginObject()
        .member("type", type)
        .member("data", std::string_view(base64.data(), std::size_t(base64.size())))
        .member("mimeType", mimeType)
        .endObject()
        .takeString();
}

std::string toolUseBlock(std::string_view id, std::string_view name)
{
    return json::Builder()
        .beginObject()
        .member("type", "tool_use")
        .member("id", id)
        .member("name", name)
        .key("input")
        .beginObject()
        .endObject()
        .endObject()
        .takeString();
}

} // namespace sonde::review
