// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/mailbox.h"
#include "tap/http/httpbreakpoints.h"

#include <QByteArray>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <deque>
#include <string>
#include <vector>

namespace sonde::tap {

// Where the connections to one server meet the window that sets their breakpoints. Lives on the
// wire thread, longer than each connection, so that the next one has the breakpoints from its first
// message on.
class BreakpointPort final : public QObject {
    Q_OBJECT
public:
    static constexpr std::chrono::milliseconds kHitsPause{50};

    BreakpointPort();

    // From any thread: a line of controlline.h, for the present connection and those that follow.
    // Returns true if hearAll() must be called on the wire thread.
    bool post(const QByteArray &line) { return m_inbox.post(line); }
    // A connection calls it before it sends a message, so that what was posted before that message
    // holds for it.
    void hearAll();

    // A connection is open, in place of the one before. The breakpoints outlive leave().
    void enter(HttpBreakpoints &connection);
    void leave(const HttpBreakpoints &connection);
    // These ignore all but the present connection. Lines have their ends.
    void tell(const HttpBreakpoints &connection, const std::string &line);
    // The response to what a person has composed.
    void tellKept(const HttpBreakpoints &connection, rpc::Channel channel, const Bytes &message);
    void tellHits(const HttpBreakpoints &connection, const std::string &line);

Q_SIGNALS:
    void opened();
    void told(const QByteArray &line);
    void kept(sonde::rpc::Channel channel, const sonde::Bytes &message);
    void closed();

private:
    void hear(const QByteArray &line);

    Mailbox<QByteArray> m_inbox;
    std::vector<QByteArray> m_drained;
    std::deque<QByteArray> m_unheard; // kept, because a line may lead to the next message
    HttpBreakpoints *m_connection = nullptr;
    QByteArray m_list; // the newest line that sets breakpoints
    QByteArray m_hits; // not told yet
    QTimer m_hitsTimer; // a flood of messages is a flood of counts
};

} // namespace sonde::tap
