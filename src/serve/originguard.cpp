// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "serve/originguard.h"

#include <algorithm>

namespace sonde::serve {

bool isLoopbackName(std::string_view authority)
{
    const std::size_t colon = authority.rfind(':');
    std::string_view host = authority;
    if (colon != std::string_view::npos && authority.find(']', colon) == std::string_view::npos) {
        const std::string_view port = authority.substr(colon + 1);
        if (!std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; }))
            return false;
        host = authority.substr(0, colon);
    }
    const std::string name = lowerCase(host);
    return name == "localhost" || name == "127.0.0.1" || name == "[::1]";
}

std::string originProblem(const ServedRequest &request, bool onLoopback)
{
    const std::string_view host = request.value("host");
    if (onLoopback && !isLoopbackName(host))
        return "This server accepts only localhost, not the Host of this request.";
    const std::string *origin = request.field("origin");
    if (!origin)
        return {};
    std::string_view authority = *origin;
    const std::size_t scheme = authority.find("://");
    if (scheme != std::string_view::npos)
        authority.remove_prefix(scheme + 3);
    if (scheme == std::string_view::npos || (!isLoopbackName(authority) && authority != host))
        return "Requests from this Origin are not allowed.";
    return {};
}

} // namespace sonde::serve
