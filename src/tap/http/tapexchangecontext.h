// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/http/httpbreakpoints.h"
#include "tap/http/metadatarewriter.h"
#include "tap/http/tapclient.h"
#include "tap/http/tapplace.h"

namespace sonde::tap {

// What the exchanges of a tap share; all of it outlives them.
struct TapExchangeContext {
    const TapPlace &place;
    wire::HttpClient &engine;
    TapClient &client;
    wire::Authorizer *authorizer = nullptr; // nullptr: the host authorizes itself
    HttpBreakpoints *breakpoints = nullptr; // nullptr: there are none
    const MetadataPaths *rewritten = nullptr; // nullptr: the metadata stays as it is
};

} // namespace sonde::tap
