// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/tapguard.h"

#include "serve/originguard.h"

#include <algorithm>

namespace sonde::tap {

namespace {

bool isLoopbackOrigin(std::string_view origin)
{
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (origin.starts_with(scheme))
            return serve::isLoopbackName(origin.substr(scheme.size()));
    }
    return false;
}

} // namespace

std::optional<StrangerRefusal> tapRefusal(const serve::ServedRequest &request)
{
    constexpr int kForbidden = 403;
    constexpr int kMisdirected = 421; // RFC 9110 section 15.5.20
    if (!serve::isLoopbackName(request.value("host")))
        return StrangerRefusal{
            kMisdirected, "This tap accepts only localhost, not the Host of this request."};
    const bool allowed = std::all_of(
        request.fields.begin(), request.fields.end(), [](const serve::HttpField &field) {
            return field.name != "origin" || isLoopbackOrigin(field.value);
        });
    if (!allowed)
        return StrangerRefusal{kForbidden, "This tap accepts no requests from web pages."};
    return std::nullopt;
}

} // namespace sonde::tap
