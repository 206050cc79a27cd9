// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

// Names that no server has, and texts that are no messages, which Sonde sends to see how a server
// refuses them. Rules recognise requests with these names in any recording.
namespace sonde::findings::probe {

inline constexpr std::string_view kMethod = "sonde/unknown-method";
inline constexpr std::string_view kNotification = "notifications/sonde/unknown";
inline constexpr std::string_view kTool = "sonde-unknown-tool";
inline constexpr std::string_view kPrompt = "sonde-unknown-prompt";
inline constexpr std::string_view kTask = "sonde-unknown-task";
inline constexpr std::string_view kUri = "sonde-unknown:///resource";
inline constexpr std::string_view kCursor = "sonde-unknown-cursor";
inline constexpr std::string_view kLogLevel = "sonde-unknown-level";
inline constexpr std::string_view kRevision = "2099-01-01";
inline constexpr std::string_view kSession = "sonde-unknown-session";
inline constexpr std::string_view kOrigin = "https://sonde.invalid";

// No messages.
inline constexpr std::string_view kBrokenJson = R"({"jsonrpc":"2.0","id":"sonde-broken","method":)";
inline constexpr std::string_view kNoMethod =
    R"({"jsonrpc":"2.0","id":"sonde-no-method","params":{}})";

} // namespace sonde::findings::probe
