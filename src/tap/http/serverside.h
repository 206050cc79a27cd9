// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/http/headchanges.h"
#include "tap/http/postedmessages.h"
#include "tap/http/tapexchangecontext.h"
#include "tap/http/upstream.h"
#include "wire/streamable/httpcall.h"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sonde::tap {

// One exchange with the server, recorded: its request is sent once or, for an authorization or on
// another connection, again, or not at all.
class ServerSide {
public:
    struct Facts {
        std::string_view purpose; // for the recording; outlives it
        bool isMessage = false;
        std::optional<Bytes> redactedBody{}; // of a request that is no message
    };
    static Facts factsOf(
        const serve::ServedRequest &request, const PostedMessages &messages, bool opensStream);
    // The watcher and the owner outlive it.
    ServerSide(const TapExchangeContext &context, Facts facts, UpstreamWatcher &watcher,
        wire::HttpCallOwner &owner);

    // The request waits for a breakpoint. Its message is recorded as it came and when it came: what
    // is sent may be another one, later.
    void hold(const wire::HttpRequest &request);
    void send(const ForwardedRequest &request);
    // Nothing is sent: see recordUnsent().
    void standIn(
        const ForwardedRequest &request, const std::optional<Bytes> &response, const QString &why);
    void cancel();
    // Decodes the body that follows the head for the recording.
    void decodeFor(const wire::HttpHead &head);

    bool isRecorded() const { return m_call != nullptr; }
    bool isSent() const { return m_isSent; } // or being sent
    // Where the recording has the message of a request that was held.
    const TapClient::About &place() const { return m_place; }
    // Only if it is recorded.
    Upstream &upstream() { return *m_upstream; }
    wire::HttpCall &call() { return *m_call; }

private:
    void prepare(const wire::HttpRequest &request);

    const TapExchangeContext m_context;
    const Facts m_facts;
    UpstreamWatcher &m_watcher;
    wire::HttpCallOwner &m_owner;
    std::unique_ptr<Upstream> m_upstream;
    std::unique_ptr<wire::HttpCall> m_call;
    std::vector<std::pair<std::unique_ptr<Upstream>, std::unique_ptr<wire::HttpCall>>> m_earlier;
    TapClient::About m_place;
    bool m_isApart = false; // the message, in the recording
    bool m_isSent = false;
};

} // namespace sonde::tap
