// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "wire/http/httpclient.h"
#include "wire/streamable/headchange.h"

namespace sonde::tap {

// Makes the headers that repeat parts of the message (2026-07-28 basic/transports#headers) fit
// another message than the one that the request was made for. Only a request that has Mcp-Method
// has them. A header of a tool's parameter follows the argument that it was made from; for another
// tool it is removed, because only the tool's schema says what it would be. Returns what has
// changed. A default `was`: the message is another one, not an edited one.
wire::HeadChanges followMessage(
    wire::HttpRequest &request, const rpc::Message &was, const rpc::Message &now);

} // namespace sonde::tap
