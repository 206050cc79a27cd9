// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/listing.h"
#include "mcp/session/negotiated.h"
#include "mcp/task/task.h"
#include "models/catalog/catalogmodel.h"
#include "rpc/trafficsink.h"

#include <QDateTime>
#include <QObject>
#include <QString>

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace sonde::session {

// A conversation between a host and a server that Sonde did not begin and takes no part in: what
// both sides have said of themselves so far. It is fed with the messages that crossed.
class Observation : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxAsked = 10'000; // requests without a response
    static constexpr std::size_t kMaxTasks = 1000; // the oldest make room

    // What was known before the first message.
    struct Ends {
        QString program; // of the host: "claude"
        qint64 host = 0; // pids
        qint64 server = 0;
        QString recording; // the session file of the tap
        QString url{}; // of the server; empty: it is a process, on stdio
        QString address{}; // of the tap, for hosts; empty: the host has started it
        QString name{}; // of the server, as in the recording
        bool isStartedByHost = true; // as of TapIntroduction
        QString folder{}; // in which the host has started the tap; empty: not known

        bool isHttp() const { return !url.isEmpty(); }
        QString transport() const;
        QString addresses() const; // over HTTP: where the host and the tap connect to
    };
    struct Task {
        mcp::TaskFacts facts;
        QString target; // the tool that runs as a task; empty: not known
    };

    explicit Observation(QObject *parent = nullptr);

    // The conversation begins anew, with other processes.
    void begin(Ends ends);
    // Sent: from the host to the server. `client` tells hosts of one tap apart: over HTTP it may
    // have several, which number their requests alike.
    void take(rpc::Channel channel, const rpc::Message &message, int client = 0);
    void end(const QDateTime &at);

    const Ends &ends() const { return m_ends; }
    bool isLive() const { return !m_ended.isValid(); }
    const QDateTime &ended() const { return m_ended; } // invalid: it goes on
    // What the host introduced itself with.
    const QString &hostName() const { return m_hostName; }
    const QString &hostVersion() const { return m_hostVersion; }
    // What was negotiated; without a revision nothing is known yet.
    const mcp::Negotiated &negotiated() const { return m_negotiated; }
    // The list as far as the host has loaded it.
    const mcp::Listing &list(models::CatalogKind kind) const;
    const std::deque<Task> &tasks() const { return m_tasks; }

Q_SIGNALS:
    void changed();

private:
    struct Asked {
        std::string method;
        std::shared_ptr<const rpc::Message> request;
    };
    // Of a request, with the client and the channel it crossed.
    using Key = std::tuple<int, rpc::Channel, rpc::Id>;

    void ask(const Key &key, const rpc::Message &request);
    void takeResponse(const Key &key, const rpc::Message &response);
    void open(const rpc::Message &request, const rpc::Message &response);
    void learnFromMeta(const rpc::Message &request);
    void setHost(const json::Value &info);
    void list(const Asked &asked, const rpc::Message &response);
    void learnTask(const json::Value &holder, const QString &target);

    Ends m_ends;
    QDateTime m_ended;
    QString m_hostName;
    QString m_hostVersion;
    mcp::Negotiated m_negotiated;
    std::map<Key, Asked> m_asked;
    std::deque<Key> m_order; // of m_asked, oldest first; may have keys that are gone
    std::array<std::unique_ptr<mcp::ListCursor>, 4> m_lists; // by kind
    std::deque<Task> m_tasks;
};

} // namespace sonde::session
