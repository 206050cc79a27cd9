// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "mcp/client/client.h"

#include <QPointer>

#include <memory>

namespace sonde::mcp {

// Asks for one page of a list after the other, until the cursor ends, as many came as were wanted,
// or one does not come. Keeps itself alive while an answer is awaited.
class ListRun : public std::enable_shared_from_this<ListRun> {
public:
    using Done = std::function<void(Listing)>;

    ListRun(Client *client, const ListQuery &query, const CallOptions &options, QObject *context,
        Done done);
    RequestHandle start();

private:
    void request(const std::string &params);
    void receive(const Result<Answer> &page);

    const QPointer<Client> m_client;
    const ListQuery m_query;
    const CallOptions m_options;
    const QPointer<QObject> m_context;
    const Done m_done;
    ListCursor m_cursor;
    RequestHandle m_current;
};

} // namespace sonde::mcp
