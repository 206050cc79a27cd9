// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/entries/hostentry.h"

#include <optional>
#include <string_view>
#include <vector>

namespace sonde::hosts {

// The first option of a tap whose entry had no array of arguments: written as one word. The command
// line is the only mark that every host leaves in an entry.
inline constexpr std::string_view kAddedArgumentsMark = "--name=";

// The word behind an option; empty: there is none.
QString wordAfter(const std::vector<json::Value> &words, std::string_view option);

// The tap of an entry, from its program and its arguments as they are written; nothing: it has
// none.
std::optional<TapMark> tapMark(const HostEntry &entry, const std::vector<json::Value> &words);

} // namespace sonde::hosts
