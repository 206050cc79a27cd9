// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/hostedtasks.h"

#include "json/builder.h"
#include "json/edit.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace sonde::mcp {

namespace {

constexpr std::int64_t kNsPerMs = 1'000'000;

std::string timeOf(const Stamp &stamp)
{
    return QDateTime::fromMSecsSinceEpoch(stamp.wall / kNsPerMs)
        .toUTC()
        .toString(Qt::ISODateWithMs)
        .toStdString();
}

// 2025-11-25 basic/utilities/tasks#related-task-metadata: the result names its task.
std::string withTask(std::string_view result, const std::string &task)
{
    const std::string related = "{\"taskId\":" + json::quoted(task) + '}';
    const auto document = json::Document::parse(Bytes::copyOf(result));
    const json::Value meta = document.root()["_meta"];
    constexpr std::string_view kKey = "io.modelcontextprotocol/related-task";
    const auto whole = meta.isObject() ? json::appendMember(meta, kKey, related)
                                       : json::appendMember(document.root(), "_meta",
                                           "{" + json::quoted(kKey) + ':' + related + '}');
    return whole ? std::string(whole->view()) : std::string(result);
}

} // namespace

HostedTasks::HostedTasks(std::string_view capabilities)
{
    const auto document = json::Document::parse(Bytes::copyOf(capabilities));
    const json::Value tasks = document.root()["tasks"];
    m_declared = tasks.isObject();
    if (tasks["requests"]["sampling"]["createMessage"])
        m_methods.emplace_back("sampling/createMessage");
    if (tasks["requests"]["elicitation"]["create"])
        m_methods.emplace_back("elicitation/create");
}

// What was not declared is answered as if "task" were not there.
bool HostedTasks::wants(const rpc::Message &request) const
{
    return request.params()["task"].isObject()
        && std::find(m_methods.begin(), m_methods.end(), request.method) != m_methods.end();
}

HostedTasks::Task *HostedTasks::find(std::string_view id)
{
    const auto at = std::find_if(
        m_tasks.begin(), m_tasks.end(), [id](const Task &task) { return task.id == id; });
    return at == m_tasks.end() ? nullptr : &*at;
}

void HostedTasks::forgetOld(const Stamp &now)
{
    std::erase_if(m_tasks, [&now](const Task &task) {
        return task.status != Status::Working
            && (now.steady - task.created.steady) / kNsPerMs > task.ttl.count();
    });
    if (m_tasks.size() < kMaxTasks)
        return;
    const auto oldest = std::find_if(m_tasks.begin(), m_tasks.end(),
        [](const Task &task) { return task.status != Status::Working; });
    if (oldest != m_tasks.end())
        m_tasks.erase(oldest);
}

std::string HostedTasks::create(const rpc::Message &request, const Stamp &now, Replies &out)
{
    forgetOld(now);
    if (m_tasks.size() >= kMaxTasks) {
        out.push_back({request.id, {},
            rpc::errorObject(rpc::kInternalError, "Too many tasks are waiting for a response")});
        return {};
    }
    Task task;
    task.id = "sonde-" + std::to_string(++m_last);
    task.request = request.id;
    task.created = task.updated = now;
    const auto wished = request.params()["task"]["ttl"].toInt64();
    task.ttl = wished
        ? std::chrono::milliseconds(std::clamp<std::int64_t>(*wished, 0, kMostKept.count()))
        : kMostKept;
    out.push_back({request.id, "{\"task\":" + textOf(task) + '}'});
    m_tasks.push_back(std::move(task));
    return m_tasks.back().id;
}

std::string HostedTasks::textOf(const Task &task)
{
    static constexpr std::array<std::string_view, 4> kWords{
        "working", "completed", "failed", "cancelled"};
    json::Builder out;
    out.beginObject()
        .member("taskId", std::string_view(task.id))
        .member("status", kWords[std::size_t(task.status)])
        .member("createdAt", std::string_view(timeOf(task.created)))
        .member("lastUpdatedAt", std::string_view(timeOf(task.updated)))
        .member("ttl", std::int64_t(task.ttl.count()))
        .member("pollInterval", std::int64_t(kPollInterval.count()));
    return out.endObject().takeString();
}

bool HostedTasks::respond(
    const rpc::Message &request, const Stamp &now, Replies &out, std::optional<rpc::Id> &cancelled)
{
    const std::string_view method = request.method;
    if (!m_declared || !method.starts_with("tasks/"))
        return false;
    forgetOld(now);
    if (method == "tasks/list") {
        std::string tasks;
        for (const Task &task : m_tasks)
            tasks.append(tasks.empty() ? "" : ",").append(textOf(task));
        out.push_back({request.id, "{\"tasks\":[" + tasks + "]}"});
        return true;
    }
    if (method != "tasks/get" && method != "tasks/result" && method != "tasks/cancel")
        return false;
    Task *const task = find(request.params()["taskId"].text());
    if (!task) {
        out.push_back({request.id, {}, rpc::errorObject(rpc::kInvalidParams, "Unknown task")});
    } else if (method == "tasks/get") {
        out.push_back({request.id, textOf(*task)});
    } else if (method == "tasks/result") {
        fetch(*task, request, out);
    } else if (task->status != Status::Working) {
        out.push_back(
            {request.id, {}, rpc::errorObject(rpc::kInvalidParams, "The task has already ended")});
    } else {
        cancelled = task->request;
        task->outcome = {{}, {}, rpc::errorObject(rpc::kInternalError, "The task was cancelled")};
        settle(*task, Status::Cancelled, now, out);
        out.push_back({request.id, textOf(*task)});
    }
    return true;
}

// 2025-11-25 basic/utilities/tasks#result-retrieval: it waits until the task is over.
void HostedTasks::fetch(Task &task, const rpc::Message &request, Replies &out)
{
    if (task.status == Status::Working) {
        if (task.fetches.size() >= kMaxFetches) {
            out.push_back({request.id, {},
                rpc::errorObject(rpc::kInternalError,
                    "Too many tasks/result requests are waiting for this task")});
            return;
        }
        task.fetches.push_back(request.id);
        return;
    }
    out.push_back(task.outcome);
    out.back().id = request.id;
}

void HostedTasks::settle(Task &task, Status status, const Stamp &now, Replies &out)
{
    task.status = status;
    task.updated = now;
    for (const rpc::Id &id : task.fetches) {
        out.push_back(task.outcome);
        out.back().id = id;
    }
    task.fetches.clear();
}

bool HostedTasks::waits(const std::string &task) const
{
    return std::any_of(m_tasks.begin(), m_tasks.end(),
        [&](const Task &each) { return each.id == task && each.status == Status::Working; });
}

std::vector<rpc::Id> HostedTasks::abandon()
{
    std::vector<rpc::Id> ids;
    for (const Task &task : m_tasks) {
        if (task.status == Status::Working)
            ids.push_back(task.request);
    }
    m_tasks.clear();
    return ids;
}

void HostedTasks::finish(
    const std::string &task, std::string_view result, const Stamp &now, Replies &out)
{
    Task *const known = find(task);
    if (!known || known->status != Status::Working)
        return;
    known->outcome.result = withTask(result, task);
    settle(*known, Status::Completed, now, out);
}

void HostedTasks::fail(
    const std::string &task, std::string_view error, const Stamp &now, Replies &out)
{
    Task *const known = find(task);
    if (!known || known->status != Status::Working)
        return;
    known->outcome.error = error;
    settle(*known, Status::Failed, now, out);
}

void HostedTasks::logLifecycle(const std::string &task, std::string_view text)
{
    if (Task *const known = find(task))
        known->outcome.note = text;
}

} // namespace sonde::mcp
