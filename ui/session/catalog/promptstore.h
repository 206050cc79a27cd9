// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/completions.h"
#include "session/call/request.h"
#include "session/catalog/liststore.h"

#include <QHash>
#include <QObject>

namespace sonde::session {

// What is known of one server's prompts: the list, and of each what is filled in and the newest
// response. Belongs to the client and goes with it.
class PromptStore : public QObject {
    Q_OBJECT
public:
    // The one of that client; made when it is asked for first.
    static PromptStore *of(mcp::Client *client);

    ListStore &prompts() { return m_prompts; }
    mcp::Client *client() const { return m_client; }

    Request *request(const QString &prompt); // its newest prompts/get
    mcp::FilledIn draft(const QString &prompt) const { return m_drafts.value(prompt); }
    void setDraft(const QString &prompt, const mcp::FilledIn &values);
    // The params of prompts/get; without values there is no member "arguments".
    static Bytes params(const QString &prompt, const mcp::FilledIn &values);

private:
    explicit PromptStore(mcp::Client *client);

    mcp::Client *m_client;
    ListStore m_prompts;
    QHash<QString, Request *> m_requests;
    QHash<QString, mcp::FilledIn> m_drafts;
};

} // namespace sonde::session
