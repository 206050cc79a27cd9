// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call.h"
#include "demo/completion.h"
#include "demo/handshakedialect.h"
#include "demo/prompts.h"
#include "demo/resources.h"
#include "demo/statelessdialect.h"
#include "demo/tools.h"
#include "rpc/lineframer.h"

#include <memory>
#include <vector>

namespace sonde::demo {

inline constexpr std::size_t kMaxMessage = std::size_t(16) << 20;
inline constexpr std::uint32_t kMaxDepth = 1000;
inline constexpr std::size_t kMaxCalls = 100; // at the same time

// An MCP server without its surroundings: bytes in, bytes out, and the time is told. It decides
// line by line which era a message belongs to, so one process serves both.
class Server {
public:
    Server(const Options &options, QByteArray secret);
    ~Server();

    // `now` never goes back; since when it counts is the caller's choice.
    void receive(const Bytes &chunk, Milliseconds now);
    // The client has closed its side: no more answers, no more cancellations.
    void endInput(Milliseconds now);
    // Does what is due. Nothing is due before nextDeadline().
    void tick(Milliseconds now);
    std::optional<Milliseconds> nextDeadline() const { return m_timers.next(); }
    // Some call will end by itself, given time.
    bool isWorking() const;

    std::size_t outputSize() const { return m_outbox.size(); }
    std::string takeOutput() { return m_outbox.takeOutput(); } // for stdout
    std::string takeRemarks() { return m_outbox.takeRemarks(); } // for stderr

private:
    void receiveFrame(const rpc::Frame &frame);
    void receiveMessage(rpc::Message message, Batch *batch);
    void receiveRequest(rpc::Message message, Batch *batch);
    void receiveNotification(const rpc::Message &message);
    void receiveInvalid(const rpc::Message &message, Batch *batch);
    bool describesItself(const rpc::Message &message) const;
    void answerStateless(Call &call);
    void answerInSession(Call &call);
    bool answerCommon(Call &call);
    void cancel(const json::Value &params);
    void beatWhileWatched();
    void sweep();
    void refuse(rpc::Id id, int code, std::string_view sentence, Batch *batch = nullptr);

    const Options m_options;
    const bool m_speaksHandshake;
    const bool m_speaksStateless;
    Outbox m_outbox;
    Timers m_timers;
    rpc::LineFramer m_framer{kMaxMessage};
    Stations m_stations;
    Tools m_tools;
    Resources m_resources;
    Prompts m_prompts;
    Completion m_completion;
    HandshakeDialect m_handshake;
    StatelessDialect m_stateless;
    std::vector<std::unique_ptr<Batch>> m_batches;
    std::vector<std::unique_ptr<Call>> m_calls; // last: a call that goes tells all of the above
};

} // namespace sonde::demo
