// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/chatcompletions.h"

#include "review/reviewtr.h"
#include "json/builder.h"
#include "json/document.h"

namespace sonde::review {

namespace {

constexpr std::size_t kMaxErrorText = 500;

Error problem(const QString &sentence)
{
    Error error;
    error.domain = Domain::Server;
    error.sentence = sentence;
    return error;
}

std::vector<json::Value> blocksOf(const json::Value &content)
{
    std::vector<json::Value> blocks;
    if (content.isArray()) {
        for (const json::Value block : content)
            blocks.push_back(block);
    } else if (content) {
        blocks.push_back(content);
    }
    return blocks;
}

// "wav" of "audio/x-wav"; the endpoint knows two.
std::string_view audioFormat(const json::Value &block)
{
    const std::string type = block["mimeType"].text();
    return type.find("mp3") != std::string::npos || type.find("mpeg") != std::string::npos ? "mp3"
                                                                                           : "wav";
}

// A block that is neither text nor image nor audio is sent as its JSON.
void addPart(json::Builder &out, const json::Value &block)
{
    const std::string type = block["type"].text();
    out.beginObject();
    if (type == "image") {
        out.member("type", "image_url").key("image_url").beginObject();
        out.member("url",
            std::string_view(
                "data:" + block["mimeType"].text() + ";base64," + block["data"].text()));
        out.endObject();
    } else if (type == "audio") {
        out.member("type", "input_audio").key("input_audio").beginObject();
        out.member("data", std::string_view(block["data"].text()));
        out.member("format", audioFormat(block)).endObject();
    } else {
        out.member("type", "text");
        out.member("text", type == "text" ? std::string_view(block["text"].text()) : block.raw());
    }
    out.endObject();
}

void addContent(json::Builder &out, const std::vector<json::Value> &blocks)
{
    if (blocks.size() == 1 && blocks[0]["type"].equals("text")) {
        out.member("content", std::string_view(blocks[0]["text"].text()));
        return;
    }
    out.key("content").beginArray();
    for (const json::Value &block : blocks)
        addPart(out, block);
    out.endArray();
}

void addToolCalls(json::Builder &out, const std::vector<json::Value> &uses)
{
    out.key("tool_calls").beginArray();
    for (const json::Value &use : uses) {
        const json::Value input = use["input"];
        out.beginObject();
        out.member("id", std::string_view(use["id"].text())).member("type", "function");
        out.key("function").beginObject();
        out.member("name", std::string_view(use["name"].text()));
        out.member("arguments", input ? input.raw() : std::string_view("{}"));
        out.endObject().endObject();
    }
    out.endArray();
}

// Results of tools are messages of their own, one each.
void addToolResult(json::Builder &out, const json::Value &result)
{
    std::string text;
    for (const json::Value &block : blocksOf(result["content"])) {
        if (!text.empty())
            text += '\n';
        text += block["type"].equals("text") ? block["text"].text() : std::string(block.raw());
    }
    if (text.empty() && result["structuredContent"])
        text = result["structuredContent"].raw();
    out.beginObject().member("role", "tool");
    out.member("tool_call_id", std::string_view(result["toolUseId"].text()));
    out.member("content", std::string_view(text)).endObject();
}

void addMessage(json::Builder &out, const json::Value &message)
{
    std::vector<json::Value> said;
    std::vector<json::Value> uses;
    for (const json::Value &block : blocksOf(message["content"])) {
        if (block["type"].equals("tool_result"))
            addToolResult(out, block);
        else if (block["type"].equals("tool_use"))
            uses.push_back(block);
        else
            said.push_back(block);
    }
    if (said.empty() && uses.empty())
        return;
    out.beginObject().member("role", std::string_view(message["role"].text()));
    if (said.empty())
        out.key("content").null();
    else
        addContent(out, said);
    if (!uses.empty())
        addToolCalls(out, uses);
    out.endObject();
}

void addTools(json::Builder &out, const json::Value &tools)
{
    out.key("tools").beginArray();
    for (const json::Value tool : tools) {
        out.beginObject().member("type", "function").key("function").beginObject();
        out.member("name", std::string_view(tool["name"].text()));
        if (tool["description"])
            out.member("description", std::string_view(tool["description"].text()));
        if (tool["inputSchema"])
            out.rawMember("parameters", tool["inputSchema"].raw());
        out.endObject().endObject();
    }
    out.endArray();
}

std::string_view stopReasonOf(std::string_view finish)
{
    if (finish == "stop" || finish.empty())
        return "endTurn";
    if (finish == "length")
        return "maxTokens";
    if (finish == "tool_calls" || finish == "function_call")
        return "toolUse";
    return finish;
}

struct ToolCall {
    std::string id, name, arguments;
};

// The arguments are a text that ought to be a JSON object; what is none stays readable.
void addToolUse(json::Builder &out, const ToolCall &call)
{
    const json::Document arguments = json::Document::parse(call.arguments);
    out.beginObject().member("type", "tool_use");
    out.member("id", std::string_view(call.id)).member("name", std::string_view(call.name));
    if (arguments.isValid() && arguments.root().isObject())
        out.rawMember("input", arguments.root().raw());
    else
        out.key("input")
            .beginObject()
            .member("arguments", std::string_view(call.arguments))
            .endObject();
    out.endObject();
}

Bytes resultOf(const std::string &text, const std::vector<ToolCall> &calls, std::string_view finish,
    const std::string &model)
{
    json::Builder out;
    out.beginObject().member("role", "assistant");
    const auto addText = [&] {
        out.beginObject().member("type", "text").member("text", std::string_view(text)).endObject();
    };
    out.key("content");
    if (calls.empty()) {
        addText();
    } else if (calls.size() == 1 && text.empty()) {
        addToolUse(out, calls[0]);
    } else {
        out.beginArray();
        if (!text.empty())
            addText();
        for (const ToolCall &call : calls)
            addToolUse(out, call);
        out.endArray();
    }
    out.member("model", std::string_view(model));
    out.member("stopReason", calls.empty() ? stopReasonOf(finish) : std::string_view("toolUse"));
    return Bytes::copyOf(out.endObject().takeString());
}

} // namespace

Bytes chatRequest(const json::Value &params, const QString &model, bool stream)
{
    json::Builder out;
    out.beginObject().member("model", QStringView(model));
    out.key("messages").beginArray();
    if (params["systemPrompt"].isString()) {
        out.beginObject().member("role", "system");
        out.member("content", std::string_view(params["systemPrompt"].text())).endObject();
    }
    for (const json::Value message : params["messages"])
        addMessage(out, message);
    out.endArray();
    if (params["maxTokens"])
        out.rawMember("max_tokens", params["maxTokens"].raw());
    if (params["temperature"])
        out.rawMember("temperature", params["temperature"].raw());
    if (const json::Value stop = params["stopSequences"]; stop.isArray() && stop.count() > 0)
        out.rawMember("stop", stop.raw());
    if (const json::Value tools = params["tools"]; tools.isArray() && tools.count() > 0) {
        addTools(out, tools);
        if (params["toolChoice"]["mode"])
            out.member("tool_choice", std::string_view(params["toolChoice"]["mode"].text()));
    }
    if (stream)
        out.member("stream", true);
    return Bytes::copyOf(out.endObject().takeString());
}

Result<Bytes> samplingResult(const json::Value &completion, const QString &model)
{
    const json::Value choice = completion["choices"].first();
    const json::Value message = choice["message"];
    if (!message.isObject())
        return problem(Text::tr("The response of the endpoint contains no message."));
    std::vector<ToolCall> calls;
    for (const json::Value call : message["tool_calls"]) {
        if (calls.size() == ChatStream::kMaxCalls)
            break;
        calls.push_back({call["id"].text(), call["function"]["name"].text(),
            call["function"]["arguments"].text()});
    }
    std::string text = message["content"].text();
    if (text.empty())
        text = message["refusal"].text();
    const std::string named = completion["model"].text();
    return resultOf(
        text, calls, choice["finish_reason"].text(), named.empty() ? model.toStdString() : named);
}

QString chatErrorText(std::string_view body)
{
    const json::Document document = json::Document::parse(body);
    const json::Value error = document.root()["error"];
    const json::Value message = error.isString() ? error : error["message"];
    const std::string text = message.isString() ? message.text() : std::string(body);
    return QString::fromUtf8(text.data(), qsizetype(std::min(text.size(), kMaxErrorText)))
        .simplified();
}

bool ChatStream::receive(std::string_view data)
{
    if (data == "[DONE]") {
        m_done = true;
        return true;
    }
    m_size += data.size();
    const json::Document document = json::Document::parse(data);
    const json::Value root = document.root();
    if (root["error"])
        m_problem = chatErrorText(data);
    else if (!document.isValid())
        m_problem = Text::tr("The endpoint sent an event that is not JSON.");
    else if (m_size > kMaxText)
        m_problem = Text::tr("The response of the endpoint is too large.");
    if (!m_problem.isEmpty())
        return false;
    if (root["model"].isString())
        m_model = root["model"].text();
    const json::Value choice = root["choices"].first();
    m_text += choice["delta"]["content"].text();
    for (const json::Value call : choice["delta"]["tool_calls"])
        addCall(call);
    if (choice["finish_reason"].isString())
        m_finish = choice["finish_reason"].text();
    return true;
}

void ChatStream::addCall(const json::Value &call)
{
    const auto index = call["index"].toInt64().value_or(0);
    if (index < 0 || std::size_t(index) >= kMaxCalls)
        return;
    if (m_calls.size() <= std::size_t(index))
        m_calls.resize(std::size_t(index) + 1);
    Call &known = m_calls[std::size_t(index)];
    if (call["id"].isString())
        known.id = call["id"].text();
    known.name += call["function"]["name"].text();
    known.arguments += call["function"]["arguments"].text();
}

Result<Bytes> ChatStream::result(const QString &model) const
{
    if (!m_problem.isEmpty())
        return problem(m_problem);
    if (m_finish.empty() && !m_done)
        return problem(Text::tr("The endpoint ended the stream before the response was complete."));
    std::vector<ToolCall> calls;
    calls.reserve(m_calls.size());
    for (const Call &call : m_calls)
        calls.push_back({call.id, call.name, call.arguments});
    return resultOf(m_text, calls, m_finish, m_model.empty() ? model.toStdString() : m_model);
}

} // namespace sonde::review
