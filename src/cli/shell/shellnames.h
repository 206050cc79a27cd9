// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/listing.h"

#include <map>
#include <string>
#include <vector>

namespace sonde::cli {

// What may be completed in a shell: its commands, and the names of the server's lists.
class ShellNames {
public:
    static constexpr std::size_t kMaxNames = 10'000; // of a list

    // A list of the server, by its member: "tools", "resources", "prompts".
    void add(const std::string &member, const mcp::Listing &listing);
    // The words that begin with `begun` and may stand after the words of `before`.
    std::vector<std::string> completions(const std::string &before, const std::string &begun) const;

private:
    std::map<std::string, std::vector<std::string>> m_names; // by member
    std::map<std::string, std::vector<std::string>> m_arguments; // by "tools call NAME"
};

} // namespace sonde::cli
