// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace sonde::rpc {

// What made the client send a message. Session files contain the numbers: they never change.
enum class Origin : std::uint8_t {
    None, // ordinary use
    Check, // a check of the server
    Edited, // composed or edited by hand, sent as it is
    LoadTest,
    Restart, // a saved call that runs by itself after a restart
};
inline constexpr Origin kLastOrigin = Origin::Restart;

} // namespace sonde::rpc
