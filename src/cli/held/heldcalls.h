// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "mcp/client/client.h"
#include "mcp/message/cause.h"
#include "rpc/message.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::cli {

// The requests that several peers send to one server: the commands that use a held server, or the
// requests of a client whose mock passes them on. They pass byte for byte, but for their ids and
// progress tokens: those of two peers may be the same, so each request gets its own, and responses,
// progress and subscriptions come back with those of the peer. A peer that declares no capabilities
// lets the client respond to what its call asks for.
// A call ends with its peer, unless it is parked because the server waits for a response to a
// request of its own: then it goes on, and another peer may adopt it. Also tells which call led to
// a server request.
class HeldCalls : public QObject {
    Q_OBJECT
public:
    using Number = std::int64_t; // of a call, from 1
    // How a command gets a message.
    using Deliver = std::function<void(int peer, std::string_view message)>;
    static constexpr std::size_t kMaxCalls = 1000; // at the same time; further ones are refused
    static constexpr int kMaxKept = 20; // responses that no command waits for

    // `timeouts`: of the calls; without a value they are as long as a day.
    explicit HeldCalls(Deliver deliver, mcp::CallOptions timeouts = {});
    // Before the first request; nothing is sent once it is gone.
    void setClient(mcp::Client &client) { m_client = &client; }

    void send(int peer, const rpc::Message &request);
    void cancel(int peer, const rpc::Id &id);
    void cancel(Number call); // that no command waits for
    // Calls that wait for responses to server requests go on, the others are cancelled.
    void leave(int peer);
    // A notification of the server; false: it belongs to no call, and is for every command.
    bool hear(const rpc::Message &notification);
    bool isWaitedFor() const; // by a command
    std::int64_t count() const { return std::int64_t(m_calls.size()); }

    // The call that led to a server request, as far as that is known: where several may have, it is
    // none of them (0).
    Number causeOf(const mcp::Cause &cause) const;
    // The commands that wait for a call which may ask for something.
    std::vector<int> waitingPeers() const;
    // The call that a round belongs to; 0: there is none.
    Number callOf(const mcp::InputRound &round) const;
    int peerOf(Number call) const; // 0: no command waits for it
    bool isOver(Number call) const; // its response came while no command waited for it
    // Its command gets this error instead of a response, while the call goes on.
    void park(Number call, const std::string &sentence, std::string_view data);
    // From now on the response is for this request of a command: a result with the members "method"
    // and "response". False: there is no such call any more.
    bool adopt(Number call, int peer, const rpc::Id &id);

private:
    struct Call {
        int peer = 0; // 0: no command waits for it
        rpc::Id id; // of the command's request
        std::string token{}; // of its progress, as the command wrote it
        std::string method;
        Bytes params{}; // of the first round; empty: it is not one of rounds
        RequestHandle request{};
        bool isParked = false; // does not end with its command
        bool isAdopted = false;
        std::optional<Bytes> response{}; // that came while no command waited
    };
    using Calls = std::map<Number, Call>;

    static bool mayAsk(const Call &call);
    bool needsTools(const rpc::Message &request) const;
    void begin(Number number, const RequestHandle &request);
    RequestHandle loadTools(Number number, const rpc::Message &request);
    RequestHandle pass(Number number, const rpc::Message &request);
    RequestHandle sendAsItIs(Number number, const rpc::Message &request);
    RequestHandle sendWithInput(Number number, const rpc::Message &request);
    mcp::CallOptions optionsOf(Number number);
    void passProgress(Number number, const rpc::Message &progress);
    void respond(Number number, const Result<std::optional<mcp::Response>> &response);
    void forgetOld();
    void deliver(Calls::iterator call, const Bytes &response);
    void refuse(int peer, const rpc::Id &id, int code, std::string_view sentence) const;
    Calls::iterator find(int peer, const rpc::Id &id);

    mcp::Client *m_client = nullptr;
    const Deliver m_deliver;
    const mcp::CallOptions m_timeouts;
    Calls m_calls; // oldest first
    Number m_last = 0;
    bool m_knowsTools = false; // tools/list was loaded, and has not changed
};

} // namespace sonde::cli
