// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/tracefeed.h"

namespace sonde::tests {

// `initialize` and its result, of 2025-11-25: rules hold for what follows in that revision.
inline void negotiate(TraceFeed &feed)
{
    feed.sent(R"({"jsonrpc":"2.0","id":1000001,"method":"initialize","params":{)"
              R"("protocolVersion":"2025-11-25","capabilities":{},)"
              R"("clientInfo":{"name":"c","version":"1"}}})");
    feed.received(R"({"jsonrpc":"2.0","id":1000001,"result":{)"
                  R"("protocolVersion":"2025-11-25","capabilities":{"tools":{}},)"
                  R"("serverInfo":{"name":"s","version":"1"}}})");
}

// negotiate(), and what ends the handshake.
inline void shakeHands(TraceFeed &feed)
{
    negotiate(feed);
    feed.sent(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
}

} // namespace sonde::tests
