// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/base/taskobjects.h"
#include "findings/rules/tasks/taskstables.h"
#include "schema/format.h"

#include <QDateTime>

// The rules about what is said of tasks of 2025-11-25: their ids, times and states.
namespace sonde::findings {

namespace {

// Runs `check` on every task of the message.
template <typename Check>
void checkTasks(const Context &context, Report &report, const Check &check)
{
    const auto tasks = tasksIn(context);
    if (tasks.empty())
        report.notTested();
    for (const json::Value &task : tasks) {
        if (report.isFull())
            return;
        check(task);
    }
}

void idString(const Context &context, Report &report)
{
    checkTasks(context, report, [&report](const json::Value &task) {
        const auto id = task["taskId"];
        if (id && !id.isString())
            report.at(id, Text::tr("The task id %1 is not a string.").arg(shown(id)));
    });
}

void idUnique(const Context &context, Report &report)
{
    if (!isTaskCreated(context))
        return report.notTested();
    const auto id = context.result()["task"]["taskId"];
    const auto *known = context.connection.tasksOf(context.record.channel).find(id.text());
    if (!id.isString() || !known || known->created == 0)
        return;
    report
        .at(id,
            Text::tr("The task id %1 was already given by the response #%2.")
                .arg(shown(id), QString::number(known->created)))
        .messages.push_back(known->created);
}

// Where a request carries a token, the server can tell whose a task is; and on stdio no other
// client can ask.
void idsUnguessable(const Context &context, Report &report)
{
    const bool isOpen = context.connection.isHttp && context.connection.passesWithoutToken;
    const auto id = context.result()["task"]["taskId"];
    if (!isTaskCreated(context) || !isOpen || context.isFromClient() || !id.isString())
        return report.notTested();
    if (isGuessable(id.text()))
        report.at(id, Text::tr("The task id %1 can be guessed.").arg(shown(id))).remedy =
            Text::tr("Use a random id, such as a UUID.");
}

void startsWorking(const Context &context, Report &report)
{
    if (!isTaskCreated(context))
        return report.notTested();
    const auto status = context.result()["task"]["status"];
    // What is no status at all does not fit the form.
    if (status.equals("input_required") || isFinalStatus(status.text()))
        report
            .at(status, Text::tr("The new task has the status %1, not working.").arg(shown(status)))
            .instead = {{}, "\"working\""};
}

bool isTime(const json::Value &time)
{
    return time.isString()
        && (schema::isDateTime(time.text())
            || QDateTime::fromString(time.toString(), Qt::ISODate).isValid());
}

void checkTime(const json::Value &task, const char *name, Report &report)
{
    const auto time = task[name];
    if (!time)
        report.at(task, Text::tr("The task has no `%1`.").arg(QLatin1String(name)));
    else if (!isTime(time))
        report.at(time,
            Text::tr("`%1` is %2, not a time in ISO 8601.").arg(QLatin1String(name), shown(time)));
}

void timestamps(const Context &context, Report &report)
{
    checkTasks(context, report, [&report](const json::Value &task) {
        checkTime(task, "createdAt", report);
        checkTime(task, "lastUpdatedAt", report);
        const auto read = [&task](const char *name) {
            return QDateTime::fromString(task[name].toString(), Qt::ISODateWithMs);
        };
        const QDateTime created = read("createdAt");
        const QDateTime updated = read("lastUpdatedAt");
        if (created.isValid() && updated.isValid() && updated < created)
            report.at(task["lastUpdatedAt"],
                Text::tr("`lastUpdatedAt` %1 lies before `createdAt` %2.")
                    .arg(shown(task["lastUpdatedAt"]), shown(task["createdAt"])));
    });
}

void ttlTold(const Context &context, Report &report)
{
    if (!context.result()["ttl"])
        report.at(context.result(), Text::tr("The task has no `ttl`.")).remedy =
            Text::tr("Say how long the task is kept, in milliseconds, or null if it has no limit.");
}

void failureExplained(const Context &context, Report &report)
{
    bool hasFailed = false;
    for (const json::Value &task : tasksIn(context)) {
        if (!task["status"].equals("failed"))
            continue;
        hasFailed = true;
        if (task["statusMessage"].text().empty())
            report.at(task, Text::tr("The failed task has no `statusMessage`."));
    }
    if (!hasFailed)
        report.notTested();
}

void errorExplained(const Context &context, Report &report)
{
    if (!context.request || !context.request->method.starts_with("tasks/"))
        return report.notTested();
    const auto message = context.error()["message"];
    if (message.isString() && message.text().empty())
        report.at(message, Text::tr("The error's message is empty."));
}

// Over HTTP a notification and a response come on different streams, in any order.
void transitions(const Context &context, Report &report)
{
    const bool isNotification = context.record.kind == rpc::Kind::Notification;
    if (isNotification && context.connection.isHttp)
        return report.notTested();
    const auto task = isNotification ? context.params() : context.result();
    const auto status = task["status"];
    const auto *known =
        context.connection.tasksOf(context.record.channel).find(task["taskId"].text());
    if (!known || !status.isString())
        return report.notTested();
    const bool isLater =
        isNotification || (context.request && context.request->number > known->ended);
    if (known->ended == 0 || !isLater || !isFinalStatus(known->status)
        || status.equals(known->status))
        return;
    report
        .at(status,
            Text::tr("The task was %1, which is final, and is %2 now.")
                .arg(shown(known->status), shown(status)))
        .messages.push_back(known->ended);
}

void cancelled(const Context &context, Report &report)
{
    const auto status = context.result()["status"];
    if (status.isString() && !status.equals("cancelled"))
        report.at(status,
            Text::tr("The response to tasks/cancel has the status %1, not cancelled.")
                .arg(shown(status)));
}

// The task waits for a response of the client to a request that came before this tasks/get.
void inputRequired(const Context &context, Report &report)
{
    const auto *task = taskOfRequest(context);
    if (!task || task->openInputs == 0 || context.request->number < task->input)
        return report.notTested();
    const auto status = context.result()["status"];
    if (!status.equals("working"))
        return;
    report
        .at(status,
            Text::tr(
                "The task waits for the response to its request #%1, but its status is working, "
                "not input_required.")
                .arg(task->input))
        .messages.push_back(task->input);
}

void resultBlocks(const Context &context, Report &report)
{
    const auto *task = taskOfRequest(context);
    const auto status = context.result()["status"];
    if (!task || task->fetched == 0 || context.request->number < task->fetched
        || !status.isString())
        return report.notTested();
    if (isFinalStatus(status.text()))
        return;
    Finding &found = report.at(status,
        Text::tr("The task is %1, although tasks/result already has the response #%2.")
            .arg(shown(status), QString::number(task->fetched)));
    found.messages.push_back(task->fetched);
    found.remedy = Text::tr("Respond to tasks/result when the task is over.");
}

void listPaginated(const Context &context, Report &report)
{
    constexpr std::uint32_t kMany = 200;
    const auto tasks = context.result()["tasks"];
    if (tasks.count() >= kMany && !context.result()["nextCursor"])
        report.at(
            tasks, Text::tr("All %1 tasks come in one result, without pages.").arg(tasks.count()));
}

void listNextCursor(const Context &context, Report &report)
{
    const auto &tasks = context.connection.tasksOf(context.record.channel);
    const auto *task = taskOfRequest(context);
    const bool isClear = task && task->created != 0 && task->created < tasks.listBegan
        && tasks.listEnded != 0 && context.request->number > tasks.listEnded
        && context.connection.sessions.size() <= 1;
    if (!isClear)
        return report.notTested();
    if (task->listed == tasks.listBegan)
        return;
    Finding &found = report.at(context.result(),
        Text::tr("The server knows the task %1, but it was not in the list, whose last page is "
                 "#%2.")
            .arg(shown(context.request->params()["taskId"]), QString::number(tasks.listEnded)));
    found.messages.push_back(tasks.listEnded);
}

constexpr std::string_view kStatus = "notifications/tasks/status";

constexpr Rule kRules[] = {
    {"tasks.id-string", On::Result, {}, &idString},
    {"tasks.id-string", On::Notification, kStatus, &idString},
    {"tasks.id-unique", On::Result, {}, &idUnique},
    {"tasks.ids-unguessable", On::Result, {}, &idsUnguessable},
    {"tasks.starts-working", On::Result, {}, &startsWorking},
    {"tasks.timestamps", On::Result, {}, &timestamps},
    {"tasks.timestamps", On::Notification, kStatus, &timestamps},
    {"tasks.ttl-told", On::Result, "tasks/get", &ttlTold},
    {"tasks.errors-informative", On::Result, {}, &failureExplained},
    {"tasks.errors-informative", On::Notification, kStatus, &failureExplained},
    {"tasks.errors-informative", On::Error, {}, &errorExplained},
    {"tasks.transitions", On::Result, "tasks/get", &transitions},
    {"tasks.transitions", On::Notification, kStatus, &transitions},
    {"tasks.cancel", On::Result, "tasks/cancel", &cancelled},
    {"tasks.input-required", On::Result, "tasks/get", &inputRequired},
    {"tasks.result-blocks", On::Result, "tasks/get", &resultBlocks},
    {"tasks.list-paginated", On::Result, "tasks/list", &listPaginated, "result/tasks"},
    {"tasks.list-next-cursor", On::Result, "tasks/get", &listNextCursor},
};

} // namespace

std::span<const Rule> taskRules()
{
    return kRules;
}

} // namespace sonde::findings
