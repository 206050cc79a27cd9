// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "serve/httpreply.h"
#include "serve/servedrequest.h"
#include "tap/http/tapplace.h"
#include "wire/http/httpclient.h"
#include "wire/streamable/headchange.h"

namespace sonde::tap {

// What a tap passes on, and how it differs from what came. Everything else stays as it was, in its
// order and case.
struct ForwardedRequest {
    wire::HttpRequest request;
    wire::HeadChanges changes;
};
struct ForwardedHead {
    serve::HttpReply::Fields fields;
    wire::HeadChanges changes;
};

// Changed are Host, an Origin of the tap's own, and the headers for one connection only (RFC 9110
// section 7.6.1). `authorizes`: Sonde adds the Authorization, in place of the host's.
ForwardedRequest forwardRequest(
    const serve::ServedRequest &request, const TapPlace &place, bool authorizes);

// Removes Accept-Encoding: breakpoints cannot look at a compressed response.
void acceptNoCoding(ForwardedRequest &request);

// Changed are the headers for one connection only, a Location at the server, and cookies for the
// server's domain or for HTTPS only. `rewritesMetadata`: also where a challenge says that the
// metadata of the server is.
ForwardedHead forwardHead(
    const wire::HttpHead &head, const TapPlace &place, bool rewritesMetadata = false);

} // namespace sonde::tap
