// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/context.h"

#include <string_view>

namespace sonde::findings {

// Keeps what a Connection knows of its HTTP streams, sessions and endpoints up to date.
class StreamWatch {
public:
    explicit StreamWatch(Connection &connection)
        : m_connection(connection)
    {
    }

    // Before the request log forgets the request of a response.
    void message(const Context &context);
    void invalid(const Context &context);
    void exchange(const Context &context);
    void lifecycle(const Context &context);
    // The bytes of the event of HTTP+SSE that names the address for POST.
    void endpoint(std::string_view event);

private:
    void stream(const Context &context);
    void refusedCall(const Context &context);

    Connection &m_connection;
};

} // namespace sonde::findings
