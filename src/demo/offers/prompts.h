// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/call.h"
#include "demo/call/pages.h"
#include "demo/offers/stations.h"

#include <functional>
#include <string>
#include <vector>

namespace sonde::demo {

struct Prompt;
// Ends the call; the registry has checked that the arguments are strings and that none is missing.
using PromptBody = std::function<void(Call &, const Prompt &, const json::Value &arguments)>;

struct PromptArgument {
    std::string name;
    std::string title;
    std::string description;
    bool required = false;
};

struct Prompt {
    std::string name;
    std::string title;
    std::string description;
    std::vector<PromptArgument> arguments;
    PromptBody body;
};

// prompts/list and prompts/get.
class Prompts {
public:
    Prompts(const ServerOptions &options, const Stations &stations);

    // Offers these as well, behind the others.
    void add(std::vector<Prompt> group);

    void list(Call &call) const;
    void get(Call &call) const;
    bool exists(std::string_view name) const { return find(name) != nullptr; }

    static std::string message(std::string_view role, std::string_view content);
    static void finish(Call &call, const Prompt &prompt, const std::vector<std::string> &messages);

private:
    const Prompt *find(std::string_view name) const;

    Pages m_pages;
    std::vector<Prompt> m_prompts;
};

} // namespace sonde::demo
