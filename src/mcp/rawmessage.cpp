// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/rawmessage.h"

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
        raw.remark = QStringLiteral("It is an answer: nothing answers that.");
        return;
    }
    if (!method.isString()) {
        raw.remark =
            QStringLiteral("It names no method, so no answer can be told to belong to it.");
        return;
    }
    raw.method = method.text();
    if (!id.exists()) {
        raw.kind = RawMessage::Kind::Notification;
        raw.remark = QStringLiteral("It has no id: a notification is not answered.");
    } else if (id.isString() || id.isNumber()) {
        raw.kind = RawMessage::Kind::Request;
        raw.id = id.raw();
    } else {
        raw.remark = QStringLiteral("Its id is neither a text nor a number, so no answer can be "
                                    "told to belong to it.");
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
        raw.problem = QStringLiteral("line %1, column %2: %3")
                          .arg(error->line)
                          .arg(error->column)
                          .arg(error->reason);
        raw.remark = QStringLiteral("It is not JSON, so no answer can be told to belong to it.");
        return raw;
    }
    if (document.root().isObject())
        readObject(document.root(), raw);
    else if (document.root().isArray())
        raw.remark = QStringLiteral("It is a batch: its answers are in the trace only.");
    else
        raw.remark = QStringLiteral("It is no object, so no answer can be told to belong to it.");
    return raw;
}

} // namespace sonde::mcp
