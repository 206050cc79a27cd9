// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "mock/earlymessages.h"
#include "mock/maderesponse.h"
#include "mock/mockscript.h"
#include "mock/passages.h"
#include "mock/playedexchange.h"
#include "mock/requestmatcher.h"
#include "mock/responder.h"
#include "rpc/message.h"

#include <QString>

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sonde::mock {

struct MockOptions {
    Otherwise otherwise = Otherwise::Nearest;
    Speed speed{};
    MadeResponses made{}; // come before those of the recording
    bool reportsUses = false; // with Action::Kind::Use
    bool passesOn = false; // requests without a recorded response go to a server
};

struct Action {
    enum class Kind : std::uint8_t {
        Send, // `bytes` is a message for the client, without a line end
        Stderr, // `bytes` is a line of the server's standard error
        Note, // `note` is for the person who runs the mock
        // With MockOptions::reportsUses: `bytes` is a line of JSON that says which response a
        // request gets: {"response":2} of the made ones, {"recorded":17} of the recording, or both.
        Use,
        Close, // the connection ends: the program, or the stream of `carrier`
        // With MockOptions::passesOn. What the server sends comes by deliver().
        OpenServer, // client() says for whom; the first of these actions, and only once
        PassOn, // `bytes` is a request, and `passage` its number
        Abandon, // the request `passage` with the id `bytes` was cancelled by its client
        Tell, // `bytes` is a notification, or a response to a request that was delivered
        Withdraw, // a request of `carrier` gets no response: the client has cancelled it
    };
    Kind kind = Kind::Send;
    Bytes bytes{};
    QString note{};
    Carrier carrier = 0; // of the request to which this belongs; 0: to none
    bool isResponse = false; // to a request of `carrier`
    Passage passage = 0;
};

// What a client of a mock has said of itself.
struct ClientFacts {
    std::string revision{}; // that it speaks; empty: not known
    std::string capabilities = "{}"; // until 2025-11-25; later each request has its own
};

// A server that plays a recording for one client, without I/O: messages in, actions out. Times are
// of a clock that never goes back. After each call, carry out takeActions(), and call tick() at
// nextDeadline().
class MockSession {
public:
    static constexpr std::uint32_t kMaxMessage = 16U << 20; // bytes of a message of the client
    static constexpr std::size_t kMaxPending = 10'000; // exchanges that are being played
    static constexpr std::size_t kMaxBatch = 1000; // messages

    MockSession(const MockScript &script, MockOptions options); // the script outlives it

    void start(Nanoseconds now); // what the server sent before the client did
    void receive(const Bytes &message, Nanoseconds now);
    static std::vector<rpc::Message> decode(const Bytes &message);
    // Receives one of the messages that decode() returns.
    void receive(const rpc::Message &message, Carrier carrier, Nanoseconds now);
    void receiveTooLong(); // a message of more than kMaxMessage bytes
    // Cancels the messages of the carrier: their responses would not be read any more.
    void leave(Carrier carrier, Nanoseconds now);
    // A message of the server to which requests are passed on, with the ids and progress tokens of
    // the client: the response to the request `passage`, or what comes with it; of no request (0),
    // what is for a client that has opened a session, and waits until it has.
    void deliver(Passage passage, const rpc::Message &message, Nanoseconds now);
    const ClientFacts &client() const { return m_client; }
    bool isPassing() const { return m_passages.isWaiting(); } // a response is waited for
    void endInput(Nanoseconds now); // the client sends no more
    void tick(Nanoseconds now);

    std::optional<Nanoseconds> nextDeadline() const;
    std::vector<Action> takeActions() { return std::exchange(m_actions, {}); }

private:
    void respond(const rpc::Message &request, Carrier carrier, Nanoseconds now);
    void receiveNotification(const rpc::Message &notification, Nanoseconds now);
    void receiveResponse(const rpc::Message &response, Nanoseconds now);
    void respondAsRecorded(const rpc::Message &request, ClientMessage cause, Nanoseconds now);
    bool isToBePassed(const rpc::Message &request, const Match &match) const;
    void openServer();
    void abandon(Passage passage);
    bool isModern() const;
    bool isClientReady() const { return m_isInitialized || isModern(); }
    void hold(const rpc::Message &message);
    void passHeld();
    void play(
        std::shared_ptr<const ScriptedExchange> exchange, ClientMessage cause, Nanoseconds now);
    void advance(PlayedExchange &played, Nanoseconds now);
    void carryOut(PlayedExchange &played, std::size_t index);
    void respondWrongly(Bytes response, const ClientMessage &cause);
    void removeEnded();
    void followRevision(const json::Value &named);
    void reportUse(std::size_t made, trace::Number recorded);
    void refuse(Carrier carrier, std::string_view id, int code, std::string_view text);
    void noteResponse(
        const rpc::Message &response, const PlayedExchange &played, std::size_t request);
    void note(const QString &text);

    MockOptions m_options;
    const MockScript &m_script;
    RequestMatcher m_matcher;
    std::unique_ptr<Responder> m_responder; // null: the recording is played
    std::list<PlayedExchange> m_played;
    Passages m_passages;
    ClientFacts m_client;
    bool m_isServerOpen = false; // OpenServer was among the actions
    std::vector<Action> m_actions;
    std::int64_t m_lastId = 0; // of server requests
    bool m_isInitialized = false; // as the client says (until 2025-11-25)
    EarlyMessages m_early; // for a client that is not ready
    bool m_isEarlyFull = false; // of which a note has told
    std::string m_initialize; // the id of the newest initialize
};

} // namespace sonde::mock
