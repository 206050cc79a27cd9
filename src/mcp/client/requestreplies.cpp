// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/requestreplies.h"

#include "rpc/lifecycle.h"

#include <utility>

namespace sonde::mcp {

RequestReplies::RequestReplies(Session &session, Actions &actions, std::function<void()> perform,
    std::string_view capabilities)
    : m_session(session)
    , m_actions(actions)
    , m_perform(std::move(perform))
    , m_tasks(capabilities)
{
}

RequestReplies::Seen RequestReplies::look(const rpc::Message &request)
{
    Seen seen;
    if (m_session.dialect().revision() != QLatin1String("2025-11-25"))
        return seen;
    const Stamp now = SystemClock::instance().now();
    if (m_tasks.wants(request)) {
        seen.task = m_tasks.create(request, now, seen.replies);
        seen.isForReview = !seen.task.empty();
    } else {
        seen.isForReview = !m_tasks.respond(request, now, seen.replies, seen.cancelled);
    }
    return seen;
}

bool RequestReplies::waits(const rpc::Id &id, const std::string &task) const
{
    return task.empty() ? m_session.waits(id) : m_tasks.waits(task);
}

void RequestReplies::respond(const rpc::Id &id, const std::string &task, std::string_view result)
{
    const Stamp now = SystemClock::instance().now();
    if (task.empty()) {
        m_session.reply(id, result, now, m_actions);
        m_perform();
        return;
    }
    HostedTasks::Replies replies;
    m_tasks.finish(task, result, now, replies);
    send(replies);
}

void RequestReplies::refuse(const rpc::Id &id, const std::string &task, std::string_view error)
{
    const Stamp now = SystemClock::instance().now();
    if (task.empty()) {
        m_session.refuse(id, error, now, m_actions);
        m_perform();
        return;
    }
    HostedTasks::Replies replies;
    m_tasks.fail(task, error, now, replies);
    send(replies);
}

void RequestReplies::logLifecycle(
    const std::string &task, const QString &what, const QString &detail)
{
    // Of a task nothing is sent before the server fetches its result.
    if (!task.empty() && what == QLatin1String(rpc::lifecycle::kAutomatic)) {
        m_tasks.logLifecycle(task, detail.toStdString());
        return;
    }
    m_actions.emplace_back(LogLifecycle{what, detail});
    m_perform();
}

void RequestReplies::send(const HostedTasks::Replies &replies)
{
    const Stamp now = SystemClock::instance().now();
    for (const HostedTasks::Reply &each : replies) {
        if (!each.note.empty())
            m_actions.emplace_back(LogLifecycle{
                QLatin1String(rpc::lifecycle::kAutomatic), QString::fromStdString(each.note)});
        if (each.result.empty())
            m_session.refuse(each.id, each.error, now, m_actions);
        else
            m_session.reply(each.id, each.result, now, m_actions);
    }
    m_perform();
}

} // namespace sonde::mcp
