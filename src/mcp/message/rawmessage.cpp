// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/message/rawmessage.h"

#include "mcp/message/mcptext.h"
#include "json/document.h"

#include <algorithm>

namespace sonde::mcp {

namespace {

void readObject(const json::Value &root, RawMessage &raw)
{
    const json::Value method = root["method"];
    const json::Value id = root["id"];
    raw.params = root["params"].raw();
    raw.progressToken = root["params"]["_meta"]["progressToken"].raw();
    if (!method.exists() && (root["result"] || root["error"])) {
        raw.kind = RawMessage::Kind::Response;
        raw.id = id.raw();
        raw.remark = Text::tr("This is a response; responses get no response.");
        return;
    }
    if (!method.isString()) {
        raw.remark = Text::tr("The message has no method, so no response can be matched to it.");
        return;
    }
    raw.method = method.text();
    if (!id.exists()) {
        raw.kind = RawMessage::Kind::Notification;
        raw.remark = Text::tr("The message has no id; notifications get no response.");
    } else if (id.isString() || id.isNumber()) {
        raw.kind = RawMessage::Kind::Request;
        raw.id = id.raw();
    } else {
        raw.remark = Text::tr(
            "The id is neither a string nor a number, so no response can be matched to it.");
    }
}

} // namespace

RawMessage readRaw(const Bytes &text)
{
    RawMessage raw;
    const std::string_view view = text.view();
    raw.lines = 1 + static_cast<int>(std::count(view.begin(), view.end(), '\n'));
    const json::Document document = json::Document::parse(text);
    raw.isJson = document.isValid();
    if (const auto &error = document.error()) {
        raw.problem = Text::tr("line %1, column %2: %3")
                          .arg(error->line)
                          .arg(error->column)
                          .arg(error->reason);
        raw.remark = Text::tr("The text is not JSON, so no response can be matched to it.");
        return raw;
    }
    if (document.root().isObject())
        readObject(document.root(), raw);
    else if (document.root().isArray())
        raw.remark = Text::tr("This is a batch; its responses appear in the trace only.");
    else
        raw.remark =
            Text::tr("The text is not a JSON object, so no response can be matched to it.");
    return raw;
}

} // namespace sonde::mcp
