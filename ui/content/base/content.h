// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "json/document.h"

#include <QString>

#include <memory>
#include <vector>

namespace sonde::content {

// The ways a thing can be looked at. Raw is always among those offered.
enum class View : std::uint8_t {
    Json,
    Table,
    Markdown,
    Text,
    Image,
    Audio,
    Link,
    File, // something that is only named, weighed and saved
    Hex,
    Raw, // the block as it arrived
};

// The word for a menu and for the line over the viewer.
QString viewName(View view);

// One thing that a server sent to be looked at, or to be sent to one. Nothing of it is decoded: it
// says where in a document the text or the base64 stands, and ContentView does the work.
struct Content {
    QString kind; // of the block: "text", "image", "audio", "resource", "resource_link", …
    QString heading; // of a part of a list: "user", "structured content"; repeated ones show once
    QString name; // title or name, plain text
    QString uri; // as the server gave it
    QString mediaType; // as declared; empty: none was
    QString note; // what is odd about it

    std::shared_ptr<const json::Document> document; // null: there are only `bytes`
    json::NodeId block = json::kNoNode; // what Raw shows
    json::NodeId payload = json::kNoNode; // the string with the text or the base64
    bool base64 = false;
    bool isJson = false; // the value `block` itself is to be shown, as structured content is
    Bytes bytes; // without a document
};

// More blocks than this are not listed; the last one then says how many were left out.
constexpr std::size_t kMaxContents = 2000;

Content contentOfBytes(const Bytes &bytes, const QString &mediaType, const QString &name = {});
// A value as it stands, with the tree.
Content contentOfValue(const std::shared_ptr<const json::Document> &document,
    const json::Value &value, const QString &heading = {});
// An item of `contents` of a resources/read result: uri, mimeType, text or blob.
Content contentOfResource(
    const std::shared_ptr<const json::Document> &document, const json::Value &item);
// A content block, or an array of them: the `content` of a tool result, of a prompt's message, of a
// sampling message. Blocks inside a tool_result follow it. A block of an unknown type stays.
std::vector<Content> contentsOfBlocks(const std::shared_ptr<const json::Document> &document,
    const json::Value &blocks, const QString &heading = {});
// The array `contents` of a resources/read result.
std::vector<Content> contentsOfResources(
    const std::shared_ptr<const json::Document> &document, const json::Value &items);

} // namespace sonde::content
