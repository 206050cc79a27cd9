// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "mcp/task/taskinput.h"
#include "mcp/task/taskmachine.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace sonde::mcp {

// The tasks of one server, of both protocols: it asks for their states when the server wishes,
// fetches their results, and takes them up again on a new connection. What a task of the extension
// asks for goes to ClientConfig::serverRequests, as a round does.
class TaskStore : public TaskInputOwner {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxTasks = 500; // the oldest that are over are forgotten

    struct Entry {
        quint64 number = 0; // counted from 1
        QString method; // of the request that made it
        QString target; // the tool's name
        TaskMachine machine;
        std::vector<std::shared_ptr<TaskInput>> inputs; // that wait for responses (extension)
        std::vector<InputRound::Past> answered; // inputs, oldest first
        bool connectionLost = false; // the server's memory of it may be gone
    };

    static TaskStore *of(Client *client); // there is one, as long as the client lives

    // Takes a task over, when the response is one; false otherwise.
    bool adopt(const Response &response, const QString &method, const QString &target);
    const std::vector<std::unique_ptr<Entry>> &tasks() const { return m_tasks; } // oldest first
    const Entry *find(quint64 number) const;
    int openCount() const; // that are not over

    void pollNow(quint64 number);
    void cancel(quint64 number);
    void forget(quint64 number); // of those that are over

Q_SIGNALS:
    void added(quint64 number); // before changed()
    void changed(); // any of them, or their number

private:
    explicit TaskStore(Client *client);

    void respondToInput(quint64 number, const TaskInput &input, const Bytes &responses) override;
    void stopInput(quint64 number, const TaskInput &input) override;
    void logLifecycle(const QString &what, const QString &detail) override
    {
        m_client->logLifecycle(what, detail);
    }

    void perform(Entry &entry, const TaskActions &actions);
    void ask(Entry &entry, const std::string &requests);
    void withdraw(Entry &entry, const std::string &key);
    void endInputs(Entry &entry, const QString &why);
    void reportEnd(TaskInput &input, const QString &why);
    void send(Entry &entry, const TaskAction &action);
    void received(const rpc::Message &message);
    void followConnection();
    void tick();
    void arm();
    Entry *entryOf(quint64 number);
    template <typename Event>
    void feed(quint64 number, const Event &event);
    void forgetOld();

    Client *const m_client;
    std::vector<std::unique_ptr<Entry>> m_tasks;
    QTimer m_timer;
    quint64 m_last = 0;
    bool m_ready = true;
};

} // namespace sonde::mcp
