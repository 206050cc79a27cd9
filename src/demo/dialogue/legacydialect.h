// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/changehandlers.h"
#include "demo/call/offer.h"
#include "demo/call/replychannel.h"
#include "demo/call/serverdialect.h"
#include "rpc/message.h"
#include "json/document.h"

#include <map>
#include <set>

namespace sonde::demo {

// The revisions up to 2025-11-25: one session, opened by initialize, in which either side may send
// requests.
class LegacyDialect final : public ServerDialect {
public:
    // `standing` carries messages that belong to no request.
    LegacyDialect(const Offer &offer, ReplyChannel &standing);

    bool isOpen() const { return m_open; }
    // Responds to the methods that belong to the session itself; false: it is none of them.
    bool handle(Call &call);
    // The client's response to a server request; false: no request has this id.
    bool receiveResponse(const rpc::Message &message);

    bool watches(std::string_view uri) const;
    void resourceUpdated(const std::string &uri);
    void listChanged(List list);

    const Features &features() const override { return m_features; }
    std::string seal(std::string_view result, std::optional<Freshness> freshness) const override;
    bool wantsLog(const Call &call, LogLevel level) const override;
    bool accepts(const Call &call, const RequestToClient &request) const override;
    void sendRequest(Call &call, const RequestToClient &request, ResponseHandler handler) override;
    void callEnded(Call &call) override;

private:
    void initialize(Call &call);
    void setLevel(Call &call);
    void subscribe(Call &call);
    void unsubscribe(Call &call);
    std::string initializeResult() const;

    struct SentRequest {
        Call *call = nullptr;
        ResponseHandler handler;
    };

    const Offer &m_offer;
    ReplyChannel &m_standing;
    bool m_open = false;
    Features m_features;
    json::Document m_clientCapabilities;
    LogLevel m_logLevel = LogLevel::Info; // until logging/setLevel, the server may choose
    std::set<std::string, std::less<>> m_subscribed;
    std::map<rpc::Id, SentRequest> m_sentRequests;
    int m_lastRequest = 0;
};

} // namespace sonde::demo
