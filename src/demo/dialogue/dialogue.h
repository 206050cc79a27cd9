// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/batch.h"
#include "demo/call/changehandlers.h"
#include "demo/call/offer.h"
#include "demo/dialogue/legacydialect.h"
#include "demo/dialogue/moderndialect.h"

#include <memory>
#include <vector>

namespace sonde::demo {

inline constexpr std::size_t kMaxMessage = std::size_t(16) << 20;
inline constexpr std::uint32_t kMaxDepth = 1000;
inline constexpr std::size_t kMaxCalls = 100; // of one client at the same time

// The exchange of messages with one client: a stdio connection, a session over HTTP, or a single
// request of the modern era over HTTP.
class Dialogue {
public:
    // The eras whose messages are accepted. Over stdio the era is recognised by message.
    enum class Era : std::uint8_t { Any, Legacy, Modern };

    // `standing` carries messages that belong to no request.
    Dialogue(Offer &offer, ReplyChannel &standing, Era era = Era::Any);

    // `text` holds one message, or several in an array. Responses go to `channel`.
    void receive(const Bytes &text, ReplyChannel &channel);
    void receive(std::vector<rpc::Message> messages, ReplyChannel &channel);
    static std::vector<rpc::Message> decode(const Bytes &text, bool batchesAllowed);
    // Without an id: the message has no readable one.
    void refuse(const rpc::Id &id, int code, std::string_view sentence, ReplyChannel &channel);
    // Deletes finished calls. Must not be called while a message is received.
    void sweep();
    // Ends all subscriptions with their result.
    void endSubscriptions() { m_modern.endSubscriptions(); }

    // Some call will end by itself, given time.
    bool isWorking() const;
    bool isIdle() const { return m_calls.empty(); }
    bool isOpen() const { return m_legacy.isOpen(); }
    const Features &sessionFeatures() const { return m_legacy.features(); }

    bool watches(std::string_view uri) const;
    void resourceUpdated(const std::string &uri);
    void listChanged(List list);

private:
    bool allowsBatches() const { return isOpen() && sessionFeatures().batches; }
    void receiveMessage(rpc::Message message, ReplyChannel &channel);
    void receiveRequest(rpc::Message message, ReplyChannel &channel);
    void receiveNotification(const rpc::Message &message);
    void receiveInvalid(const rpc::Message &message, ReplyChannel &channel);
    bool describesItself(const rpc::Message &message) const;
    void handleModern(Call &call);
    void handleInSession(Call &call);
    void cancel(const json::Value &params);

    Offer &m_offer;
    const bool m_speaksLegacy;
    const bool m_speaksModern;
    LegacyDialect m_legacy;
    ModernDialect m_modern;
    std::vector<std::unique_ptr<Batch>> m_batches;
    std::vector<std::unique_ptr<Call>> m_calls; // last: a call that goes tells all of the above
};

} // namespace sonde::demo
