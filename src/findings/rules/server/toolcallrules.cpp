// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/context/probes.h"
#include "findings/rules/base/correctedvalue.h"
#include "findings/rules/server/servertables.h"
#include "schema/equality.h"

#include <string>

namespace sonde::findings {

namespace {

const OfferedTools::Tool *toolOf(const Context &context)
{
    if (!context.request)
        return nullptr;
    const auto name = context.request->params()["name"];
    return name.isString() ? context.connection.tools.find(name.text()) : nullptr;
}

QString toolName(const Context &context)
{
    return context.request ? shown(context.request->params()["name"]) : QString();
}

// A result that asks for input or announces a task is not the tool's result yet.
bool isFinal(const Context &context)
{
    const auto type = context.result()["resultType"];
    return context.result().isObject() && (!type || type.equals("complete"))
        && !(context.result()["task"] && !context.result()["content"]);
}

bool isError(const Context &context)
{
    return context.result()["isError"].toBool().value_or(false);
}

void contentPresent(const Context &context, Report &report)
{
    const auto content = context.result()["content"];
    if (!isFinal(context))
        return report.notTested();
    if (content.isArray())
        return;
    if (!content) {
        Finding &found = report.at(context.result(), Text::tr("The tool result has no `content`."));
        found.remedy = Text::tr("Add \"content\":[], or better the same result as text.");
        found.instead = {"content", "[]"};
    } else {
        report.at(content, Text::tr("`content` is %1, not an array.").arg(shown(content)));
    }
}

void structuredPresent(const Context &context, Report &report)
{
    const auto *tool = toolOf(context);
    if (!tool || !tool->hasOutputSchema || !isFinal(context) || isError(context))
        return report.notTested();
    if (context.result()["structuredContent"])
        return;
    Finding &found = report.at(context.result(),
        Text::tr("The tool %1 declares an `outputSchema`, but its result has no "
                 "`structuredContent`.")
            .arg(toolName(context)));
    found.messages.push_back(tool->number);
}

void structuredConforms(const Context &context, Report &report)
{
    const auto structured = context.result()["structuredContent"];
    const auto *tool = toolOf(context);
    if (!tool || !tool->hasOutputSchema || !tool->output() || isError(context))
        return report.notTested();
    const auto outcome = tool->output()->validate(structured);
    if (outcome.verdict == schema::Outcome::Verdict::TooComplex)
        return report.notTested();
    if (outcome.verdict != schema::Outcome::Verdict::Invalid)
        return;
    for (const schema::Unit &unit : outcome.errors) {
        Finding &found = report.whole(
            Text::tr("`structuredContent` does not match the `outputSchema` of the tool %1: %2")
                .arg(toolName(context), unit.sentence));
        found.pointer = unit.instanceLocation;
        found.begin = unit.begin;
        found.end = unit.end;
        found.messages.push_back(tool->number);
        found.instead = correctedValue(*tool->output(), structured, unit);
    }
}

void structuredIsObject(const Context &context, Report &report)
{
    const auto structured = context.result()["structuredContent"];
    if (!structured.isObject())
        report.at(structured,
            Text::tr("`structuredContent` is %1, not an object.").arg(shown(structured)));
}

void structuredTextCopy(const Context &context, Report &report)
{
    const auto structured = context.result()["structuredContent"];
    for (const json::Value block : context.result()["content"]) {
        if (!block["type"].equals("text"))
            continue;
        const auto copy = json::Document::parse(Bytes::copyOf(block["text"].text()));
        if (copy.isValid() && schema::equal(copy.root(), structured))
            return;
    }
    report.at(
        structured, Text::tr("No text block of `content` repeats `structuredContent` as JSON."));
}

// The name that a check invents is unknown even where the list was not seen.
bool isUnknownTool(const Context &context)
{
    if (context.request && context.own()["tools"]
        && context.request->params()["name"].equals(probe::kTool))
        return !toolOf(context);
    return context.request && context.connection.tools.isComplete()
        && context.request->params()["name"].isString() && !toolOf(context);
}

void unknownToolResult(const Context &context, Report &report)
{
    if (!isUnknownTool(context))
        return report.notTested();
    report
        .at(isError(context) ? context.result()["isError"] : context.result(),
            isError(context)
                ? Text::tr("The unknown tool %1 gives a result with `isError`.")
                      .arg(toolName(context))
                : Text::tr("The unknown tool %1 gives a result.").arg(toolName(context)))
        .remedy = Text::tr("Respond with the JSON-RPC error -32602.");
}

void unknownToolError(const Context &context, Report &report)
{
    if (!isUnknownTool(context))
        return report.notTested();
    if (context.message.errorCode() == rpc::kInvalidParams)
        return;
    Finding &found = report.at(context.error()["code"],
        Text::tr("The unknown tool %1 gives the error %2, not %3.")
            .arg(toolName(context), shown(context.error()["code"]),
                QString::number(rpc::kInvalidParams)));
    found.remedy = Text::tr("Respond with the JSON-RPC error -32602.");
    found.instead = {{}, std::to_string(rpc::kInvalidParams)};
}

// -32603 and the server's own codes. Codes with a meaning in MCP are about the request.
bool isFailureCode(int code)
{
    const bool isOwn = code >= -32099 && code <= -32000;
    const bool isOfMcp = code == -32002 || code == -32042 || (code >= -32022 && code <= -32020);
    return code == rpc::kInternalError || (isOwn && !isOfMcp);
}

void executionErrors(const Context &context, Report &report)
{
    if (!toolOf(context) || context.request->cancelled != 0
        || !isFailureCode(context.message.errorCode()))
        return report.notTested();
    report
        .at(context.error(),
            Text::tr("The tool %1 failed with a JSON-RPC error, which the model does not see: %2")
                .arg(toolName(context), shown(context.error()["message"])))
        .remedy = Text::tr("Respond with a result that has `isError` true.");
}

// A failure in the result is what is asked for.
void failedInResult(const Context &context, Report &report)
{
    if (!toolOf(context) || !isError(context))
        report.notTested();
}

// What is wrong with the arguments of the call under the tool's inputSchema; empty: nothing.
QString flawOfArguments(const Context &context)
{
    const auto *tool = toolOf(context);
    if (!tool || !tool->input())
        return {};
    static const json::Document none = json::Document::parse("{}");
    const auto given = context.request->params()["arguments"];
    const auto outcome = tool->input()->validate(given ? given : none.root());
    if (outcome.verdict != schema::Outcome::Verdict::Invalid || outcome.errors.empty())
        return {};
    return outcome.errors.front().sentence;
}

void inputsValidated(const Context &context, Report &report)
{
    const QString flaw = isFinal(context) ? flawOfArguments(context) : QString();
    if (flaw.isEmpty())
        return report.notTested();
    if (!isError(context))
        report
            .at(context.result(),
                Text::tr("The tool %1 was called with arguments that its `inputSchema` forbids, "
                         "and gave a result. %2")
                    .arg(toolName(context), flaw))
            .messages.push_back(context.request->number);
}

void inputErrorsInResult(const Context &context, Report &report)
{
    if (context.message.errorCode() != rpc::kInvalidParams || flawOfArguments(context).isEmpty())
        return report.notTested();
    report
        .at(context.error(),
            Text::tr("Wrong arguments for the tool %1 give a JSON-RPC error, which the model "
                     "does not see.")
                .arg(toolName(context)))
        .remedy = Text::tr("Respond with a result that has `isError` true.");
}

// Wrong arguments that are refused: in a result or with an error.
void wrongInputs(const Context &context, Report &report)
{
    const bool isRefused = context.error() || isError(context);
    if (!isRefused || flawOfArguments(context).isEmpty())
        report.notTested();
}

void embeddedNeedsResources(const Context &context, Report &report)
{
    if (!context.own().isKnown())
        return report.notTested();
    bool isThere = false;
    for (const json::Value block : report.untilFull(context.result()["content"])) {
        const bool isEmbedded = block["type"].equals("resource");
        isThere = isThere || isEmbedded;
        if (isEmbedded && !context.own()["resources"])
            report.at(block,
                Text::tr("The result embeds a resource, but the server does not declare "
                         "`resources`."));
    }
    if (!isThere)
        report.notTested();
}

constexpr Rule kRules[] = {
    {"tools.content-present", On::Result, "tools/call", &contentPresent},
    {"tools.structured-present", On::Result, "tools/call", &structuredPresent, {}, Over::Any, true},
    {"tools.structured-conforms", On::Result, "tools/call", &structuredConforms,
        "result/structuredContent", Over::Any, true},
    {"tools.structured-is-object", On::Result, "tools/call", &structuredIsObject,
        "result/structuredContent"},
    {"tools.structured-text-copy", On::Result, "tools/call", &structuredTextCopy,
        "result/structuredContent"},
    {"tools.unknown-tool-error", On::Result, "tools/call", &unknownToolResult},
    {"tools.unknown-tool-error", On::Error, "tools/call", &unknownToolError},
    {"tools.execution-errors-in-result", On::Error, "tools/call", &executionErrors, {}, Over::Any,
        true},
    {"tools.execution-errors-in-result", On::Result, "tools/call", &failedInResult, {}, Over::Any,
        true},
    {"tools.inputs-validated", On::Result, "tools/call", &inputsValidated, {}, Over::Any, true},
    {"tools.inputs-validated", On::Error, "tools/call", &wrongInputs, {}, Over::Any, true},
    {"tools.input-errors-in-result", On::Error, "tools/call", &inputErrorsInResult, {}, Over::Any,
        true},
    {"tools.input-errors-in-result", On::Result, "tools/call", &wrongInputs, {}, Over::Any, true},
    {"tools.embedded-needs-resources", On::Result, "tools/call", &embeddedNeedsResources,
        "result/content/"},
};

} // namespace

std::span<const Rule> toolCallRules()
{
    return kRules;
}

} // namespace sonde::findings
