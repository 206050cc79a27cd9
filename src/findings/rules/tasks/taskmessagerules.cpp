// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/base/taskobjects.h"
#include "findings/rules/tasks/taskstables.h"

#include <algorithm>
#include <array>

// The rules about the messages that belong to a task: polling, cancelling, progress and input.
namespace sonde::findings {

namespace {

// Messages may cross on the way.
constexpr std::size_t kCrossing = 1;
constexpr std::int64_t kMillisecond = 1'000'000;

// The task that the params of a request name, of the party that receives it.
const SeenTask *taskOfParams(const Context &context)
{
    const auto id = context.params()["taskId"];
    return id.isString()
        ? context.connection.tasksOf(opposite(context.record.channel)).find(id.text())
        : nullptr;
}

void pollInterval(const Context &context, Report &report)
{
    const auto *task = taskOfParams(context);
    if (!task || task->polled == 0 || !task->pollInterval || task->ended != 0)
        return report.notTested();
    if (const auto passed = pollsEarly(context, task))
        report
            .whole(
                Text::tr("The task %1 is polled %2 ms after the last time, but its poll interval "
                         "is %3 ms.")
                    .arg(shown(context.params()["taskId"]))
                    .arg(*passed)
                    .arg(*task->pollInterval))
            .messages.push_back(task->polled);
}

void inputFetched(const Context &context, Report &report)
{
    constexpr int kOften = 3;
    const auto *task = taskOfParams(context);
    if (!task || task->status != "input_required")
        return report.notTested();
    if (context.message.method == "tasks/get" && task->inputPolls >= kOften)
        report
            .whole(
                Text::tr("The task %1 has been input_required for %2 responses to tasks/get, but "
                         "tasks/result was not sent.")
                    .arg(shown(context.params()["taskId"]))
                    .arg(task->inputPolls))
            .remedy = Text::tr("Send tasks/result to receive the requests of the task.");
    else if (context.message.method == "tasks/get")
        report.notTested();
}

// The request that a cancellation names, if it has become a task that goes on, and its sender knows
// it.
const SeenTask *cancelledTask(const Context &context)
{
    const auto id = context.params()["requestId"];
    const auto &requests = context.connection.requestsOn(context.record.channel);
    const SeenRequest *request = requests.closed(id.raw());
    if (!request || requests.open(id.raw()) || requests.messagesSince(*request) <= kCrossing)
        return nullptr;
    const auto *task =
        context.connection.tasksOf(opposite(context.record.channel)).ofRequest(request->number);
    return task && task->ended == 0 ? task : nullptr;
}

void cancelByNotification(const Context &context, Report &report)
{
    const auto *task = cancelledTask(context);
    if (!task)
        return report.notTested();
    const auto id = context.params()["requestId"];
    Finding &found = report.at(id,
        Text::tr(
            "The request with the id %1 has become a task, which notifications/cancelled does not "
            "cancel.")
            .arg(shown(id)));
    found.messages.push_back(task->created);
    found.remedy = Text::tr("Send tasks/cancel with the id of the task.");
}

void cancelByRequest(const Context &context, Report &report)
{
    if (!taskOfParams(context))
        report.notTested();
}

// The task of the request whose progress it is.
const SeenTask *taskOfProgress(const Context &context)
{
    const auto token = context.params()["progressToken"];
    const SeenRequest *request =
        context.connection.requestsOn(opposite(context.record.channel)).byToken(token.raw());
    return request ? context.connection.tasksOf(context.record.channel).ofRequest(request->number)
                   : nullptr;
}

void progressEnds(const Context &context, Report &report)
{
    const auto *task = taskOfProgress(context);
    const auto &requests = context.connection.requestsOn(opposite(context.record.channel));
    if (!task || (task->ended != 0 && requests.received() <= task->endedAfter + kCrossing + 1))
        return report.notTested();
    if (task->ended != 0)
        report
            .at(context.params()["progressToken"],
                Text::tr("The task with the progress token %1 is %2, but progress notifications "
                         "still come.")
                    .arg(shown(context.params()["progressToken"]), shown(task->status)))
            .messages.push_back(task->ended);
}

// In the extension, tasks have no progress at all.
void noProgress(const Context &context, Report &report)
{
    const auto *task = taskOfProgress(context);
    if (!task)
        return report.notTested();
    Finding &found = report.at(context.params()["progressToken"],
        Text::tr("The request with the progress token %1 has become a task, but progress "
                 "notifications still come.")
            .arg(shown(context.params()["progressToken"])));
    found.messages.push_back(task->created);
    found.remedy = Text::tr("Say how the task goes in its `statusMessage`.");
}

void noProgressOfTask(const Context &context, Report &report)
{
    if (!context.result()["resultType"].equals("task"))
        report.notTested();
}

// Of the exchanges of tasks/get.
void pollWithoutStream(const Context &context, Report &report)
{
    constexpr std::int64_t kLong = 5000 * kMillisecond;
    const HttpExchange &exchange = *context.exchange;
    if (!exchange.body.root()["method"].equals("tasks/get") || !exchange.succeeded())
        return report.notTested();
    const auto length = exchange.ended - exchange.begun;
    if (exchange.isEventStream() && length >= kLong)
        report
            .whole(
                Text::tr("The response to tasks/get is an event stream that stays open for %1 s.")
                    .arg(double(length) / 1e9, 0, 'f', 1))
            .remedy = Text::tr("Respond to tasks/get with JSON, or end the stream at once.");
}

// How a server can tell its clients apart: a login, a session, or what clients send of their own.
bool namesClient(const HttpExchange &exchange)
{
    static const std::array<QByteArray, 10> kUsual{"accept", "accept-encoding", "connection",
        "content-length", "content-type", "host", "mcp-protocol-version", "origin", "user-agent",
        "accept-language"};
    const auto &fields = exchange.request.fields();
    const bool hasOther =
        std::any_of(fields.begin(), fields.end(), [](const wire::HttpHeader &header) {
            return std::find(kUsual.begin(), kUsual.end(), header.name.toLower()) == kUsual.end();
        });
    return hasOther || exchange.url.find('?') != std::string::npos
        || exchange.response->headers.contains("mcp-session-id");
}

void noListWithoutIdentity(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto &server = context.connection.server;
    if (!exchange.body.root()["method"].equals("initialize") || !exchange.succeeded()
        || !server["tasks"]["list"])
        return report.notTested();
    if (!namesClient(exchange))
        report
            .whole(Text::tr("The server declares `tasks.list`, but nothing in the requests says to "
                            "whom a task belongs."))
            .remedy = Text::tr("Declare `tasks` without `list`.");
}

constexpr std::string_view kCancelled = "notifications/cancelled";
constexpr std::string_view kProgress = "notifications/progress";

constexpr Rule kRules[] = {
    {"tasks.poll-interval", On::Request, "tasks/get", &pollInterval},
    {"ext-tasks.poll-interval", On::Request, "tasks/get", &pollInterval},
    {"tasks.input-required-fetched", On::Request, "tasks/get", &inputFetched},
    {"tasks.input-required-fetched", On::Request, "tasks/result", &inputFetched},
    {"tasks.cancel-not-by-notification", On::Notification, kCancelled, &cancelByNotification,
        "params/requestId"},
    {"tasks.cancel-not-by-notification", On::Request, "tasks/cancel", &cancelByRequest},
    {"ext-tasks.no-cancelled-notification", On::Notification, kCancelled, &cancelByNotification,
        "params/requestId"},
    {"ext-tasks.no-cancelled-notification", On::Request, "tasks/cancel", &cancelByRequest},
    {"tasks.progress-token", On::Notification, kProgress, &progressEnds, "params/progressToken"},
    {"ext-tasks.no-progress-or-log", On::Notification, kProgress, &noProgress,
        "params/progressToken"},
    {"ext-tasks.no-progress-or-log", On::Result, "tools/call", &noProgressOfTask},
    {"tasks.streams", On::Exchange, {}, &pollWithoutStream, {}, Over::StreamableHttp},
    {"tasks.no-list-without-identity", On::Exchange, {}, &noListWithoutIdentity, {},
        Over::StreamableHttp},
};

} // namespace

std::span<const Rule> taskMessageRules()
{
    return kRules;
}

} // namespace sonde::findings
