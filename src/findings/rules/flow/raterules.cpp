// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/flow/flowtables.h"

// How often messages come, and how soon (2025-11-25 basic/utilities/ping,
// server/utilities/logging).
namespace sonde::findings {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000; // nanoseconds
constexpr std::int64_t kPrompt = 5 * kSecond; // a response to ping that takes longer is late

// A load test asks for it.
bool isMeant(const Context &context)
{
    return context.record.origin == rpc::Origin::LoadTest;
}

void judge(const Context &context, Report &report, const RateWindow &window)
{
    if (window.isFull(context.record.steadyNs))
        report.at(context.root()["method"],
            Text::tr("`%1` comes %2 times within %3 s.")
                .arg(shown(context.message.method), QString::number(window.count()),
                    QString::number(double(window.span()) / double(kSecond))));
}

void logRate(const Context &context, Report &report)
{
    judge(context, report, context.connection.logs);
}

void progressRate(const Context &context, Report &report)
{
    judge(context, report, context.connection.progress);
}

void pingRate(const Context &context, Report &report)
{
    if (isMeant(context))
        return report.notTested();
    judge(context, report,
        context.isFromClient() ? context.connection.pingsSent : context.connection.pingsReceived);
}

// A peer that works for others at the same time may be slow for a reason.
void promptResponse(const Context &context, Report &report)
{
    const auto &requests = context.connection.requestsOn(opposite(context.record.channel));
    if (!context.request || requests.openCount() > 1 || context.connection.isHeldUp
        || requests.newestResponse() > context.request->number)
        return report.notTested();
    const std::int64_t took = context.record.steadyNs - context.request->at;
    if (took > kPrompt)
        report
            .at(context.root()["id"],
                Text::tr("The response to `ping` took %1 s, while nothing else ran.")
                    .arg(took / kSecond))
            .messages.push_back(context.request->number);
}

constexpr Rule kRules[] = {
    {"logging.rate-limited", On::Notification, "notifications/message", &logRate},
    {"progress.rate-limited", On::Notification, "notifications/progress", &progressRate},
    {"ping.not-excessive", On::Request, "ping", &pingRate},
    {"ping.prompt-answer", On::Result, "ping", &promptResponse},
};

} // namespace

std::span<const Rule> rateRules()
{
    return kRules;
}

} // namespace sonde::findings
