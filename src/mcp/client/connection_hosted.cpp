// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/connection.h"

#include "mcp/session/sessionerrors.h"
#include "rpc/lifecycle.h"

#include <QCoreApplication>

// The requests of the server that are tasks of the client, in the handshake era.
namespace sonde::mcp {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Connection)
};

} // namespace

// 2025-11-25 basic/utilities/tasks: the only revision with tasks of the client.
void Connection::asked(RequestReceived &question)
{
    HostedTasks::Replies replies;
    std::optional<rpc::Id> cancelled;
    std::string task;
    const Stamp now = SystemClock::instance().now();
    const bool knowsTasks = m_session.dialect().revision() == QLatin1String("2025-11-25");
    if (knowsTasks && m_hosted.wants(question.message)) {
        task = m_hosted.create(question.message, now, replies);
        reply(replies);
        if (task.empty())
            return;
    } else if (knowsTasks && m_hosted.answer(question.message, now, replies, cancelled)) {
        if (cancelled && m_setup.onWithdrawn)
            m_setup.onWithdrawn(*cancelled, Words::tr("The server cancelled the task."));
        return reply(replies);
    }
    m_setup.onRequest(ServerRequest(
        this, std::move(question.message), std::move(question.cause), std::move(task)));
}

void Connection::reply(const HostedTasks::Replies &replies)
{
    for (const HostedTasks::Reply &each : replies) {
        if (!each.note.empty())
            m_actions.emplace_back(LogLifecycle{
                QLatin1String(rpc::lifecycle::kAutomatic), QString::fromStdString(each.note)});
        if (each.result.empty())
            m_session.refuse(each.id, each.code, each.message, m_actions);
        else
            m_session.reply(each.id, each.result, m_actions);
    }
    perform();
}

void Connection::finishHosted(const std::string &task, std::string_view result)
{
    HostedTasks::Replies replies;
    m_hosted.finish(task, result, SystemClock::instance().now(), replies);
    reply(replies);
}

void Connection::failHosted(const std::string &task, int code, const QString &message)
{
    HostedTasks::Replies replies;
    m_hosted.fail(task, code, message.toStdString(), SystemClock::instance().now(), replies);
    reply(replies);
}

void Connection::logHosted(const std::string &task, const QString &detail)
{
    m_hosted.logLifecycle(task, detail.toStdString());
}

void Connection::endHosted(const QString &why)
{
    for (const rpc::Id &id : m_hosted.abandon()) {
        if (m_setup.onWithdrawn)
            m_setup.onWithdrawn(id, session::connectionEnded(why).sentence);
    }
}

} // namespace sonde::mcp
