// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/call.h"
#include "demo/call/serveroptions.h"

#include <string>
#include <string_view>
#include <vector>

namespace sonde::demo {

// Responds to a list request (tools, prompts, resources, templates) with the page its cursor names.
// Cursors are opaque to the client: base64 of the list's name and a position.
class Pages {
public:
    explicit Pages(const ServerOptions &options);

    // `entries` are the JSON texts of the whole list, `member` the result's name for it.
    void respond(
        Call &call, std::string_view member, const std::vector<std::string> &entries) const;

private:
    std::string cursorFor(std::string_view member, std::size_t position) const;

    std::size_t m_pageSize;
    bool m_emptyCursor;
};

} // namespace sonde::demo
