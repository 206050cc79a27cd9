// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/call/request.h"
#include "session/catalog/resourcewatch.h"

#include <QObject>

namespace sonde::session {

// One resource of one server, by its URI: what was read, what was read before that, and whether it
// is watched.
class ResourceRead : public QObject {
    Q_OBJECT
public:
    ResourceRead(mcp::Client *client, const QString &uri, QObject *parent);

    const QString &uri() const { return m_uri; }
    Request &request() { return m_request; }
    const Request &request() const { return m_request; }
    ResourceWatch &watch() { return m_watch; }

    void read(); // while it is being read, once more when that is over
    static Bytes params(const QString &uri); // of resources/read

    // The newest response, also while it is read again, and the one before; null: there is none.
    const std::shared_ptr<const mcp::Response> &newest() const { return m_newest; }
    const std::shared_ptr<const mcp::Response> &previous() const { return m_previous; }
    int reads() const { return m_reads; } // reads with a response

    void setReadOnUpdate(bool read) { m_readOnUpdate = read; }
    bool isReadOnUpdate() const { return m_readOnUpdate; }
    // Neither being read nor subscribed to: it may be forgotten.
    bool isIdle() const { return !m_request.isPending() && !m_watch.isRequested(); }

Q_SIGNALS:
    void changed();

private:
    void finished();

    mcp::Client *m_client;
    const QString m_uri;
    Request m_request;
    ResourceWatch m_watch;
    bool m_readOnUpdate = false;
    bool m_again = false; // it was updated while it was read
    int m_reads = 0;
    std::shared_ptr<const mcp::Response> m_newest;
    std::shared_ptr<const mcp::Response> m_previous;
};

// The contents of two responses to resources/read as texts to be compared line by line: of one text
// each the texts themselves, otherwise all their contents, one under another.
std::pair<Bytes, Bytes> comparableContents(const mcp::Response &before, const mcp::Response &after);

} // namespace sonde::session
