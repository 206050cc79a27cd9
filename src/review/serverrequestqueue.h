// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "review/queuedrequest.h"
#include "json/document.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace sonde::review {

// The capabilities that a client declared, and the user's settings for its server.
struct Standing {
    QString revision;
    std::shared_ptr<const json::Document> capabilities; // that were declared; nullptr: nothing
    Bytes folders; // the result of roots/list from the settings
    bool respondsToRoots = false; // roots/list is responded to with `folders`, without a review
};

// The server requests of all connected servers: those that wait, and the newest that are over.
// Responds only to what the user decided, or allowed in the settings.
class ServerRequestQueue : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxWaiting = 1000; // over all servers; more is refused
    static constexpr std::size_t kMaxOver = 200; // the oldest are forgotten

    explicit ServerRequestQueue(
        const Clock &clock = SystemClock::instance(), QObject *parent = nullptr);

    void setStanding(const QString &server, Standing standing);
    const Standing &standing(const QString &server) const;

    // For ClientConfig's four functions.
    void receive(const QString &server, const mcp::ServerRequest &request);
    void withdraw(const QString &server, const rpc::Id &id, const QString &why);
    void receive(const QString &server, const mcp::InputRound &round);
    void withdraw(const mcp::InputRound &round, const QString &why);
    // The connection ended: requests of this server that still wait become Lost.
    void lose(const QString &server, const QString &why);

    const std::vector<std::shared_ptr<const QueuedRequest>> &requests() const
    {
        return m_requests;
    } // oldest first
    std::vector<std::shared_ptr<const QueuedRequest>> of(
        const QString &server) const; // oldest first
    std::shared_ptr<const QueuedRequest> find(quint64 number) const; // nullptr: forgotten
    int waitingCount() const;

    // Each fails, with a sentence, when the request does not wait any more.
    Result<void> respond(quint64 number, const Bytes &result, const QString &outcome = {});
    Result<void> refuse(quint64 number, const Refusal &refusal);
    // What says no to it: a form or URL is declined, a model's response refused, a call stopped.
    Result<void> decline(quint64 number);
    Result<void> goOn(quint64 number, const Bytes &responses, const mcp::StateEcho &echo = {});
    Result<void> stop(quint64 number);
    // Requests that `act` ends become Automatic; `by` names the rule or program.
    Result<void> automatically(const QString &by, const std::function<Result<void>()> &act);

Q_SIGNALS:
    void added(quint64 number); // at the end of requests()
    void changed(quint64 number);
    void forgotten(quint64 number);

private:
    QueuedRequest begin(const QString &server);
    void add(QueuedRequest queued);
    bool respondByItself(QueuedRequest &queued);
    void end(quint64 number, State state, const QString &outcome);
    void forgetOld();
    std::size_t indexOf(quint64 number) const;
    Result<std::shared_ptr<const QueuedRequest>> waiting(quint64 number) const;

    const Clock &m_clock;
    std::vector<std::shared_ptr<const QueuedRequest>> m_requests;
    std::map<QString, Standing> m_standings;
    quint64 m_last = 0;
    std::size_t m_waiting = 0;
    QString m_by; // while something is done automatically
};

} // namespace sonde::review
