// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/callcontents.h"

#include "mcp/task/task.h"
#include "widgets/kit/frame/widgettext.h"

namespace sonde::widgets {

std::vector<content::Content> callContents(
    const std::shared_ptr<const json::Document> &document, const json::Value &result)
{
    if (mcp::isTaskCreated(result))
        return {content::contentOfValue(document, result, Text::tr("The task, as created"))};
    const json::Value blocks = result["content"];
    const json::Value structured = result["structuredContent"];
    std::vector<content::Content> contents;
    if (blocks.isArray()) {
        contents = content::contentsOfBlocks(document, blocks);
    } else {
        contents.push_back(
            blocks.exists() ? content::contentOfValue(document, blocks) : content::Content());
        contents.back().kind = QStringLiteral("content");
        contents.back().note =
            Text::tr("The result has no content array; every revision requires one.");
    }
    if (structured.exists())
        contents.push_back(
            content::contentOfValue(document, structured, Text::tr("Structured content")));
    return contents;
}

} // namespace sonde::widgets
