// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/call/toolcall.h"
#include "session/catalog/liststore.h"

#include <QHash>

#include <optional>
#include <set>
#include <string>

namespace sonde::session {

// What is known of one server's tools: the list, and each tool's draft and newest call. Belongs
// to the client and goes with it.
class ToolStore : public ListStore {
    Q_OBJECT
public:
    // The one of that client; made when it is asked for first.
    static ToolStore *known(mcp::Client *client); // null before of() was asked for it
    static ToolStore *of(mcp::Client *client);

    bool has(const QString &tool) const; // the list has it
    bool isDestructive(const QString &tool) const; // a definition of it says so
    json::Value inputSchema(const QString &tool) const; // of its first definition
    // Whether its definition says that it is read-only. A tool that is not in the list is not.
    bool isReadOnly(const QString &tool) const;
    // The names of those whose definitions say that they are destructive.
    std::set<std::string> destructiveTools() const;
    ToolCall *call(const QString &tool);
    std::optional<QByteArray> draft(const QString &tool) const;
    void setDraft(const QString &tool, const QByteArray &text);

private:
    explicit ToolStore(mcp::Client *client);

    QHash<QString, ToolCall *> m_calls;
    QHash<QString, QByteArray> m_drafts;
};

} // namespace sonde::session
