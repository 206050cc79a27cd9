// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/flow/flowtables.h"
#include "mcp/message/subscriptionmeta.h"

#include <algorithm>
#include <string>

// Subscriptions of the modern era (2026-07-28 basic/patterns/subscriptions).
namespace sonde::findings {

namespace {

constexpr std::string_view kAcknowledged = "notifications/subscriptions/acknowledged";

json::Value idOf(const Context &context)
{
    return context.params()["_meta"][mcp::kSubscriptionIdMeta];
}

// The subscription that the notification belongs to; null: none, or it is not known.
const Listening *listeningOf(const Context &context)
{
    const auto &all = context.connection.listenings;
    const auto found = all.find(idOf(context).raw());
    return found == all.end() ? nullptr : &found->second;
}

// Some listen requests may be unknown: the recording may have begun later.
bool knowsAll(const Context &context)
{
    return context.connection.probe != 0 && context.connection.listenings.size() < kMaxListenings;
}

void acknowledgedFirst(const Context &context, Report &report)
{
    const Listening *listening = listeningOf(context);
    if (!listening)
        return report.notTested();
    if (context.message.method != kAcknowledged && listening->acknowledged == 0)
        report
            .at(context.root()["method"],
                Text::tr("`%1` comes before the acknowledgement of the subscription.")
                    .arg(shown(context.message.method)))
            .messages.push_back(listening->number);
}

void acknowledgedSubset(const Context &context, Report &report)
{
    const Listening *listening = listeningOf(context);
    if (!listening)
        return report.notTested();
    const auto acknowledged = context.params()["notifications"];
    for (const json::Value member : report.untilFull(acknowledged)) {
        const bool isThere = member.toBool().value_or(false);
        if (isThere && !listening->filter.lists.contains(member.key()))
            report
                .at(member,
                    Text::tr("The listen request did not ask for `%1`.").arg(shown(member.key())))
                .messages.push_back(listening->number);
    }
    for (const json::Value uri : report.untilFull(acknowledged["resourceSubscriptions"])) {
        if (!listening->filter.isCut && !listening->filter.uris.contains(uri.text()))
            report.at(uri, Text::tr("The listen request did not ask for %1.").arg(shown(uri)))
                .messages.push_back(listening->number);
    }
}

// The id in another JSON type: "1" for 1.
bool isOtherType(const Context &context, std::string_view id)
{
    const auto &all = context.connection.listenings;
    const std::string quoted = '"' + std::string(id) + '"';
    const bool isQuoted = id.size() > 2 && id.front() == '"';
    return all.contains(quoted) || (isQuoted && all.contains(id.substr(1, id.size() - 2)));
}

void idIsRequestId(const Context &context, Report &report)
{
    const auto id = idOf(context);
    if (!id)
        return report.notTested();
    if (listeningOf(context) || context.connection.sent.closed(id.raw()))
        return;
    if (!knowsAll(context))
        return report.notTested();
    Finding &found =
        report.at(id, Text::tr("No `subscriptions/listen` has the id %1.").arg(shown(id)));
    if (isOtherType(context, id.raw()))
        found.remedy = Text::tr("Repeat the id of the request with the same JSON type.");
}

void hasSubscriptionId(const Context &context, Report &report)
{
    if (!context.isModern())
        return report.notTested();
    if (!idOf(context))
        report.missing(context.params() ? context.params() : context.root(),
            mcp::kSubscriptionIdMeta,
            Text::tr("`%1` does not name its subscription: `_meta` has no `%2`.")
                .arg(shown(context.message.method), shown(mcp::kSubscriptionIdMeta)));
}

void noRequestScoped(const Context &context, Report &report)
{
    const trace::Number carrier = trace::carrierOf(context.record);
    const auto &all = context.connection.listenings;
    const bool isOnStream = carrier != 0
        && std::any_of(all.begin(), all.end(),
            [carrier](const auto &each) { return each.second.carrier == carrier; });
    if (idOf(context) || isOnStream)
        report.at(context.root()["method"],
            Text::tr("`%1` belongs to a request, and comes on the stream of a subscription.")
                .arg(shown(context.message.method)));
}

void requestedKindsOnly(const Context &context, Report &report)
{
    if (!knowsAll(context))
        return report.notTested();
    const Listening *named = listeningOf(context);
    const auto &all = context.connection.listenings;
    const auto asksFor = [&context](const Listening &each) {
        return each.filter.has(context.message.method, context.params());
    };
    const bool isAsked = named ? asksFor(*named)
                               : std::any_of(all.begin(), all.end(),
                                   [&](const auto &each) { return asksFor(each.second); });
    // A notification may cross with the end of its subscription.
    if (!isAsked && !named && context.connection.sent.closed(idOf(context).raw()))
        return report.notTested();
    if (!isAsked)
        report.at(context.root()["method"],
            Text::tr("No subscription asked for `%1`.").arg(shown(context.message.method)));
}

void gracefulResult(const Context &context, Report &report)
{
    const auto id = context.params()["requestId"];
    const auto &all = context.connection.listenings;
    const auto found = all.find(id.raw());
    if (found == all.end())
        return report.notTested();
    report.at(id, Text::tr("The server cancels the subscription, which has no result yet."))
        .messages.push_back(found->second.number);
}

// The end that is asked for.
void resultOfListen(const Context &, Report &) { }

constexpr std::string_view kTools = "notifications/tools/list_changed";
constexpr std::string_view kPrompts = "notifications/prompts/list_changed";
constexpr std::string_view kResources = "notifications/resources/list_changed";
constexpr std::string_view kUpdated = "notifications/resources/updated";

constexpr Rule kRules[] = {
    {"subs.acknowledged-first", On::Notification, kAcknowledged, &acknowledgedFirst},
    {"subs.acknowledged-first", On::Notification, kTools, &acknowledgedFirst},
    {"subs.acknowledged-first", On::Notification, kPrompts, &acknowledgedFirst},
    {"subs.acknowledged-first", On::Notification, kResources, &acknowledgedFirst},
    {"subs.acknowledged-first", On::Notification, kUpdated, &acknowledgedFirst},
    {"subs.ack-is-subset", On::Notification, kAcknowledged, &acknowledgedSubset},
    {"subs.id-is-request-id", On::Notification, {}, &idIsRequestId, "params/_meta"},
    {"meta.subscription-id", On::Notification, kAcknowledged, &hasSubscriptionId},
    {"meta.subscription-id", On::Notification, kTools, &hasSubscriptionId},
    {"meta.subscription-id", On::Notification, kPrompts, &hasSubscriptionId},
    {"meta.subscription-id", On::Notification, kResources, &hasSubscriptionId},
    {"meta.subscription-id", On::Notification, kUpdated, &hasSubscriptionId},
    {"subs.no-request-scoped", On::Notification, "notifications/progress", &noRequestScoped},
    {"subs.no-request-scoped", On::Notification, "notifications/message", &noRequestScoped},
    {"subs.requested-kinds-only", On::Notification, kTools, &requestedKindsOnly},
    {"subs.requested-kinds-only", On::Notification, kPrompts, &requestedKindsOnly},
    {"subs.requested-kinds-only", On::Notification, kResources, &requestedKindsOnly},
    {"subs.requested-kinds-only", On::Notification, kUpdated, &requestedKindsOnly},
    {"subs.graceful-result", On::Notification, "notifications/cancelled", &gracefulResult},
    {"subs.graceful-result", On::Result, "subscriptions/listen", &resultOfListen},
};

} // namespace

std::span<const Rule> listenRules()
{
    return kRules;
}

} // namespace sonde::findings
