// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "demo/call/features.h"

#include <string>
#include <string_view>
#include <vector>

namespace sonde::demo {

// How the server behaves; every switch of the command line is one of these.
struct ServerOptions {
    std::vector<Revision> revisions{kRevisions.rbegin(), kRevisions.rend()}; // newest first
    int pageSize = 0; // entries a page of every list; 0: everything on one page
    bool emptyCursor = false; // the first nextCursor is "", which is a cursor like any other
    bool fixtures = false; // what the public conformance suite asks for by name is offered as well
    std::string http; // an address to listen at instead of standard input, 127.0.0.1:8080

    bool speaks(Revision revision) const;
    std::vector<Revision> legacyRevisions() const;
    std::vector<Revision> modernRevisions() const;
    std::string revisionsJson() const; // ["2026-07-28",…]
    // Of tools and prompts: their lists change only when a fixture changes them.
    std::string_view listCapability() const { return fixtures ? R"({"listChanged":true})" : "{}"; }
};

struct ServerArguments {
    enum class Action { Serve, ShowHelp, ShowVersion };
    Action action = Action::Serve;
    ServerOptions options;

    // `arguments` without the program's name. An error's sentence says what was wrong.
    static Result<ServerArguments> parse(const std::vector<std::string_view> &arguments);
};

extern const char *const kHelp;

} // namespace sonde::demo
