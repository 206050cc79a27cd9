// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/inputkeeper.h"
#include "mcp/client/inputround.h"

#include <QObject>
#include <QPointer>

namespace sonde::mcp {

class TaskInput;

// Who made a TaskInput, and sends what it gets.
class TaskInputOwner : public QObject {
public:
    using QObject::QObject;

    // Both: the input of the task with that number waits no longer.
    virtual void respondToInput(quint64 number, const TaskInput &input, const Bytes &responses) = 0;
    virtual void stopInput(quint64 number, const TaskInput &input) = 0;
    virtual void logLifecycle(const QString &what, const QString &detail) = 0;
};

// What a task asked for in one of its states, until somebody responds to it, the task wants it no
// longer, or the connection ends. Belongs to its owner.
class TaskInput : public InputKeeper, public std::enable_shared_from_this<TaskInput> {
public:
    // `number` is the task's, for the owner.
    TaskInput(TaskInputOwner *owner, quint64 number);

    // Once, when a shared_ptr has it; the facts' requests are those that wait.
    const InputRound &begin(InputRound::Properties facts);
    const InputRound &round() const { return m_round; }
    // The task no longer waits for the request with that key. Returns whether none is left.
    bool drop(const std::string &key);
    void end() { m_waits = false; }

    bool waitsFor(const InputRound &round) const override;
    Result<void> goOn(const Bytes &responses, const StateEcho &echo) override;
    void stop() override;
    void logLifecycle(const QString &what, const QString &detail) const override;

private:
    const QPointer<TaskInputOwner> m_owner;
    const quint64 m_number;
    InputRound m_round;
    std::vector<std::string> m_keys; // that are wanted
    bool m_waits = true;
};

} // namespace sonde::mcp
