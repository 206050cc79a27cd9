// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "mcp/client.h"

#include <QPointer>

#include <memory>

namespace sonde::mcp {

// Asks for one page of a list after the other, until the cursor ends, or for one page alone. Keeps
// itself alive while an answer is awaited.
class ListRun : public std::enable_shared_from_this<ListRun> {
public:
    using Done = std::function<void(Result<Listing>)>;

    ListRun(Client *client, const QString &method, const QString &member,
        const CallOptions &options, QObject *context, Done done);
    RequestHandle start();
    RequestHandle startPage(const std::optional<std::string> &cursor); // JSON text

private:
    RequestHandle handle();
    void ask(const std::string &params);
    void took(const Result<Answer> &page);

    const QPointer<Client> m_client;
    const QString m_method;
    const CallOptions m_options;
    const QPointer<QObject> m_context;
    const Done m_done;
    ListCursor m_cursor;
    bool m_onePage = false;
    RequestHandle m_current;
};

} // namespace sonde::mcp
