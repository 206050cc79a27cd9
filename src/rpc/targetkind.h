// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

namespace sonde::rpc {

// The requests that are for one thing of the server: what files of a person call it, the method,
// and the member of the params with its name.
struct TargetKind {
    std::string_view thing;
    std::string_view method;
    std::string_view param;
};
inline constexpr TargetKind kTargetKinds[] = {{"tool", "tools/call", "name"},
    {"prompt", "prompts/get", "name"}, {"resource", "resources/read", "uri"}};

} // namespace sonde::rpc
