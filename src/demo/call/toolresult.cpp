// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/call/toolresult.h"

#include "json/builder.h"

#include <QByteArray>

namespace sonde::demo {

std::string base64(std::string_view bytes)
{
    return QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size())).toBase64().toStdString();
}

std::string textBlock(std::string_view text)
{
    json::Builder block;
    block.beginObject().member("type", "text").member("text", text).endObject();
    return block.takeString();
}

static std::string mediaBlock(
    std::string_view type, std::string_view bytes, std::string_view mimeType)
{
    json::Builder block;
    block.beginObject()
        .member("type", type)
        .member("data", base64(bytes))
        .member("mimeType", mimeType)
        .endObject();
    return block.takeString();
}

std::string imageBlock(std::string_view bytes, std::string_view mimeType)
{
    return mediaBlock("image", bytes, mimeType);
}

std::string audioBlock(const Features &features, std::string_view bytes, std::string_view mimeType)
{
    if (features.audio)
        return mediaBlock("audio", bytes, mimeType);
    return textBlock("Omitted: " + std::to_string(bytes.size()) + " bytes of "
        + std::string(mimeType) + "; revision " + std::string(revisionName(features.revision))
        + " has no audio content.");
}

std::string linkBlock(const Features &features, std::string_view uri, std::string_view resource)
{
    if (!features.resourceLinks)
        return textBlock("See the resource " + std::string(uri));
    return R"({"type":"resource_link",)" + std::string(resource.substr(1));
}

std::string embeddedBlock(
    const Features &features, std::string_view contents, std::string_view lastModified)
{
    json::Builder block;
    block.beginObject()
        .member("type", "resource")
        .rawMember("resource", contents)
        .key("annotations")
        .beginObject()
        .rawMember("audience", R"(["user","assistant"])")
        .rawMember("priority", "0.8");
    if (features.lastModified && !lastModified.empty())
        block.member("lastModified", lastModified);
    block.endObject().endObject();
    return block.takeString();
}

ToolResult &ToolResult::block(std::string_view json)
{
    if (!m_blocks.empty())
        m_blocks += ',';
    m_blocks += json;
    return *this;
}

ToolResult &ToolResult::structured(std::string_view json)
{
    if (m_features.structured)
        m_structured = json;
    return *this;
}

ToolResult &ToolResult::error()
{
    m_isError = true;
    return *this;
}

std::string ToolResult::json() const
{
    json::Builder result;
    result.beginObject().rawMember("content", '[' + m_blocks + ']');
    if (!m_structured.empty())
        result.rawMember("structuredContent", m_structured);
    result.member("isError", m_isError).endObject();
    return result.takeString();
}

} // namespace sonde::demo
