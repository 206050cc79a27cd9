// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/flow/flowtables.h"

namespace sonde::findings {

namespace {

// A notification and the response may cross on the way; two more messages mean that they did not.
constexpr std::size_t kGrace{1};

void knownToken(const Context &context, Report &report)
{
    const auto token = context.params()["progressToken"];
    const auto &requests = context.connection.requestsOn(opposite(context.record.channel));
    // Without any request the recording may have begun later, and old requests are forgotten.
    if (requests.byToken(token.raw()))
        return;
    if (requests.hasMissed() || requests.count() > RequestLog::kMaxClosed)
        return report.notTested();
    report.at(token, Text::tr("No request has the progress token %1.").arg(shown(token)));
}

void stopsAtCompletion(const Context &context, Report &report)
{
    const auto token = context.params()["progressToken"];
    const auto &requests = context.connection.requestsOn(opposite(context.record.channel));
    const SeenRequest *request = requests.byToken(token.raw());
    // The token of a task is used until the task ends (2025-11-25 basic/utilities/tasks).
    if (!request || request->params()["task"])
        return report.notTested();
    if (request->response == 0)
        return;
    if (requests.messagesSince(*request) <= kGrace)
        return report.notTested();
    Finding &found = report.at(token,
        Text::tr("The request with the progress token %1 already has the response #%2.")
            .arg(shown(token), QString::number(request->response)));
    found.messages.push_back(request->response);
    found.messages.push_back(request->number);
}

void increases(const Context &context, Report &report)
{
    const auto token = context.params()["progressToken"];
    const auto progress = context.params()["progress"];
    const auto value = progress.toDouble();
    const auto &requests = context.connection.requestsOn(opposite(context.record.channel));
    const SeenRequest *request = requests.byToken(token.raw());
    if (!request || !value || !request->progress)
        return report.notTested();
    if (*value <= *request->progress)
        report.at(progress,
            Text::tr("The progress %1 is not more than the one before, %2.")
                .arg(shown(progress), QString::number(*request->progress)));
}

// 2026-07-28 basic/utilities/progress.
void serverToClientOnly(const Context &context, Report &report)
{
    if (context.message.method == "notifications/progress")
        report.at(context.root()["method"],
            Text::tr("The client sends progress; in this revision only servers do."));
}

void messageUseful(const Context &context, Report &report)
{
    const auto message = context.params()["message"];
    const std::string text = message.text();
    if (message.isString() && (text.empty() || text == context.params()["progress"].raw()))
        report.at(message,
            Text::tr("The message of the progress is %1, which tells a person nothing.")
                .arg(shown(message)));
}

constexpr Rule kRules[] = {
    {"progress.server-to-client-only", On::Notification, {}, &serverToClientOnly},
    {"progress.message-useful", On::Notification, "notifications/progress", &messageUseful,
        "params/message"},
    {"progress.known-token", On::Notification, "notifications/progress", &knownToken,
        "params/progressToken"},
    {"progress.stops-at-completion", On::Notification, "notifications/progress", &stopsAtCompletion,
        "params/progressToken"},
    {"progress.increases", On::Notification, "notifications/progress", &increases,
        "params/progressToken"},
};

} // namespace

std::span<const Rule> progressRules()
{
    return kRules;
}

} // namespace sonde::findings
