// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/lifecycle/lifecycletables.h"

#include <algorithm>
#include <string>

namespace sonde::findings {

namespace {

// The methods that a capability promises. Calls are not among them: a name may be unknown.
struct Promise {
    std::string_view method;
    std::string_view capability;
};
constexpr Promise kPromises[]{{"tools/list", "tools"}, {"prompts/list", "prompts"},
    {"resources/list", "resources"}, {"resources/templates/list", "resources"},
    {"completion/complete", "completions"}, {"logging/setLevel", "logging"}};

// The specification does not say that a server with resources has templates, too.
constexpr std::string_view kTemplates = "resources/templates/list";

std::string_view capabilityFor(std::string_view method)
{
    const auto *found = std::find_if(std::begin(kPromises), std::end(kPromises),
        [method](const Promise &each) { return each.method == method; });
    return found == std::end(kPromises) ? std::string_view() : found->capability;
}

void declaredMethodAnswered(const Context &context, Report &report)
{
    if (!context.request || !context.own().isKnown())
        return report.notTested();
    const auto capability = capabilityFor(context.request->method);
    if (capability.empty() || !context.own()[capability] || context.request->method == kTemplates)
        return report.notTested();
    if (context.message.errorCode() != rpc::kMethodNotFound)
        return;
    Finding &found = report.at(context.error(),
        Text::tr("The server declares `%1`, but does not know `%2`.")
            .arg(shown(capability), shown(context.request->method)));
    found.messages.push_back(context.request->number);
    // Whatever each request was about, the method is missing: this is one finding.
    found.about.target = 0;
}

void templatesListed(const Context &context, Report &report)
{
    if (!context.request || !context.own()["resources"])
        return report.notTested();
    if (context.message.errorCode() == rpc::kMethodNotFound)
        report
            .at(context.error(),
                Text::tr("The server declares `resources`, but does not know `%1`: hosts that ask "
                         "for templates get an error.")
                    .arg(shown(kTemplates)))
            .remedy = Text::tr("Respond with an empty list: {\"resourceTemplates\":[]}.");
}

// The member of the result that has the list.
std::string_view listIn(std::string_view method)
{
    return method == kTemplates ? "resourceTemplates" : method.substr(0, method.find('/'));
}

// A result of a list that needs a capability. An empty one says that the server has none of it.
void undeclaredList(const Context &context, Report &report)
{
    if (!context.request || !context.own().isKnown())
        return report.notTested();
    const auto capability = capabilityFor(context.request->method);
    if (context.own()[capability])
        return;
    const auto list = context.result()[listIn(context.request->method)];
    if (list.isArray() && list.count() == 0)
        return report.notTested();
    report.at(context.result(),
        Text::tr("The server responds to `%1`, but does not declare `%2`.")
            .arg(shown(context.request->method), shown(capability)));
}

// Without the capability the server does not have the method, whatever its parameters are. Codes of
// its own may be about something else, such as rights.
void undeclaredRefused(const Context &context, Report &report)
{
    if (!context.request || !context.own().isKnown() || !context.request->method.ends_with("/list"))
        return report.notTested();
    const auto capability = capabilityFor(context.request->method);
    if (capability.empty() || context.own()[capability])
        return report.notTested();
    const int code = context.message.errorCode();
    if (code == rpc::kInvalidRequest || code == rpc::kInvalidParams)
        report
            .at(context.error()["code"],
                Text::tr("The server does not declare `%1`, but refuses `%2` with the error %3, "
                         "not %4.")
                    .arg(shown(capability), shown(context.request->method), QString::number(code),
                        QString::number(rpc::kMethodNotFound)))
            .instead = {{}, std::to_string(rpc::kMethodNotFound)};
}

// "tools" of notifications/tools/list_changed.
std::string_view changedList(std::string_view method)
{
    method.remove_prefix(std::string_view("notifications/").size());
    return method.substr(0, method.find('/'));
}

void listChangedDeclared(const Context &context, Report &report)
{
    const auto list = changedList(context.message.method);
    if (!context.own().isKnown())
        return report.notTested();
    if (!context.own()[list]["listChanged"].toBool().value_or(false))
        report.at(context.root()["method"],
            Text::tr("The server announces changes of its %1, but does not declare "
                     "`%1.listChanged`.")
                .arg(shown(list)));
}

void loggingDeclared(const Context &context, Report &report)
{
    if (!context.own().isKnown())
        return report.notTested();
    if (!context.own()["logging"])
        report.at(context.root()["method"],
            Text::tr("The server sends log messages, but does not declare `logging`."));
}

constexpr Rule kRules[] = {
    {"jsonrpc.unknown-method", On::Error, {}, &undeclaredRefused},
    {"caps.declared-method-answered", On::Error, {}, &declaredMethodAnswered},
    {"caps.declared-method-answered", On::Result, {}, &declaredMethodAnswered},
    {"practice.templates-listed", On::Error, kTemplates, &templatesListed},
    {"practice.templates-listed", On::Result, kTemplates, &templatesListed},
    {"tools.capability", On::Result, "tools/list", &undeclaredList},
    {"prompts.capability", On::Result, "prompts/list", &undeclaredList},
    {"resources.capability", On::Result, "resources/list", &undeclaredList},
    {"completion.capability", On::Result, "completion/complete", &undeclaredList},
    {"caps.list-changed-declared", On::Notification, "notifications/tools/list_changed",
        &listChangedDeclared},
    {"caps.list-changed-declared", On::Notification, "notifications/prompts/list_changed",
        &listChangedDeclared},
    {"caps.list-changed-declared", On::Notification, "notifications/resources/list_changed",
        &listChangedDeclared},
    {"logging.capability", On::Notification, "notifications/message", &loggingDeclared},
};

} // namespace

std::span<const Rule> capabilityRules()
{
    return kRules;
}

} // namespace sonde::findings
