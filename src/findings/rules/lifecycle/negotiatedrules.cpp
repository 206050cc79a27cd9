// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/context/clientcapability.h"
#include "findings/rules/lifecycle/lifecycletables.h"

#include <algorithm>
#include <iterator>

// What one party asks of the other that has not declared it
// (2025-11-25 basic/lifecycle#operation, 2026-07-28 basic#capabilities).
namespace sonde::findings {

namespace {

// What a method needs: the server's capability, and a member of it that must be true.
struct Need {
    std::string_view method;
    std::string_view capability;
    std::string_view member{};
    Revision since = Revision::R20241105;
};
constexpr Need kNeeds[]{{"tools/list", "tools"}, {"tools/call", "tools"},
    {"prompts/list", "prompts"}, {"prompts/get", "prompts"}, {"resources/list", "resources"},
    {"resources/templates/list", "resources"}, {"resources/read", "resources"},
    {"resources/subscribe", "resources", "subscribe"},
    {"resources/unsubscribe", "resources", "subscribe"}, {"logging/setLevel", "logging"},
    {"completion/complete", "completions", {}, Revision::R20250326}};

const Need *needOf(std::string_view method, Revision revision)
{
    const auto *found = std::find_if(std::begin(kNeeds), std::end(kNeeds),
        [&](const Need &each) { return each.method == method; });
    return found == std::end(kNeeds) || revision < found->since ? nullptr : found;
}

bool isDeclared(const Declared &server, const Need &need)
{
    const auto capability = server[need.capability];
    return need.member.empty() ? capability.exists()
                               : capability[need.member].toBool().value_or(false);
}

QString nameOf(const Need &need)
{
    return shown(need.member.empty()
            ? std::string(need.capability)
            : std::string(need.capability) + '.' + std::string(need.member));
}

// A check asks on purpose for what was not declared.
bool isProvocation(const Context &context)
{
    return context.record.origin == rpc::Origin::Check
        || context.record.origin == rpc::Origin::Edited;
}

void usesDeclaredOnly(const Context &context, Report &report)
{
    const Need *need = needOf(context.message.method, context.revision);
    if (!need || !context.isFromClient() || !context.peer().isKnown() || isProvocation(context))
        return report.notTested();
    if (!isDeclared(context.peer(), *need))
        report.at(context.root()["method"],
            Text::tr("The client sends `%1`, but the server does not declare `%2`.")
                .arg(shown(context.message.method), nameOf(*need)));
}

// The lists have rules of their own.
void servesDeclaredOnly(const Context &context, Report &report)
{
    const Need *need =
        context.request ? needOf(context.request->method, context.revision) : nullptr;
    if (!need || context.isFromClient() || need->member.empty() || !context.own().isKnown())
        return report.notTested();
    if (!isDeclared(context.own(), *need))
        report.at(context.result(),
            Text::tr("The server accepts `%1`, but does not declare `%2`.")
                .arg(shown(context.request->method), nameOf(*need)));
}

void updatesDeclaredOnly(const Context &context, Report &report)
{
    if (context.isFromClient() || context.isModern() || !context.own().isKnown())
        return report.notTested();
    if (!context.own()["resources"]["subscribe"].toBool().value_or(false))
        report.at(context.root()["method"],
            Text::tr("The server sends `%1`, but does not declare `%2`.")
                .arg(shown(context.message.method), QStringLiteral("resources.subscribe")));
}

// ---- what a server asks of a client

constexpr std::string_view kSampling = "sampling/createMessage";
constexpr std::string_view kElicitation = "elicitation/create";
constexpr std::string_view kRoots = "roots/list";

bool isWithTools(const json::Value &params)
{
    return params["tools"] || params["toolChoice"];
}

void asksDeclaredOnly(const Context &context, Report &report)
{
    const auto missing = missingCapability(
        context.peer().root(), context.message.method, context.params(), context.revision);
    if (!context.peer().isKnown())
        return report.notTested();
    if (!missing.empty())
        report.at(context.root()["method"],
            Text::tr("The server sends `%1`, but the client does not declare `%2`.")
                .arg(shown(context.message.method), shown(missing)));
}

void asksForSampling(const Context &context, Report &report)
{
    if (!context.peer()["sampling"])
        asksDeclaredOnly(context, report);
}

void asksForTools(const Context &context, Report &report)
{
    if (!isWithTools(context.params()) || !context.peer()["sampling"])
        return report.notTested();
    asksDeclaredOnly(context, report);
}

void samplingContext(const Context &context, Report &report)
{
    const auto include = context.params()["includeContext"];
    if ((!include.equals("thisServer") && !include.equals("allServers"))
        || !context.peer()["sampling"])
        return report.notTested();
    if (!context.peer()["sampling"]["context"])
        report.at(include,
            Text::tr("`includeContext` is %1, but the client does not declare `%2`.")
                .arg(shown(include), QStringLiteral("sampling.context")));
}

// ---- what a client serves without having declared it

void respondsDeclaredOnly(const Context &context, Report &report)
{
    if (!context.request || !context.own().isKnown())
        return report.notTested();
    const std::string_view method = context.request->method;
    if (const auto missing = missingCapability(
            context.own().root(), method, context.request->params(), context.revision);
        !missing.empty())
        report
            .at(context.result(),
                Text::tr("The client responds to `%1`, but does not declare `%2`.")
                    .arg(shown(method), shown(missing)))
            .messages.push_back(context.request->number);
}

// What is missing inside a capability has rules of its own.
void respondsToSampling(const Context &context, Report &report)
{
    if (!context.own()["sampling"])
        respondsDeclaredOnly(context, report);
}

void respondsToElicitation(const Context &context, Report &report)
{
    if (!context.own()["elicitation"])
        respondsDeclaredOnly(context, report);
}

void respondsWithTools(const Context &context, Report &report)
{
    if (!context.request || !isWithTools(context.request->params()) || !context.own()["sampling"])
        return report.notTested();
    respondsDeclaredOnly(context, report);
}

void rootsAnnounced(const Context &context, Report &report)
{
    if (!context.own().isKnown())
        return report.notTested();
    if (!context.own()["roots"])
        report.at(context.root()["method"],
            Text::tr("The client sends `%1`, but does not declare `%2`.")
                .arg(shown(context.message.method), QStringLiteral("roots")));
}

// 2025-11-25 client/elicitation#error-handling.
void undeclaredModeRefused(const Context &context, Report &report)
{
    if (!context.request || !context.own()["elicitation"]
        || missingCapability(
            context.own().root(), kElicitation, context.request->params(), context.revision)
               .empty())
        return report.notTested();
    if (context.result())
        report.at(context.result(),
            Text::tr("The client responds to a mode that it does not declare, instead of refusing "
                     "it with -32602."));
    else if (context.message.errorCode() != rpc::kInvalidParams)
        report
            .at(context.error()["code"],
                Text::tr("The client refuses a mode that it does not declare with the error %1, "
                         "not -32602.")
                    .arg(shown(context.error()["code"])))
            .instead = {{}, std::to_string(rpc::kInvalidParams)};
}

void rootsRefused(const Context &context, Report &report)
{
    if (!context.own().isKnown() || context.own()["roots"])
        return report.notTested();
    if (context.message.errorCode() != rpc::kMethodNotFound)
        report
            .at(context.error()["code"],
                Text::tr("A client without roots refuses `%1` with the error %2, not %3.")
                    .arg(shown(kRoots), shown(context.error()["code"]),
                        QString::number(rpc::kMethodNotFound)))
            .instead = {{}, std::to_string(rpc::kMethodNotFound)};
}

// 2025-11-25 client/elicitation#capabilities: an empty object means form.
void oneModeAtLeast(const Context &context, Report &report)
{
    const auto declared = context.isModern()
        ? context.params()["_meta"]["io.modelcontextprotocol/clientCapabilities"]["elicitation"]
        : context.params()["capabilities"]["elicitation"];
    if (!declared.isObject())
        return report.notTested();
    if (declared.count() > 0 && !declared["form"] && !declared["url"])
        report.at(declared, Text::tr("`elicitation` declares neither `form` nor `url`."));
}

constexpr std::string_view kNegotiated = "lifecycle.negotiated-capabilities-only";

constexpr Rule kRules[] = {
    {kNegotiated, On::Request, {}, &usesDeclaredOnly},
    {kNegotiated, On::Result, {}, &servesDeclaredOnly},
    {kNegotiated, On::Notification, "notifications/resources/updated", &updatesDeclaredOnly},
    {"sampling.requested-only-if-declared", On::Request, kSampling, &asksForSampling},
    {"sampling.tools-capability", On::Request, kSampling, &asksForTools},
    {"sampling.include-context", On::Request, kSampling, &samplingContext},
    {"elicitation.declared-modes-only", On::Request, kElicitation, &asksDeclaredOnly},
    {"roots.server-checks-capability", On::Request, kRoots, &asksDeclaredOnly},
    {"sampling.capability", On::Result, kSampling, &respondsToSampling},
    {"sampling.tools-refused", On::Result, kSampling, &respondsWithTools},
    {"elicitation.capability", On::Result, kElicitation, &respondsToElicitation},
    {"elicitation.undeclared-mode-refused", On::Result, kElicitation, &undeclaredModeRefused},
    {"elicitation.undeclared-mode-refused", On::Error, kElicitation, &undeclaredModeRefused},
    {"elicitation.one-mode-at-least", On::Request, {}, &oneModeAtLeast},
    {"roots.capability", On::Result, kRoots, &respondsDeclaredOnly},
    {"roots.capability", On::Notification, "notifications/roots/list_changed", &rootsAnnounced},
    {"roots.errors", On::Error, kRoots, &rootsRefused},
};

} // namespace

std::span<const Rule> negotiatedRules()
{
    return kRules;
}

} // namespace sonde::findings
