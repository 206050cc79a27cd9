// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/definitionreasons.h"

#include "changes/changestr.h"

#include <array>

namespace sonde::changes {

namespace {

using Reasons = std::vector<Reason>;

struct Hint {
    const char *name;
    bool fallback; // 2025-11-25 schema ToolAnnotations: the value where it is missing
    bool isSafe; // the value on which a host relies
    const char *sentence;
};

// A host that runs a tool without asking relies on them.
constexpr std::array<Hint, 4> kHints{
    {{"readOnlyHint", false, true,
         QT_TRANSLATE_NOOP("Changes", "The tool is no longer read-only (readOnlyHint)")},
        {"destructiveHint", true, false,
            QT_TRANSLATE_NOOP("Changes", "The tool may now be destructive (destructiveHint)")},
        {"idempotentHint", false, true,
            QT_TRANSLATE_NOOP("Changes", "The tool is no longer idempotent (idempotentHint)")},
        {"openWorldHint", true, false,
            QT_TRANSLATE_NOOP("Changes", "The tool may now reach an open world (openWorldHint)")}}};

void addHints(Reasons &reasons, const json::Value &before, const json::Value &after)
{
    const json::Value earlier = before["annotations"];
    const json::Value later = after["annotations"];
    for (const Hint &hint : kHints) {
        const bool was = earlier[hint.name].toBool().value_or(hint.fallback);
        const bool is = later[hint.name].toBool().value_or(hint.fallback);
        const json::Value place = later[hint.name] ? later[hint.name] : later;
        if (was == hint.isSafe && is != hint.isSafe)
            reasons.push_back({Severity::Breaks,
                place ? place.pointer() : earlier[hint.name].pointer(), Text::tr(hint.sentence)});
    }
}

void append(Reasons &reasons, Reasons &&more)
{
    reasons.insert(reasons.end(), more.begin(), more.end());
}

// 2025-11-25 server/tools: execution.taskSupport, "forbidden" where it is missing.
void addTaskSupport(Reasons &reasons, const json::Value &before, const json::Value &after)
{
    const auto support = [](const json::Value &tool) {
        const std::string text = tool["execution"]["taskSupport"].text();
        return text.empty() ? std::string("forbidden") : text;
    };
    const std::string was = support(before);
    const std::string is = support(after);
    const bool isLost = is == "forbidden" || is == "required";
    if (was == is || !isLost)
        return;
    const json::Value place = after["execution"] ? after["execution"] : before["execution"];
    reasons.push_back({Severity::Breaks, place.pointer(),
        is == "required" ? Text::tr("The tool can only be called as a task now")
                         : Text::tr("The tool can no longer be called as a task")});
}

void addOutput(Reasons &reasons, const json::Value &before, const json::Value &after)
{
    if (!before.isObject())
        return;
    if (after.isObject())
        return append(reasons, schemaReasons(before, after, SchemaUse::Result));
    reasons.push_back({Severity::Breaks, before.pointer(), Text::tr("The output schema is gone")});
}

Reasons toolReasons(const json::Value &before, const json::Value &after)
{
    Reasons reasons;
    if (before["inputSchema"] && after["inputSchema"])
        reasons = schemaReasons(before["inputSchema"], after["inputSchema"], SchemaUse::Arguments);
    addOutput(reasons, before["outputSchema"], after["outputSchema"]);
    addHints(reasons, before, after);
    addTaskSupport(reasons, before, after);
    return reasons;
}

json::Value argumentNamed(const json::Value &prompt, const std::string &name)
{
    for (const json::Value argument : prompt["arguments"]) {
        if (argument["name"].equals(name))
            return argument;
    }
    return {};
}

Reasons promptReasons(const json::Value &before, const json::Value &after)
{
    Reasons reasons;
    for (const json::Value argument : after["arguments"]) {
        const json::Value earlier = argumentNamed(before, argument["name"].text());
        if (argument["required"].toBool() != true || earlier["required"].toBool() == true)
            continue;
        const QString name = argument["name"].toString();
        reasons.push_back({Severity::Breaks, argument.pointer(),
            earlier ? Text::tr("Argument “%1” is now required").arg(name)
                    : Text::tr("New required argument “%1”").arg(name)});
    }
    for (const json::Value argument : before["arguments"]) {
        if (!argumentNamed(after, argument["name"].text()))
            reasons.push_back({Severity::MayBreak, argument.pointer(),
                Text::tr("Argument “%1” was removed").arg(argument["name"].toString())});
    }
    return reasons;
}

Reasons resourceReasons(const json::Value &before, const json::Value &after)
{
    const json::Value was = before["mimeType"];
    const json::Value is = after["mimeType"];
    if (!was || (is && was.text() == is.text()))
        return {};
    return {{Severity::MayBreak, is ? is.pointer() : was.pointer(),
        is ? Text::tr("The MIME type was %1, is now %2").arg(was.toString(), is.toString())
           : Text::tr("The MIME type %1 is gone").arg(was.toString())}};
}

} // namespace

Reasons definitionReasons(ListKind kind, const json::Value &before, const json::Value &after)
{
    switch (kind) {
    case ListKind::Tools:
        return toolReasons(before, after);
    case ListKind::Prompts:
        return promptReasons(before, after);
    case ListKind::Resources:
    case ListKind::Templates:
        break;
    }
    return resourceReasons(before, after);
}

Reasons capabilityReasons(const std::vector<Difference> &differences)
{
    Reasons reasons;
    for (const Difference &each : differences) {
        const bool isGone = each.kind == ChangeKind::Removed && each.before.view() != "false";
        const bool isOff = each.kind == ChangeKind::Changed && each.before.view() == "true"
            && each.after.view() == "false";
        if (isGone || isOff)
            reasons.push_back({Severity::Breaks, each.pointer,
                Text::tr("The capability “%1” is gone")
                    .arg(each.pointer.mid(1).replace(u'/', u'.'))});
    }
    return reasons;
}

} // namespace sonde::changes
