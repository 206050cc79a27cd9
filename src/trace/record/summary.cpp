// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/summary.h"

#include "base/utf8.h"
#include "trace/record/errorcode.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace sonde::trace {

namespace {

using json::Value;

// Members of a result that are examined for its summary.
constexpr int kMaxMembers = 64;

struct ListName {
    std::string_view member;
    std::string_view one;
    std::string_view many;
};
constexpr ListName kLists[] = {
    {"tools", " tool", " tools"},
    {"resources", " resource", " resources"},
    {"resourceTemplates", " template", " templates"},
    {"prompts", " prompt", " prompts"},
    {"roots", " root", " roots"},
    {"tasks", " task", " tasks"},
};

std::string_view nameOf(const Value &member)
{
    const auto raw = member.rawKey();
    return raw.size() >= 2 ? raw.substr(1, raw.size() - 2) : raw;
}

// A response without the result: 2026-07-28 basic/patterns/mrtr, and a task in both forms
// (2025-11-25 basic/utilities/tasks).
void summarizeInstead(
    std::string_view name, const Value &member, const Value &result, ShortText &to)
{
    if (name == "resultType" && member.equals("input_required")) {
        const auto count = result["inputRequests"].count();
        to.add(kInputRequired).add(" · ").add(count).add(count == 1 ? " request" : " requests");
    } else if (name == "resultType" && member.equals("task")) {
        to.add(kTask).add(result["taskId"]);
    } else if (name == "task" && member["taskId"].isString()) {
        to.add(kTask).add(member["taskId"]);
    }
}

// A Task of 2025-11-25 basic/utilities/tasks or of the extension, alone or as params.
bool summarizeTask(const Value &task, const Value &status, ShortText &to)
{
    const auto id = task["taskId"];
    if (!id.isString() || !status.isString())
        return false;
    to.add(status).add(" ").add(id);
    return true;
}

void summarizeResult(const Value &result, Summary &summary)
{
    summary.outcome = State::Ok;
    int seen = 0;
    for (auto member = result.first(); member && seen < kMaxMembers;
         member = member.next(), ++seen) {
        const auto name = nameOf(member);
        if (name == "isError") {
            summary.outcome = member.toBool().value_or(false) ? State::ToolError : State::Ok;
        } else if (name == "protocolVersion" && summary.result.isEmpty()) {
            summary.result.add(member);
        } else if (name == "supportedVersions" && summary.result.isEmpty()) {
            for (auto version = member.first(); version; version = version.next())
                summary.result.add(summary.result.isEmpty() ? "" : ", ").add(version);
        } else if ((name == "resultType" || name == "task") && summary.instead.isEmpty()) {
            summarizeInstead(name, member, result, summary.instead);
        } else if (name == "status" && summary.task.isEmpty()) {
            summarizeTask(result, member, summary.task);
        } else if (member.isArray() && summary.result.isEmpty()) {
            const auto *list = std::find_if(std::begin(kLists), std::end(kLists),
                [&](const auto &each) { return each.member == name; });
            if (list != std::end(kLists))
                summary.result.add(member.count())
                    .add(member.count() == 1 ? list->one : list->many);
        }
    }
}

// "1 of 3" or "1", followed by the message if there is one.
void summarizeProgress(const Value &params, ShortText &target)
{
    target.add(params["progress"]);
    if (const auto total = params["total"])
        target.add(" of ").add(total);
    if (const auto text = params["message"])
        target.add(" ").add(text);
}

void summarizeSampling(const Value &params, ShortText &target)
{
    const auto messages = params["messages"];
    Value last;
    for (auto message = messages.first(); message; message = message.next())
        last = message;
    auto content = last["content"];
    if (content.isArray())
        content = content.first();
    if (const auto text = content["text"])
        target.add(text);
    else
        target.add(messages.count()).add(messages.count() == 1 ? " message" : " messages");
}

void summarizeCompletion(const Value &params, ShortText &target)
{
    const auto reference = params["ref"];
    const auto name = reference["name"];
    target.add(name ? name : reference["uri"]).add(" ").add(params["argument"]["name"]);
}

bool isEvent(std::string_view method)
{
    return method == "notifications/progress" || method == "notifications/message";
}

bool summarizeByMethod(std::string_view method, const Value &params, Summary &summary)
{
    auto &target = summary.target;
    if (isEvent(method)) {
        // These texts all differ: describeEvent() builds them when they are shown.
    } else if (method == "notifications/cancelled") {
        summary.cancelledId = params["requestId"].raw();
        target.add(summary.cancelledId);
    } else if (method == "sampling/createMessage") {
        summarizeSampling(params, target);
    } else if (method == "elicitation/create") {
        target.add(params["message"]);
    } else if (method == "completion/complete") {
        summarizeCompletion(params, target);
    } else if (method == "initialize") {
        summary.use = StringTable::Use::Name;
        target.add(params["protocolVersion"]);
    } else if (method == "logging/setLevel") {
        summary.use = StringTable::Use::Name;
        target.add(params["level"]);
    } else {
        return false;
    }
    return true;
}

void summarizeParams(std::string_view method, const Value &params, Summary &summary)
{
    if (!params.isObject() || summarizeByMethod(method, params, summary))
        return;
    if (method.starts_with("notifications/tasks")
        && summarizeTask(params, params["status"], summary.target))
        return;
    if (const auto name = params["name"]; name.isString()) {
        summary.use = StringTable::Use::Name;
        summary.target.add(name);
    } else if (const auto uri = params["uri"]; uri.isString()) {
        summary.target.add(uri);
    } else if (const auto task = params["taskId"]; task.isString()) {
        summary.target.add(task);
    }
}

} // namespace

ShortText &ShortText::add(std::string_view utf8)
{
    const auto fits = cutUtf8(utf8, m_text.size() - m_size);
    if (fits.empty())
        return *this; // memcpy takes no null pointer, whatever the length
    std::memcpy(m_text.data() + m_size, fits.data(), fits.size());
    m_size += fits.size();
    return *this;
}

ShortText &ShortText::add(std::uint64_t number)
{
    std::array<char, 20> digits;
    const auto end = std::to_chars(digits.begin(), digits.end(), number).ptr;
    return add(std::string_view(digits.data(), static_cast<std::size_t>(end - digits.data())));
}

ShortText &ShortText::add(const json::Value &value)
{
    if (!value.exists())
        return *this;
    const auto raw = value.raw();
    if (!value.isString())
        return add(raw);
    const auto inside = raw.size() >= 2 ? raw.substr(1, raw.size() - 2) : std::string_view();
    if (!value.node().escaped)
        return add(inside);
    // One decoded byte takes at most six bytes as an escape.
    const std::string text = json::decodeString(cutUtf8(inside, m_text.size() * 6));
    return add(std::string_view(text));
}

Summary summarize(const rpc::Message &message)
{
    Summary summary;
    switch (message.kind) {
    case rpc::Kind::Request:
    case rpc::Kind::Notification:
        summarizeParams(message.method, message.params(), summary);
        break;
    case rpc::Kind::Response:
        summarizeResult(message.result(), summary);
        break;
    case rpc::Kind::ErrorResponse:
        summary.outcome = State::Error;
        summary.errorCode = plainErrorCode(message.errorCodeText());
        break;
    case rpc::Kind::Invalid:
    case rpc::Kind::Lifecycle:
    case rpc::Kind::Stderr:
    case rpc::Kind::Exchange:
    case rpc::Kind::Event:
        break;
    }
    return summary;
}

ShortText describeEvent(const rpc::Message &message)
{
    ShortText text;
    const auto params = message.params();
    if (message.method == "notifications/progress")
        summarizeProgress(params, text);
    else if (message.method == "notifications/message")
        text.add(params["level"]).add(": ").add(params["data"]);
    return text;
}

bool describesResult(std::string_view method)
{
    return method.ends_with("/list") || method == "initialize" || method == "server/discover";
}

bool maybeNotYet(std::string_view method)
{
    return !describesTask(method);
}

bool describesTask(std::string_view method)
{
    return method.starts_with("tasks/");
}

State taskState(std::string_view target)
{
    const auto status = target.substr(0, target.find(' '));
    if (status.size() == target.size())
        return State::None;
    if (status == "working" || status == "input_required")
        return State::Pending;
    if (status == "completed")
        return State::Ok;
    if (status == "cancelled")
        return State::Cancelled;
    return status == "failed" ? State::Error : State::None;
}

} // namespace sonde::trace
