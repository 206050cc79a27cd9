// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/call.h"
#include "demo/call/callcontext.h"
#include "demo/call/serverinfo.h"
#include "demo/call/serveroptions.h"

#include <QByteArray>

#include <string>
#include <string_view>
#include <utility>

namespace sonde::demo {

// What a server offers, the same for every client and in every era. The dialects speak for it.
class Offer {
public:
    // `secretBytes` protect what goes through a client and comes back.
    Offer(ServerOptions switches, QByteArray secretBytes)
        : options(std::move(switches))
        , secret(std::move(secretBytes))
    {
    }
    virtual ~Offer() = default;
    Offer(const Offer &) = delete;
    Offer &operator=(const Offer &) = delete;

    virtual std::string serverInfo(const Features &features, Detail detail) const = 0;
    // For the model, and for the person who looks: what to try here.
    virtual std::string instructions() const = 0;
    virtual std::string capabilities(const Features &features) const = 0; // an object
    // Whether it offers resources, to which a client may subscribe, and logs.
    virtual bool hasResources() const = 0;
    virtual bool hasLogs() const = 0;
    virtual bool hasResource(std::string_view uri) const = 0;

    // Responds to the methods that both eras have; false: it is none of them.
    virtual bool handle(Call &call) = 0;

    const ServerOptions options;
    const QByteArray secret;
    CallContext surroundings;
};

} // namespace sonde::demo
