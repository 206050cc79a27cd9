// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "replay/givenvalues.h"
#include "replay/outcome.h"
#include "replay/recordedorder.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sonde::replay {

// The revision that the recording's client used; empty: it does not say.
QString recordedRevision(const mock::MockScript &script);
// The capabilities that it declared, a JSON object.
std::string recordedCapabilities(const mock::MockScript &script);

// The exchange whose response opened the session; nothing: the recording has none.
std::optional<Index> recordedHandshake(const mock::MockScript &script);

// What is sent, in which order and with which values. Of a large recording it takes a while to
// make, on any thread.
struct ReplayPlan {
    // `chosen` are exchanges that are replayable and no handshake. The script outlives it.
    ReplayPlan(const mock::MockScript &script, std::set<Index> chosenExchanges);

    std::set<Index> chosen;
    std::vector<ReplayStep> steps;
    GivenValues given;
};

// Sends the client's side of a recording to a connected server, and keeps what comes of it.
class ReplayRun : public QObject {
    Q_OBJECT
public:
    // `client` is Ready. It and the script of the plan outlive it. `patience`: how long a
    // notification is waited for.
    ReplayRun(const mock::MockScript &script, ReplayPlan plan, mcp::Client &client,
        mcp::CallOptions options, std::chrono::milliseconds patience, QObject *parent = nullptr);

    void start(); // once
    // What has no response yet gets none. Nothing follows.
    void abandon(const QString &why);
    const Outcomes &outcomes() const { return m_outcomes; }

Q_SIGNALS:
    void finished(); // every request has its response, or has failed

private:
    void goOn();
    void send(Index index);
    void sendRequest(Index index, const Bytes &params);
    void subscribe(Index index, const json::Value &params);
    void watch(Index index, const mcp::Subscription &subscription);
    void cancel(Index index);
    void receive(Index index, const Result<mcp::Response> &response);
    bool countNotification();
    void receiveNotification(const rpc::Message &message);
    void settle(Index index, ReplayOutcome outcome);
    bool isSpoken(const QString &method) const; // by the negotiated revision
    void noteHandshake();

    const mock::MockScript &m_script;
    const std::set<Index> m_chosen;
    mcp::Client &m_client;
    const mcp::CallOptions m_options;
    RecordedOrder m_order;
    GivenValues m_given;
    Outcomes m_outcomes;
    std::map<Index, RequestHandle> m_pending;
    std::map<Index, std::vector<Bytes>> m_progress; // of pending requests
    std::map<Index, QPointer<mcp::Subscription>> m_subscriptions;
    std::size_t m_notifications = 0;
    QTimer m_patience; // for a notification
    bool m_isOver = false;
};

} // namespace sonde::replay
