// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "mcp/client/abstractclient.h"

#include <QPointer>

#include <memory>

namespace sonde::mcp {

// A tools/call over HTTP in the modern era. When the server reports that headers and body differ,
// tools/list is sent again, because the schemas say which arguments go into headers, and the call
// is sent once more (2026-07-28 server/tools, "x-mcp-header"). Keeps itself alive while it waits.
class ToolCallRun : public std::enable_shared_from_this<ToolCallRun> {
public:
    ToolCallRun(AbstractClient *client, Bytes params, const CallOptions &options, QObject *context,
        Answered done);
    RequestHandle start();

private:
    void call();
    void receive(Result<Response> response);
    void listAgain(const Error &why);

    const QPointer<AbstractClient> m_client;
    const Bytes m_params;
    const CallOptions m_options;
    const QPointer<QObject> m_context;
    const Answered m_done;
    bool m_again = false;
    RequestHandle m_current;
};

} // namespace sonde::mcp
