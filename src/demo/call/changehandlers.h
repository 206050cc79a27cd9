// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace sonde::demo {

enum class List : std::uint8_t { Tools, Prompts, Resources };

constexpr std::string_view listChangedMethod(List list)
{
    return list == List::Tools  ? "notifications/tools/list_changed"
        : list == List::Prompts ? "notifications/prompts/list_changed"
                                : "notifications/resources/list_changed";
}

// The filter's member of 2026-07-28 subscriptions/listen.
constexpr std::string_view listFilter(List list)
{
    return list == List::Tools  ? "toolsListChanged"
        : list == List::Prompts ? "promptsListChanged"
                                : "resourcesListChanged";
}

// Called by whatever changes a resource or list; handled by the dialogues with the clients.
struct ChangeHandlers {
    std::function<void(const std::string &uri)> resourceUpdated = [](const std::string &) {};
    std::function<void(List)> listChanged = [](List) {};
};

} // namespace sonde::demo
