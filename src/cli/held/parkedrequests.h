// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "cli/held/heldcalls.h"
#include "cli/options/responseoptions.h"
#include "mcp/client/client.h"
#include "mcp/client/serverrequesthandler.h"
#include "review/serverrequestqueue.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace sonde::cli {

// What a held server asks of its client. The options of open respond to it, or else the command in
// whose call it came, as far as that has declared it; what neither can is parked until respond has
// a response.
class ParkedRequests : public QObject, private mcp::ServerRequestHandler {
    Q_OBJECT
public:
    // Whether a command has declared that it responds to this.
    using Takes = std::function<bool(int peer, const review::RequestedInput &question)>;

    // `name`: of the held server. The calls outlive it.
    ParkedRequests(QString name, ResponseOptions options, HeldCalls &calls, Takes takes,
        HeldCalls::Deliver deliver);

    // Declares all capabilities, and receives the server requests. Must outlive the client.
    void declare(mcp::ClientConfig &config);
    void setRevision(const QString &revision);

    // The response of a command to a server request that was passed to it.
    void answer(int peer, const rpc::Message &response);
    void leave(int peer); // what it was asked is refused

    int count() const { return m_queue.waitingCount(); }
    // A JSON array of those that wait, oldest first.
    std::string list() const;
    // Responds to one that waits, with the text of a JSON object: where several are asked for in
    // one (2026-07-28), it has a member for each. Empty: what says no.
    Result<void> respond(quint64 number, const Bytes &result);
    // Cancels the call that a request belongs to, which waits.
    Result<void> cancelCall(quint64 number);
    // The call that a request belongs to; 0: none, or it has ended.
    HeldCalls::Number callOf(quint64 number) const;
    // That of another request which waits, and belongs to this call; 0: there is none.
    quint64 waitsFor(HeldCalls::Number call) const;
    // Tells the command of the call that this request waits, and how it is responded to.
    void park(HeldCalls::Number call, quint64 number);

private:
    void handleRequest(const mcp::ServerRequest &request) override;
    void withdrawRequest(const rpc::Id &id, const QString &why) override;
    bool takesInput() const override { return true; }
    void handleInput(const mcp::InputRound &round) override;
    void withdrawInput(const mcp::InputRound &round, const QString &why) override;
    void tellOf(quint64 number) const;
    bool pass(const mcp::ServerRequest &request, HeldCalls::Number call);
    template <typename Asked>
    void keep(const Asked &asked, HeldCalls::Number call);
    Result<void> dismiss(const review::QueuedRequest &kept);
    Result<void> respondToRound(const review::QueuedRequest &kept, const Bytes &result);
    bool respondsByItself(const review::RequestedInput &question) const;

    struct Passed {
        int peer;
        mcp::ServerRequest request;
    };

    const QString m_name;
    const ResponseOptions m_options;
    HeldCalls &m_calls;
    const Takes m_takes;
    const HeldCalls::Deliver m_deliver;
    mcp::ServerRequestHandler *m_automatic = nullptr; // of the options; nullptr: there are none
    std::shared_ptr<const json::Document> m_capabilities;
    review::ServerRequestQueue m_queue;
    std::map<quint64, HeldCalls::Number> m_callOf; // by the numbers of the queue
    std::map<rpc::Id, Passed> m_passed; // by their ids for the command
    int m_lastPassed = 0;
};

} // namespace sonde::cli
