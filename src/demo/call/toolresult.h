// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/features.h"

#include <string>
#include <string_view>

namespace sonde::demo {

std::string base64(std::string_view bytes);

// Blocks of content for tool results, prompts and sampling, as JSON. A kind that the revision does
// not know becomes a text that says so, because nothing may be dropped silently.
std::string textBlock(std::string_view text);
std::string imageBlock(std::string_view bytes, std::string_view mimeType);
std::string audioBlock(const Features &features, std::string_view bytes, std::string_view mimeType);
// `resource` is an entry of resources/list, an object.
std::string linkBlock(const Features &features, std::string_view uri, std::string_view resource);
// `contents` is an entry of a resources/read result, an object.
std::string embeddedBlock(
    const Features &features, std::string_view contents, std::string_view lastModified);

// The result of tools/call, built up block by block.
class ToolResult {
public:
    explicit ToolResult(const Features &features)
        : m_features(features)
    {
    }

    ToolResult &text(std::string_view text) { return block(textBlock(text)); }
    ToolResult &block(std::string_view json);
    ToolResult &structured(
        std::string_view json); // left out where the revision has no place for it
    ToolResult &error();
    std::string json() const;

private:
    const Features &m_features;
    std::string m_blocks;
    std::string m_structured;
    bool m_isError = false;
};

} // namespace sonde::demo
