// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/changehandlers.h"
#include "demo/call/offer.h"
#include "demo/call/serverdialect.h"

#include <QByteArray>

#include <string>
#include <vector>

namespace sonde::demo {

// 2026-07-28: every request says in its _meta who asks and in which revision; nothing is
// remembered between two requests. The one long-lived thing is a call of subscriptions/listen.
class ModernDialect final : public ServerDialect {
public:
    explicit ModernDialect(const Offer &offer);

    // Checks the request's _meta; false: the call has been answered with what is wrong.
    bool admit(Call &call) const;
    // Responds to the methods of the era itself; false: it is none of them.
    bool handle(Call &call);

    bool watches(std::string_view uri) const;
    void resourceUpdated(const std::string &uri);
    void listChanged(List list);
    // Ends all subscriptions with their result.
    void endSubscriptions();

    const Features &features() const override { return m_features; }
    std::string seal(std::string_view result, std::optional<Freshness> freshness) const override;
    bool wantsLog(const Call &call, LogLevel level) const override;
    bool accepts(const Call &call, const RequestToClient &request) const override;
    void sendRequest(Call &call, const RequestToClient &request, ResponseHandler handler) override;
    void callEnded(Call &call) override;

private:
    void refuseInitialize(Call &call) const;
    void refuseUnsupported(Call &call, std::string_view requested) const;
    void discover(Call &call) const;
    void listen(Call &call);
    std::string seal(
        std::string_view result, std::optional<Freshness> freshness, std::string_view meta) const;
    std::string resultMeta(std::string_view moreMembers = {}) const;
    std::string requestState(const Call &call, const RequestToClient &request) const;
    void requireInput(Call &call, const RequestToClient &request) const;

    struct Subscription {
        Call *call = nullptr;
        std::vector<List> lists;
        std::vector<std::string> uris;
    };
    void notify(
        const Subscription &subscription, std::string_view method, std::string_view uri = {}) const;

    const Offer &m_offer;
    const Features m_features = featuresOf(Revision::R2026_07_28);
    std::vector<Subscription> m_subscriptions;
};

} // namespace sonde::demo
