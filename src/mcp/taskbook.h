// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client.h"
#include "mcp/taskmachine.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace sonde::mcp {

// The tasks of one server, of both protocols: it asks for their states when the server wishes,
// fetches their results, and takes them up again on a new connection.
class TaskBook : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxTasks = 500; // the oldest that are over are forgotten

    struct Entry {
        quint64 number = 0; // counted from 1
        QString method; // of the request that made it
        QString target; // the tool's name
        TaskMachine machine;
        std::string inputs; // requests that wait for answers, an object by key (extension)
        bool connectionLost = false; // the server's memory of it may be gone
    };

    static TaskBook *of(Client *client); // there is one, as long as the client lives

    // Takes a task over, when the answer is one; false otherwise.
    bool adopt(const Answer &answer, const QString &method, const QString &target);
    const std::vector<std::unique_ptr<Entry>> &tasks() const { return m_tasks; } // oldest first
    const Entry *find(quint64 number) const;
    int openCount() const; // that are not over

    void pollNow(quint64 number);
    void cancel(quint64 number);
    // `responses`: a JSON object of the answers by key.
    void answerInputs(quint64 number, const Bytes &responses);
    void forget(quint64 number); // of those that are over

Q_SIGNALS:
    void added(quint64 number); // before changed()
    void changed(); // any of them, or their number

private:
    explicit TaskBook(Client *client);

    void perform(Entry &entry, const TaskActions &actions);
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
