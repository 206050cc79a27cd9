// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/carrier.h"
#include "wire/httptarget.h"

#include <memory>

namespace sonde::wire {

// The carrier for a server that is reached by URL, for LinkWorker::MakeCarrier. Transport::Auto is
// Streamable HTTP: whether to try the older way instead is for the session to judge, which then
// makes a new connection with Transport::Sse.
//
// Started follows start() at once with Streamable HTTP, which has no connection to make; with
// HTTP+SSE when the server has named its endpoint, else StartFailed (after a Refused without an id
// when the server answered with an error, for its status and challenges). Ended follows stop();
// with HTTP+SSE also the end of the event stream. A lost session is told by Refused::sessionGone:
// the carrier has dropped the session then, and setProtocol({}) and a new handshake begin another.
std::unique_ptr<Carrier> makeHttpCarrier(const HttpTarget &target, const CarrierContext &context);

} // namespace sonde::wire
