// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "mcp/client/client.h"

#include <QPointer>

#include <memory>

namespace sonde::mcp {

// Loads a list page by page, until the last page, the wanted number of pages, or an error. Keeps
// itself alive while it waits for a response.
class ListRun : public std::enable_shared_from_this<ListRun> {
public:
    using Done = std::function<void(Listing)>;

    ListRun(Client *client, const ListQuery &query, const CallOptions &options, QObject *context,
        Done done);
    RequestHandle start();

private:
    void request(const std::string &params);
    void receive(const Result<Response> &page);

    const QPointer<Client> m_client;
    const ListQuery m_query;
    const CallOptions m_options;
    const QPointer<QObject> m_context;
    const Done m_done;
    ListCursor m_cursor;
    RequestHandle m_current;
};

} // namespace sonde::mcp
