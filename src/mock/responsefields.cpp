// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mock/responsefields.h"

#include "base/domainerror.h"
#include "mock/maderesponse.h"
#include "mock/mocktr.h"
#include "rpc/message.h"
#include "rpc/targetkind.h"
#include "json/builder.h"
#include "json/edit.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace sonde::mock {

namespace {

using Content = ResponseFields::Content;

constexpr std::uint32_t kDepthAround = 2; // of an entry in its file

std::string rawOf(const json::Value &value)
{
    return value.exists() ? std::string(value.raw()) : std::string();
}

std::int64_t countOf(const json::Value &value)
{
    return value.exists() ? rpc::Message::integerOf(value.raw()).value_or(0) : 0;
}

void readDelay(const json::Value &delay, ResponseFields &fields)
{
    const bool isRange = delay.isArray();
    fields.delay = countOf(isRange ? delay.first() : delay);
    fields.maxDelay = isRange ? countOf(delay.at(1)) : 0;
}

const char *memberOf(Content content)
{
    return content == Content::Error ? "error" : "result";
}

void readContent(const json::Value &entry, ResponseFields &fields)
{
    for (const Content content : {Content::Result, Content::Error}) {
        const json::Value value = entry[memberOf(content)];
        if (!value.exists())
            continue;
        fields.content = content;
        fields.text = value.raw();
    }
}

Result<void> checkJson(const char *name, const std::string &text)
{
    const json::Document document = json::Document::parse(std::string_view(text));
    if (const auto &error = document.error())
        return usageError(Text::tr("“%1” is not JSON. Line %2, column %3: %4.")
                              .arg(QLatin1String(name))
                              .arg(error->line)
                              .arg(error->column)
                              .arg(error->reason));
    return {};
}

// Members of an object, in a line.
class Members {
public:
    void add(std::string_view name, std::string_view raw)
    {
        if (!m_text.empty())
            m_text += ", ";
        json::appendQuoted(m_text, name);
        m_text += ": ";
        m_text += raw;
    }
    Bytes object() const { return Bytes::copyOf('{' + m_text + '}'); }

private:
    std::string m_text;
};

} // namespace

ResponseFields responseFields(const json::Value &entry)
{
    ResponseFields fields;
    fields.thing = "method";
    for (const rpc::TargetKind &kind : rpc::kTargetKinds) {
        if (entry[kind.thing].isString())
            fields.thing = kind.thing;
    }
    fields.name = entry[fields.thing].text();
    fields.arguments = rawOf(entry["arguments"]);
    fields.params = rawOf(entry["params"]);
    readContent(entry, fields);
    readDelay(entry["delay"], fields);
    fields.times = countOf(entry["times"]);
    if (entry["fault"].exists())
        fields.fault = static_cast<Fault>(faultNames().indexOf(entry["fault"].toString()) + 1);
    fields.isOff = entry["off"].toBool().value_or(false);
    fields.note = rawOf(entry["note"]);
    return fields;
}

ResponseFields requestFields(const RecordedRequest &request)
{
    const ScriptedExchange &first = *request.first;
    ResponseFields fields;
    fields.thing = "method";
    fields.name = first.method;
    const json::Value params = first.params();
    for (const rpc::TargetKind &kind : rpc::kTargetKinds) {
        if (first.method != kind.method)
            continue;
        fields.thing = kind.thing;
        fields.name = params[kind.param].text();
        fields.arguments = rawOf(params["arguments"]);
    }
    if (fields.thing == "method" && params.isObject()) {
        const auto rest = params["_meta"].exists() ? json::removeValue(params["_meta"])
                                                   : Result<Bytes>(first.message.bytes());
        const json::Document message = rest ? json::Document::parse(*rest) : json::Document();
        fields.params = rawOf(message.root()["params"]);
    }
    return fields;
}

ResponseFields responseFields(const RecordedRequest &request)
{
    ResponseFields fields = requestFields(request);
    const ScriptedExchange &first = *request.first;
    const auto response = std::find_if(first.events.begin(), first.events.end(),
        [](const Event &event) { return event.kind == EventKind::Response; });
    if (response != first.events.end()) {
        const json::Document document = json::Document::parse(response->bytes);
        readContent(document.root(), fields);
    }
    return fields;
}

Bytes entryText(const ResponseFields &fields)
{
    Members members;
    members.add(fields.thing, json::quoted(fields.name));
    if (!fields.arguments.empty())
        members.add("arguments", fields.arguments);
    if (!fields.params.empty())
        members.add("params", fields.params);
    if (fields.content != Content::Recorded)
        members.add(memberOf(fields.content), fields.text);
    if (fields.fault != Fault::None)
        members.add("fault", json::quoted(faultNames().at(int(fields.fault) - 1).toStdString()));
    if (hasRange(fields))
        members.add("delay",
            '[' + std::to_string(fields.delay) + ", " + std::to_string(fields.maxDelay) + ']');
    else if (fields.delay != 0)
        members.add("delay", std::to_string(fields.delay));
    if (fields.times != 0)
        members.add("times", std::to_string(fields.times));
    if (fields.isOff)
        members.add("off", "true");
    if (!fields.note.empty())
        members.add("note", fields.note);
    return members.object();
}

Result<void> checkFields(const ResponseFields &fields)
{
    std::vector<std::pair<const char *, const std::string *>> texts;
    if (!fields.arguments.empty())
        texts.emplace_back("arguments", &fields.arguments);
    if (!fields.params.empty())
        texts.emplace_back("params", &fields.params);
    if (fields.content != Content::Recorded)
        texts.emplace_back(memberOf(fields.content), &fields.text);
    for (const auto &[name, text] : texts) {
        if (const Result<void> done = checkJson(name, *text); !done)
            return done.error();
    }
    const json::Document entry = json::Document::parse(
        entryText(fields), {.maxDepth = MadeResponses::kMaxDepth - kDepthAround});
    if (const auto &error = entry.error())
        return usageError(error->reason + u'.');
    return MadeResponses::check(entry.root());
}

bool hasRange(const ResponseFields &fields)
{
    return fields.maxDelay != 0 && fields.maxDelay != fields.delay;
}

bool isTemplate(const ResponseFields &fields)
{
    // In JSON, two open braces one after the other are only in a string.
    return fields.content != Content::Recorded && fields.text.find("{{") != std::string::npos;
}

} // namespace sonde::mock
