// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client.h"
#include "models/listchanges.h"
#include "widgets/toolcall.h"

#include <QHash>
#include <QObject>

#include <optional>

namespace sonde::widgets {

// What is known of one server's tools: the list, and each tool's draft and newest call. Belongs
// to the client and goes with it.
class ToolBook : public QObject {
    Q_OBJECT
public:
    enum class State { NotAsked, Asking, Known, NotOffered, Failed };

    // The one of that client; made when it is asked for first.
    static ToolBook *of(mcp::Client *client);

    State state() const { return m_state; }
    const mcp::Listing &listing() const { return m_listing; }
    const std::optional<Error> &error() const { return m_error; }
    void load(); // tools/list again
    // Since it was complete the last time; empty until it is asked for again.
    const models::ListChanges &changes() const { return m_changes; }
    void forgetChanges();
    // From the next load() on: one page at a time, or all of them.
    void setPageByPage(bool pages) { m_pageByPage = pages; }
    void loadNextPage(); // listing() grows by it; nothing without Listing::next
    mcp::Client *client() const { return m_client; }

    ToolCall *call(const QString &tool);
    std::optional<QByteArray> draft(const QString &tool) const;
    void setDraft(const QString &tool, const QByteArray &text);

Q_SIGNALS:
    void changed();

private:
    explicit ToolBook(mcp::Client *client);
    void clientChanged();
    void loadPage(const std::optional<std::string> &cursor);

    mcp::Client *m_client;
    State m_state = State::NotAsked;
    mcp::Listing m_listing;
    std::optional<Error> m_error;
    models::ListChanges m_changes;
    bool m_again = false; // it changed while it was asked for
    QHash<QString, ToolCall *> m_calls;
    QHash<QString, QByteArray> m_drafts;
    bool m_pageByPage = false;
};

} // namespace sonde::widgets
