// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/client/clienttables.h"
#include "findings/rules/client/samplingmessages.h"
#include "schema/validator.h"

#include <map>
#include <memory>
#include <set>
#include <string>

// Tools that a model uses while it is asked by a server (2025-11-25 client/sampling#tools).
namespace sonde::findings {

namespace {

void toolResultsAlone(const Context &context, Report &report)
{
    bool isThere = false;
    forEachSamplingMessage(context, report, [&](const json::Value &message) {
        const auto results = blocksOf(message, "tool_result");
        isThere = isThere || !results.empty();
        if (!results.empty() && results.size() != blocksOf(message).size())
            report.at(message["content"],
                Text::tr("The message has results of tools and other content, too."));
    });
    if (!isThere)
        report.notTested();
}

void toolResultId(const Context &context, Report &report)
{
    bool isThere = false;
    for (const json::Value &params : samplingsOf(context)) {
        std::set<std::string> used;
        for (const json::Value message : params["messages"]) {
            for (const json::Value &use : blocksOf(message, "tool_use"))
                used.insert(use["id"].text());
            for (const json::Value &result : blocksOf(message, "tool_result")) {
                isThere = true;
                if (!used.contains(result["toolUseId"].text()))
                    report.at(result["toolUseId"] ? result["toolUseId"] : result,
                        Text::tr("No use of a tool before has the id %1.")
                            .arg(shown(result["toolUseId"])));
            }
        }
    }
    if (!isThere)
        report.notTested();
}

void toolUsesAnswered(const Context &context, Report &report)
{
    bool isThere = false;
    forEachSamplingMessage(context, report, [&](const json::Value &message) {
        std::set<std::string> results;
        for (const json::Value &result : blocksOf(message.next(), "tool_result"))
            results.insert(result["toolUseId"].text());
        for (const json::Value &use : blocksOf(message, "tool_use")) {
            isThere = true;
            if (!results.contains(use["id"].text()))
                report.at(use,
                    Text::tr("The use of the tool %1 has no result in the next message.")
                        .arg(shown(use["name"])));
        }
    });
    if (!isThere)
        report.notTested();
}

// Whether there was a schema to compare with.
bool fitsOutput(
    const json::Value &tools, const std::string &name, const json::Value &result, Report &report)
{
    const auto structured = result["structuredContent"];
    for (const json::Value tool : tools) {
        const auto schema = tool["outputSchema"];
        if (!structured || !tool["name"].equals(name) || !schema.isObject())
            continue;
        const auto made = schema::Validator::make(std::make_shared<const json::Document>(
            json::Document::parse(Bytes::copyOf(schema.raw()))));
        if (!made)
            return false;
        for (const schema::Unit &error : made->validate(structured).errors)
            report.at(structured,
                Text::tr("`structuredContent` does not match the `outputSchema` of the tool %1: %2")
                    .arg(shown(name), error.sentence));
        return true;
    }
    return false;
}

// A use of a tool without its result, or a result beside other content.
bool hasWrongToolResults(const json::Value &messages)
{
    for (const json::Value message : messages) {
        const auto results = blocksOf(message, "tool_result");
        if (!results.empty() && results.size() != blocksOf(message).size())
            return true;
        std::set<std::string> next;
        for (const json::Value &result : blocksOf(message.next(), "tool_result"))
            next.insert(result["toolUseId"].text());
        for (const json::Value &use : blocksOf(message, "tool_use")) {
            if (!next.contains(use["id"].text()))
                return true;
        }
    }
    return false;
}

void toolErrors(const Context &context, Report &report)
{
    if (!context.request || !hasWrongToolResults(context.request->params()["messages"]))
        return report.notTested();
    if (context.result())
        report.at(context.result(),
            Text::tr("The request had a result of a tool that is missing or mixed with other "
                     "content, and the client gives a result."));
    else if (context.message.errorCode() != rpc::kInvalidParams)
        report
            .at(context.error()["code"],
                Text::tr("The request had a result of a tool that is missing or mixed with other "
                         "content, and gives the error %1, not %2.")
                    .arg(shown(context.error()["code"]), QString::number(rpc::kInvalidParams)))
            .instead = {{}, std::to_string(rpc::kInvalidParams)};
}

// The schema is that of the request's own list of tools.
void toolResultStructured(const Context &context, Report &report)
{
    bool isThere = false;
    for (const json::Value &params : samplingsOf(context)) {
        std::map<std::string, std::string> toolOfUse;
        for (const json::Value message : params["messages"]) {
            for (const json::Value &use : blocksOf(message, "tool_use"))
                toolOfUse[use["id"].text()] = use["name"].text();
            for (const json::Value &result : blocksOf(message, "tool_result"))
                isThere = fitsOutput(params["tools"], toolOfUse[result["toolUseId"].text()], result,
                              report)
                    || isThere;
        }
    }
    if (!isThere)
        report.notTested();
}

bool hasToolUse(const json::Value &result)
{
    return !blocksOf(result, "tool_use").empty();
}

json::Value choiceOf(const Context &context)
{
    return context.request ? context.request->params()["toolChoice"]["mode"] : json::Value();
}

void choiceNone(const Context &context, Report &report)
{
    if (!choiceOf(context).equals("none"))
        return report.notTested();
    if (hasToolUse(context.result()))
        report.at(context.result()["content"],
            Text::tr("The model uses a tool, although `toolChoice` is none."));
}

void choiceRequired(const Context &context, Report &report)
{
    if (!choiceOf(context).equals("required"))
        return report.notTested();
    if (!hasToolUse(context.result()))
        report.at(context.result()["content"] ? context.result()["content"] : context.result(),
            Text::tr("The model uses no tool, although `toolChoice` is required."));
}

constexpr std::string_view kCreate = "sampling/createMessage";
constexpr std::string_view kRequests = "result/inputRequests/";

constexpr Rule kRules[] = {
    {"sampling.tool-results-alone", On::Result, {}, &toolResultsAlone, kRequests},
    {"sampling.tool-result-id", On::Result, {}, &toolResultId, kRequests},
    {"sampling.tool-uses-answered", On::Result, {}, &toolUsesAnswered, kRequests},
    {"sampling.tool-result-structured", On::Result, {}, &toolResultStructured, kRequests},
    {"sampling.tool-results-alone", On::Request, kCreate, &toolResultsAlone},
    {"sampling.tool-result-id", On::Request, kCreate, &toolResultId},
    {"sampling.tool-uses-answered", On::Request, kCreate, &toolUsesAnswered},
    {"sampling.tool-result-structured", On::Request, kCreate, &toolResultStructured},
    {"sampling.tool-errors", On::Result, kCreate, &toolErrors},
    {"sampling.tool-errors", On::Error, kCreate, &toolErrors},
    {"sampling.tool-choice-none", On::Result, kCreate, &choiceNone},
    {"sampling.tool-choice-required", On::Result, kCreate, &choiceRequired},
};

} // namespace

std::span<const Rule> samplingToolRules()
{
    return kRules;
}

} // namespace sonde::findings
