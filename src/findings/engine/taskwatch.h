// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/context.h"

namespace sonde::findings {

// Keeps the tasks of a Connection up to date.
class TaskWatch {
public:
    explicit TaskWatch(Connection &connection)
        : m_connection(connection)
    {
    }

    // Before the request log forgets the request of a response.
    void message(const Context &context);

private:
    void request(const Context &context);
    void response(const Context &context);
    void created(const Context &context, const json::Value &task);
    void told(const Context &context, const json::Value &task, bool isPoll);
    void listed(const Context &context);
    void answered(const Context &context);
    void inputs(const Context &context, SeenTask &task, const json::Value &requests);

    Connection &m_connection;
};

} // namespace sonde::findings
