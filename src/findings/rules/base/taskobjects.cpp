// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/rules/base/taskobjects.h"

#include <algorithm>

namespace sonde::findings {

bool isTaskCreated(const Context &context)
{
    return context.request && context.result()["task"].isObject()
        && context.request->params()["task"];
}

std::vector<json::Value> tasksIn(const Context &context)
{
    if (context.record.kind == rpc::Kind::Notification)
        return {context.params()};
    if (!context.request || !context.result().isObject())
        return {};
    const std::string_view method = context.request->method;
    if (method == "tasks/get" || method == "tasks/cancel")
        return {context.result()};
    std::vector<json::Value> tasks;
    if (method == "tasks/list") {
        for (const json::Value task : context.result()["tasks"])
            tasks.push_back(task);
    } else if (isTaskCreated(context)) {
        tasks.push_back(context.result()["task"]);
    }
    return tasks;
}

const SeenTask *taskOfRequest(const Context &context)
{
    const auto id = context.request ? context.request->params()["taskId"] : json::Value();
    return id.isString() ? context.connection.tasksOf(context.record.channel).find(id.text())
                         : nullptr;
}

json::Value relatedTask(const json::Value &holder)
{
    return holder["_meta"][kRelatedTask];
}

bool takesTasks(const Declared &party, std::string_view method)
{
    const auto slash = std::min(method.find('/'), method.size());
    const auto requests = party["tasks"]["requests"][method.substr(0, slash)];
    return slash < method.size() && requests[method.substr(slash + 1)];
}

bool isGuessable(std::string_view id)
{
    constexpr std::size_t kShortest = 8; // characters
    constexpr std::size_t kLongestCount = 12; // digits
    const bool isNumber =
        std::all_of(id.begin(), id.end(), [](char c) { return c >= '0' && c <= '9'; });
    return id.size() < kShortest || (isNumber && id.size() <= kLongestCount);
}

// A message takes a while, and many logs have times of whole seconds: half the time is too early
// for certain.
std::optional<std::int64_t> pollsEarly(const Context &context, const SeenTask *task)
{
    constexpr std::int64_t kMillisecond = 1'000'000;
    constexpr std::int64_t kCoarse = 2000; // milliseconds; see above
    if (!task || task->polled == 0 || !task->pollInterval || task->ended != 0)
        return {};
    const auto passed = (context.record.steadyNs - task->polledAt) / kMillisecond;
    const bool isCoarse = context.record.wallNs % 1'000'000'000 == 0;
    if (passed < 0 || passed * 2 >= *task->pollInterval
        || (isCoarse && *task->pollInterval < kCoarse))
        return {};
    return passed;
}

} // namespace sonde::findings
