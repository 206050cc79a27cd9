// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/pausablecall.h"
#include "base/result.h"
#include "mcp/client/inputround.h"
#include "mcp/client/serverrequest.h"
#include "mcp/client/serverrequesthandler.h"
#include "json/builder.h"

#include <QObject>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonde::agent {

// What the server of a connection asks of its client (sampling, elicitation, roots): each request
// waits until the agent responds to it, and pauses the call that led to it. What has no response in
// time is declined.
class ServerRequests : public QObject, public mcp::ServerRequestHandler {
    Q_OBJECT
public:
    using Number = std::int64_t; // of a request, from 1 on
    static constexpr std::size_t kMaxWaiting = 20; // those beyond it are declined at once
    static constexpr std::size_t kMaxOver = 50; // that are remembered

    // How long a request waits that belongs to no call.
    static constexpr std::chrono::milliseconds kPatience{300'000};

    // While it is set, it responds to each request instead of the agent.
    using Automatic = std::function<void(const mcp::ServerRequest &)>;
    void setAutomatic(Automatic automatic) { m_automatic = std::move(automatic); }
    bool isAutomatic() const { return bool(m_automatic); }

    // A call begins: requests that wait already and belong to none are its own.
    void add(const std::shared_ptr<PausableCall> &call);
    void handleRequest(const mcp::ServerRequest &request) override;
    void withdrawRequest(const rpc::Id &id, const QString &why) override;
    // A replay gets the responses that ask for input as they were recorded.
    bool takesInput() const override { return !m_automatic; }
    void handleInput(const mcp::InputRound &round) override;
    void withdrawInput(const mcp::InputRound &round, const QString &why) override;

    // The response of the agent: JSON text of the result, or an error that refuses the request.
    struct Response {
        std::optional<Bytes> result{};
        int code = 0;
        QString message{};
    };
    bool waits(Number number) const;
    void respond(Number number, const Response &response); // to one that waits
    // Why a request does not wait any more; empty: it does, or there was none.
    std::string whyOver(Number number) const;

    // The paused call that a request belongs to, once nothing that belongs to it waits any more.
    std::shared_ptr<PausableCall> resume(Number number);
    // Whether something else waits that belongs to the same call as this request.
    bool hasMore(Number number) const;

    // Adds "waits" and "serverRequests": those of a call, or all.
    void addWaiting(json::Builder &out, const PausableCall *call) const;
    // Adds "serverRequests" that are over since they were added last.
    void addOver(json::Builder &out, const PausableCall *call);

private:
    struct Waiting {
        Number number = 0;
        std::string method;
        std::string params; // one line of JSON
        std::weak_ptr<PausableCall> call{}; // expired: it belongs to none
        std::optional<mcp::ServerRequest> request{}; // otherwise it is one of a round
        std::optional<mcp::InputRound> round{};
        std::string key{}; // of the round
        std::string response{}; // of a round that waits for others as well
        std::string outcome = "answered";
    };
    struct Over {
        Number number = 0;
        std::string method;
        std::string outcome;
        std::weak_ptr<PausableCall> call;
        bool isTold = false;
    };

    std::shared_ptr<PausableCall> causeOf(std::string_view method, std::string_view target) const;
    void park(Waiting waiting, const std::shared_ptr<PausableCall> &call);
    void pause(const std::shared_ptr<PausableCall> &call);
    void decline(Number number, const std::string &why);
    void refuse(
        const Waiting &waiting, int code, const QString &message, const std::string &outcome);
    void declineTooMany();
    void goOn(const mcp::InputRound &round);
    void close(Number number, const std::string &outcome);
    Waiting *find(Number number);
    const std::weak_ptr<PausableCall> *callOf(Number number) const;

    Automatic m_automatic;
    Number m_last = 0;
    std::vector<Waiting> m_waiting;
    std::deque<Over> m_over;
    std::vector<std::weak_ptr<PausableCall>> m_calls; // oldest first
    std::vector<std::shared_ptr<PausableCall>> m_paused;
};

} // namespace sonde::agent
