// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace sonde::mcp {

// 2026-07-28 basic/utilities/subscriptions: a member of _meta, the id of the request that opened
// the subscription.
inline constexpr std::string_view kSubscriptionIdMeta = "io.modelcontextprotocol/subscriptionId";

} // namespace sonde::mcp
