// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/offeredtools.h"

#include <utility>

namespace sonde::findings {

namespace {

OfferedTools::Tool::AsTask asTaskOf(const json::Value &tool)
{
    using enum OfferedTools::Tool::AsTask;
    const auto support = tool["execution"]["taskSupport"];
    return support.equals("required") ? Required
        : support.equals("optional")  ? Optional
                                      : Forbidden;
}

} // namespace

void OfferedTools::addPage(const json::Value &result, bool isFirst, trace::Number number)
{
    if (isFirst) {
        m_tools.clear();
        m_apps.clear();
    }
    m_lastPage = number;
    for (const json::Value tool : result["tools"]) {
        const auto name = tool["name"];
        if (!name.isString() || m_tools.size() >= kMaxTools)
            continue;
        const auto [place, isNew] = m_tools.try_emplace(name.text());
        if (!isNew)
            continue; // which of two a client takes is not known
        Tool &added = place->second;
        added.number = number;
        added.hasOutputSchema = tool["outputSchema"].isObject();
        added.asTask = asTaskOf(tool);
        if (const auto app = tool["_meta"]["ui"]["resourceUri"]; app.isString())
            m_apps.emplace(app.text(), name.text());
        if (tool.raw().size() <= kMaxDefinition)
            added.text = Bytes::copyOf(tool.raw());
    }
    m_complete = !result["nextCursor"].isString() && m_tools.size() < kMaxTools;
}

const OfferedTools::Tool *OfferedTools::find(std::string_view name) const
{
    const auto found = m_tools.find(name);
    return found == m_tools.end() ? nullptr : &found->second;
}

const OfferedTools::Tool *OfferedTools::ofApp(std::string_view uri) const
{
    const auto found = m_apps.find(uri);
    return found == m_apps.end() ? nullptr : find(found->second);
}

const std::vector<mcp::ToolHeader> &OfferedTools::Tool::headers() const
{
    if (!m_headers) {
        const auto definition = json::Document::parse(text);
        auto read = mcp::readToolHeaders(definition.root()["inputSchema"]);
        m_headers.emplace(read ? std::move(read).value() : std::vector<mcp::ToolHeader>());
    }
    return *m_headers;
}

const schema::Validator *OfferedTools::Tool::validator(const char *member, Compiled &compiled) const
{
    if (!std::exchange(compiled.tried, true)) {
        const auto definition = json::Document::parse(text);
        const auto schema = definition.root()[member];
        if (schema.isObject()) {
            auto made = schema::Validator::make(std::make_shared<const json::Document>(
                json::Document::parse(Bytes::copyOf(schema.raw()))));
            if (made)
                compiled.validator.emplace(std::move(made).value());
        }
    }
    return compiled.validator ? &*compiled.validator : nullptr;
}

} // namespace sonde::findings
