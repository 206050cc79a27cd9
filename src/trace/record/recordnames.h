// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sonde::trace {

// The names of kinds, states, problems and origins in filters, files and output, indexed by
// enumerator; never translated.
std::span<const std::string_view> kindNames();
std::span<const std::string_view> stateNames();
std::span<const std::string_view> problemNames();
std::span<const std::string_view> originNames();

std::string_view kindName(rpc::Kind kind);
std::string_view stateName(State state);
std::string_view originName(rpc::Origin origin);
std::string_view channelName(rpc::Channel channel); // sent, received, stderr, lifecycle, http
std::string_view directionName(rpc::Channel channel); // sent, received, none

std::optional<rpc::Kind> kindFromName(std::string_view name);
std::optional<State> stateFromName(std::string_view name);
std::optional<rpc::Channel> channelFromName(std::string_view name);
std::optional<rpc::Problem> problemFromName(std::string_view name);
std::optional<rpc::Origin> originFromName(std::string_view name);

// "2026-11-20T12:05:02.771640Z"
std::string utcText(std::int64_t wallNs);

} // namespace sonde::trace
