// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/flowsetup.h"
#include "auth/base/metadata.h"
#include "auth/base/pkce.h"
#include "auth/base/signer.h"
#include "auth/flow/flowactions.h"

#include <limits>

namespace sonde::auth {

// What discovery found, or what the known tokens say where a run needs no discovery.
struct DiscoveredServer {
    QString issuer; // as requested; recorded before the browser opens
    QString resource; // of RFC 8707
    ServerMetadata metadata;
    std::optional<QStringList> resourceScopes; // of the protected resource's metadata
    QStringList challengedScopes;
    bool dpop = false;
    bool legacy = false; // 2025-03-26
};

// What the parts of a flow share. A value: a copy of a flow goes on from a copy of this.
struct FlowRun {
    static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

    FlowSetup setup;
    Randomness randomness;
    const Signer *signer; // outlives the flow
    Goal goal{};
    std::vector<Step> steps{};
    std::size_t attempts = 0;
    FetchKey lastKey = 0; // of the fetch whose response the flow waits for
    std::int64_t deadline = kNever; // steady nanoseconds
    bool over = true;

    DiscoveredServer server{};
    Registration client{};
    bool registeredAgain = false; // happens once in a run
    QUrl redirectUri{}; // empty: nothing listens yet
    QStringList scopes{}; // to request
};

// 2025-11-25 basic/authorization, Scope Selection Strategy; 2026-07-28: together with the scopes
// that were requested before, so that a step-up loses none.
QStringList scopesToRequest(const FlowRun &run);

} // namespace sonde::auth
