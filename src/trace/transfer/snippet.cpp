// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/snippet.h"

#include "trace/transfer/curlsnippet.h"
#include "trace/transfer/redactor.h"
#include "trace/transfer/shellword.h"
#include "trace/transfer/snippeterror.h"
#include "json/builder.h"
#include "json/document.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace sonde::trace {

namespace {

// A text as a JSON string, which is also a TypeScript string.
std::string jsonString(std::string_view text)
{
    std::string out;
    json::appendQuoted(out, text);
    return out;
}

// Python reads some JSON escapes differently (half a surrogate pair), so it gets the JSON itself.
std::string pythonString(std::string_view text)
{
    static constexpr std::string_view kDigits = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 0x20 || byte == 0x7f) {
            out += "\\x";
            out += kDigits[byte >> 4U];
            out += kDigits[byte & 0xfU];
        } else {
            out += c;
        }
    }
    return out + '"';
}

// Members of _meta that sonde-cli writes itself (2026-07-28 basic#meta, 2025-11-25
// basic/utilities/progress).
bool isOwnMeta(std::string_view name)
{
    static constexpr std::string_view kOwn[] = {"progressToken",
        "io.modelcontextprotocol/protocolVersion", "io.modelcontextprotocol/clientInfo",
        "io.modelcontextprotocol/clientCapabilities", "io.modelcontextprotocol/logLevel"};
    return std::find(std::begin(kOwn), std::end(kOwn), name) != std::end(kOwn);
}

// Whether `tools call` sends the same with the name and the arguments alone.
bool isPlainCall(const json::Value &params)
{
    std::set<std::string> seen;
    for (const json::Value member : params) {
        const std::string key(member.key());
        if (!seen.insert(key).second || (key != "name" && key != "arguments" && key != "_meta"))
            return false;
    }
    const json::Value meta = params["_meta"];
    if (meta.exists() && !meta.isObject())
        return false;
    for (const json::Value member : meta) {
        if (!isOwnMeta(member.key()))
            return false;
    }
    // sonde-cli would read a name that begins like an option as one.
    const json::Value name = params["name"];
    return name.isString() && !name.text().empty() && !name.text().starts_with('-');
}

// In a JavaScript object literal, __proto__ sets the prototype instead of a member.
bool namesPrototype(const json::Document &document)
{
    for (json::NodeId id = 0; id < document.nodeCount(); ++id) {
        if (document.value(id).key() == "__proto__")
            return true;
    }
    return false;
}

struct Call {
    json::Document document;
    std::string method;
    std::string params; // JSON as recorded, or empty
    bool isRequest = true;

    json::Value member(std::string_view name) const { return document.root()["params"][name]; }
};

Result<Call> callOf(const SnippetSource &source)
{
    const auto bytes = source.store->read(source.message);
    if (!bytes)
        return bytes.error();
    Call call;
    std::string text(bytes->view());
    if (source.redactor)
        source.redactor->redact(text);
    call.document = json::Document::parse(Bytes::copyOf(text));
    const auto root = call.document.root();
    const auto method = root["method"];
    if (!call.document.isValid() || !root.isObject() || !method.isString())
        return snippetError("Only a request or a notification can be sent again.");
    const QByteArray raw =
        QByteArray::fromRawData(bytes->data(), static_cast<qsizetype>(bytes->size()));
    if (QString::fromUtf8(raw).toUtf8() != raw)
        return snippetError("The message is not valid UTF-8.");
    call.method = method.text();
    call.isRequest = root["id"].exists();
    if (const auto params = root["params"]; params.exists())
        call.params = std::string(params.raw());
    return call;
}

Result<std::string> serverWords(const SnippetSource &source)
{
    std::string words;
    for (const QString &word : source.server)
        words += ' ' + shellWord(word.toStdString());
    if (!words.empty())
        return words;
    if (!source.exchange)
        return std::string(" -- PROGRAM");
    const auto url = exchangeUrl(*source.store, *source.exchange);
    if (!url)
        return url.error();
    return " --url " + shellWord(*url);
}

Result<std::string> command(const SnippetSource &source)
{
    const auto call = callOf(source);
    if (!call)
        return call.error();
    const auto server = serverWords(source);
    if (!server)
        return server.error();
    const std::string name = call.value().member("name").text();
    const auto arguments = call.value().member("arguments");
    for (const auto &word : {call.value().method, name, call.value().params}) {
        if (word.size() > kMaxSnippetWord)
            return snippetError("The message is too long for a command line.");
        if (word.find('\0') != std::string::npos)
            return snippetError("A command line argument cannot contain NUL.");
    }
    if (call.value().method.starts_with('-') || call.value().method.empty())
        return snippetError("sonde-cli would take the method for an option.");
    if (call.value().isRequest && call.value().method == "tools/call"
        && isPlainCall(call.value().document.root()["params"])) {
        std::string line = "sonde-cli tools call " + shellWord(name);
        if (arguments.exists())
            line += " --args " + shellWord(arguments.raw());
        return line + *server;
    }
    std::string line = call.value().isRequest ? "sonde-cli request " : "sonde-cli notify ";
    line += shellWord(call.value().method);
    if (!call.value().params.empty())
        line += ' ' + shellWord(call.value().params);
    return line + *server;
}

Result<std::string> typeScript(const SnippetSource &source)
{
    const auto call = callOf(source);
    if (!call)
        return call.error();
    std::string params = call.value().params;
    if (!params.empty() && namesPrototype(call.value().document))
        params = "JSON.parse(" + jsonString(params) + ")";
    const std::string both = "{ method: " + jsonString(call.value().method)
        + (params.empty() ? "" : ", params: " + params) + " }";
    const std::string head = "// client: a connected Client of @modelcontextprotocol/sdk\n";
    if (!call.value().isRequest)
        return head + "await client.notification(" + both + ");\n";
    static constexpr std::pair<std::string_view, std::string_view> kMethods[] = {
        {"tools/call", "callTool"}, {"tools/list", "listTools"}, {"resources/read", "readResource"},
        {"resources/list", "listResources"}, {"prompts/get", "getPrompt"},
        {"prompts/list", "listPrompts"}};
    for (const auto &[method, function] : kMethods) {
        if (method != call.value().method)
            continue;
        std::string text = head + "const result = await client.";
        text.append(function).append("(").append(params).append(");\n");
        return text;
    }
    return "import { z } from 'zod';\n\n" + head + "const result = await client.request(" + both
        + ", z.any());\n";
}

Result<std::string> python(const SnippetSource &source)
{
    const auto call = callOf(source);
    if (!call)
        return call.error();
    const auto loads = [](std::string_view json) {
        return "json.loads(" + pythonString(json) + ")";
    };
    const std::string head = "import json\n\n# session: an initialized ClientSession of mcp\n";
    const auto name = call.value().member("name");
    const auto arguments = call.value().member("arguments");
    const std::string_view method = call.value().method;
    if (call.value().isRequest && name.isString()
        && (method == "tools/call" || method == "prompts/get")) {
        return head + "result = await session."
            + (method == "tools/call" ? "call_tool" : "get_prompt") + '(' + loads(name.raw())
            + (arguments.exists() ? ", " + loads(arguments.raw()) : std::string()) + ")\n";
    }
    if (call.value().isRequest && method == "resources/read"
        && call.value().member("uri").isString())
        return head + "result = await session.read_resource("
            + loads(call.value().member("uri").raw()) + ")\n";
    json::Builder both;
    both.beginObject().member("method", method);
    if (!call.value().params.empty())
        both.rawMember("params", call.value().params);
    const std::string text = loads(both.endObject().takeString());
    const std::string types = "from mcp import types\n" + head;
    if (!call.value().isRequest)
        return types + "await session.send_notification(\n"
            + "    types.ClientNotification.model_validate(" + text + ")\n)\n";
    return types + "result = await session.send_request(\n    types.ClientRequest.model_validate("
        + text + "),\n    types.Result,\n)\n";
}

} // namespace

Result<std::string> snippet(SnippetKind kind, const SnippetSource &source)
{
    switch (kind) {
    case SnippetKind::Json: {
        const auto bytes = source.store->read(source.message);
        if (!bytes)
            return bytes.error();
        return std::string(bytes->view());
    }
    case SnippetKind::Command:
        return command(source);
    case SnippetKind::Curl:
        return curlSnippet(*source.store, source.exchange.value_or(source.message));
    case SnippetKind::TypeScript:
        return typeScript(source);
    case SnippetKind::Python:
        return python(source);
    }
    return std::string();
}

} // namespace sonde::trace
