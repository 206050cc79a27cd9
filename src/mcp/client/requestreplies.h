// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/hostedtasks.h"
#include "mcp/session/session.h"

#include <QObject>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::mcp {

// What a client replies to the requests of its server: results and errors, and the tasks that some
// of these requests became (2025-11-25 basic/utilities/tasks, the only revision with tasks of the
// client). `task` is the id of such a task; empty: the request waits for a response itself.
class RequestReplies : public QObject {
    Q_OBJECT
public:
    // `perform` carries out what is added to `actions`, and may destroy this. `capabilities` is
    // what the client declares, a JSON object as text.
    RequestReplies(Session &session, Actions &actions, std::function<void()> perform,
        std::string_view capabilities);

    // What the tasks of the client make of a request of the server.
    struct Seen {
        bool isForReview = true; // false: `replies` has its response
        std::string task{}; // that the request became
        std::optional<rpc::Id> cancelled{}; // the request whose task it cancelled
        HostedTasks::Replies replies{}; // for send()
    };
    Seen look(const rpc::Message &request);
    void send(const HostedTasks::Replies &replies);
    // After the end of the connection: the requests whose tasks still waited.
    std::vector<rpc::Id> abandonTasks() { return m_tasks.abandon(); }

    bool waits(const rpc::Id &id, const std::string &task) const;
    bool isPending(std::string_view ownRequest) const { return m_session.isPending(ownRequest); }
    void respond(const rpc::Id &id, const std::string &task, std::string_view result);
    // `error`: JSON text of the error object.
    void refuse(const rpc::Id &id, const std::string &task, std::string_view error);
    // Records a line about the request; `what` is one of rpc::lifecycle.
    void logLifecycle(const std::string &task, const QString &what, const QString &detail);

private:
    Session &m_session;
    Actions &m_actions;
    const std::function<void()> m_perform;
    HostedTasks m_tasks;
};

} // namespace sonde::mcp
